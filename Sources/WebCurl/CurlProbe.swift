import CCurl
import CoreLoop
package import FoundationEssentials
import Glibc
package import WebMessages

/// A single request that shows whether a service can be reached, and what it answers.
///
/// It does not use a ``CurlTransport``'s connections, blocks a thread other than the main one, and is not
/// retried.
package struct CurlProbe: Sendable {
  /// The result of a probe.
  package struct Report: Sendable {
    /// The response's status, if there was a response.
    package var status: Int?
    /// The response's media type, in lower case, without parameters.
    package var mediaType: String?
    /// The beginning of the response's body.
    package var body = Data()
    /// The time to the first byte of the response, in milliseconds.
    package var milliseconds = 0
    /// The address that the host's name was resolved to.
    package var address: String?
    /// The certificate's expiry, in libcurl's words, if TLS was used and it is known.
    package var certificateEnd: String?
    /// Why there was no response.
    package var error: String?
  }

  /// How much of a body is kept, in bytes.
  private static let maximumBody = 256 << 10

  private let settings: TransportSettings
  private let userAgent: String
  private let limit: Duration

  /// Creates a probe.
  ///
  /// - Parameters:
  ///   - settings: the certificates to trust.
  ///   - userAgent: the field `User-Agent`.
  ///   - limit: the time limit of the request.
  package init(_ settings: TransportSettings, userAgent: String, limit: Duration) {
    self.settings = settings
    self.userAgent = userAgent
    self.limit = limit
  }

  /// Requests an address.
  ///
  /// - Parameter onlyHead: whether to end the request when the response's head has arrived, as is needed for
  ///   an endless response.
  package func get(_ url: URL, accept: String, onlyHead: Bool = false) async -> Report {
    await offMain { perform(url, accept: accept, onlyHead: onlyHead) }
  }

  private func perform(_ url: URL, accept: String, onlyHead: Bool) -> Report {
    var report = Report()
    if let problem = ccurl_open() {
      report.error = String(cString: problem)
      return report
    }
    let request = HTTPRequest(url: url, headers: ["Accept": accept])
    let exchange: CurlExchange
    let identity: CurlIdentity?
    do {
      exchange = CurlExchange(
        request, to: try CurlTarget(of: request), settings: settings, userAgent: userAgent,
        proxies: .current)
      try CurlAddressCheck.checkProxy(of: exchange)
      identity = try CurlIdentity(of: exchange)
    } catch {
      report.error = error.reason
      return report
    }
    let target = exchange.target
    guard let handle = CurlHandle() else {
      report.error = "libcurl is out of memory"
      return report
    }
    handle.prepare(
      exchange, as: identity, through: exchange.proxies.address(for: target),
      except: exchange.proxies.exceptions)
    handle.set(CURLOPT_CERTINFO, true)
    handle.set(CURLOPT_TIMEOUT_MS, Int(limit / .milliseconds(1)))
    let sink = ProbeSink(maximum: onlyHead ? 0 : Self.maximumBody)
    let code = sink.receive(from: handle) { ccurl_easy_perform(handle.easy) }
    report.milliseconds = handle.offset(CURLINFO_STARTTRANSFER_TIME_T) / 1_000
    report.address = ccurl_get_string(handle.easy, CURLINFO_PRIMARY_IP).map { String(cString: $0) }
    report.certificateEnd = ccurl_certificate_end(handle.easy).map { String(cString: $0) }
    let status = handle.long(CURLINFO_RESPONSE_CODE)
    guard status >= 200 else {
      report.error = Self.words(code, handle, exchange, limit)
      return report
    }
    report.status = status
    report.mediaType = ccurl_get_string(handle.easy, CURLINFO_CONTENT_TYPE)
      .map { String(cString: $0).prefix { $0 != ";" && $0 != " " }.lowercased() }
    report.body = sink.data
    return report
  }

  /// Says why there was no response, without the path, the query or header fields.
  private static func words(
    _ code: CURLcode, _ handle: CurlHandle, _ exchange: CurlExchange, _ limit: Duration
  ) -> String {
    if let refusal = handle.addressCheck?.refusal { return refusal.reason }
    let target = exchange.target
    if let refusal = CurlIdentity.refusal(handle.explanation, by: exchange) {
      return refusal.reason
    }
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST: return "cannot resolve the host '\(target.host)'"
    case CURLE_COULDNT_CONNECT where handle.long(CURLINFO_OS_ERRNO) == Int(ECONNREFUSED):
      return "\(target.place) refused the connection"
    case CURLE_OPERATION_TIMEDOUT:
      return "\(target.place) did not answer within \(limit.components.seconds) seconds"
    default:
      if code == CURLE_SSL_CERTPROBLEM, let own = exchange.settings.clientCertificate {
        return CurlIdentity.unusable(handle.explanation, by: own).reason
      }
      let words = handle.explanation
      return String(
        (words.isEmpty ? String(cString: ccurl_easy_strerror(code)) : words).prefix(160))
    }
  }
}

/// Keeps the beginning of a body, and then ends the transfer.
///
/// Only the thread that performs the transfer uses it.
private final class ProbeSink {
  private(set) var data = Data()
  private let maximum: Int

  init(maximum: Int) {
    self.maximum = maximum
  }

  func receive(from handle: CurlHandle, _ perform: () -> CURLcode) -> CURLcode {
    let context = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    let easy = handle.easy
    handle.set(CURLOPT_HEADERDATA, pointer: context)
    handle.set(CURLOPT_WRITEDATA, pointer: context)
    _ = ccurl_set_bytes_callback(easy, CURLOPT_HEADERFUNCTION) { _, size, count, context in
      let length = size * count
      // The empty line ends the head.
      return length <= 2 && ProbeSink.at(context)?.maximum == 0 ? length + 1 : length
    }
    _ = ccurl_set_bytes_callback(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      ProbeSink.at(context)?
        .take(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
    }
    return withExtendedLifetime(self, perform)
  }

  /// Keeps a piece; returning less than its size ends the transfer.
  private func take(_ piece: UnsafeRawBufferPointer) -> Int {
    let count = min(piece.count, maximum - data.count)
    data.append(contentsOf: piece.prefix(count))
    return count
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> ProbeSink? {
    context.map { Unmanaged<ProbeSink>.fromOpaque($0).takeUnretainedValue() }
  }
}

import CCurl
import CoreSystem
import Glibc
import WebMessages

enum CurlErrorMapping {
  /// Returns the error for libcurl's result, depending on how far the transfer got.
  ///
  /// If a write was sent on a kept connection that then broke, libcurl connects again by itself. Even if that
  /// fails, the service may have received the write.
  static func error(_ code: CURLcode, of transfer: CurlTransfer) -> TransportError {
    if !transfer.wasSentOnKeptConnection, !transfer.hasHead,
      let refusal = CurlIdentity.refusal(transfer.handle.explanation, by: transfer.exchange)
    {
      return refusal
    }
    let error = reason(code, of: transfer)
    guard error.code == .unconnected, transfer.wasSent, transfer.exchange.request.method.isWrite
    else { return error }
    return .noAnswer(from: transfer.exchange.target)
  }

  private static func reason(_ code: CURLcode, of transfer: CurlTransfer) -> TransportError {
    let place = transfer.exchange.target.place
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST:
      return unconnected("cannot resolve the host '\(transfer.exchange.target.host)'")
    case CURLE_COULDNT_RESOLVE_PROXY:
      return unconnected("cannot resolve the proxy '\(proxy(of: transfer))'")
    case CURLE_COULDNT_CONNECT: return refused(transfer)
    case CURLE_PROXY: return unconnected("'\(proxy(of: transfer))' does not work as a proxy")
    case CURLE_OPERATION_TIMEDOUT: return timeout(.connect, of: transfer)
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE,
      CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER:
      return trust(code, of: transfer)
    case CURLE_UNSUPPORTED_PROTOCOL where transfer.wasSent:
      return TransportError(.unintelligible, reason: "\(place) does not speak HTTP")
    case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING:
      return TransportError(
        .unintelligible,
        reason: code == CURLE_BAD_CONTENT_ENCODING
          ? "cannot decompress the response from \(place)"
          : "the response from \(place) is not valid HTTP")
    case CURLE_RECV_ERROR where transfer.handle.explanation.contains("chunked-encoding"):
      return TransportError(.unintelligible, reason: "the response from \(place) is not valid HTTP")
    case CURLE_OUT_OF_MEMORY where transfer.wasSent && !transfer.hasHead:
      return .headTooLarge(transfer.exchange.target)
    case CURLE_OUT_OF_MEMORY where transfer.wasSent:
      return TransportError(
        .limit, reason: "the response from \(place) decompresses to too much data at a time")
    case CURLE_GOT_NOTHING: return .noAnswer(from: transfer.exchange.target)
    default: break
    }
    guard transfer.wasSent else {
      if let refusal = transfer.handle.addressCheck?.refusal { return refusal }
      let status = transfer.handle.long(CURLINFO_HTTP_CONNECTCODE)
      return status >= 300
        ? unconnected("the proxy \(proxy(of: transfer)) refuses to reach \(place) (\(status))")
        : unconnected("\(place) cannot be reached: \(words(code, of: transfer))")
    }
    return cut(transfer)
  }

  static func cut(_ transfer: CurlTransfer) -> TransportError {
    guard transfer.hasHead else {
      var error = TransportError.noAnswer(from: transfer.exchange.target)
      error.remedy = CurlIdentity.doubt(about: transfer.exchange)
      return error
    }
    return TransportError(
      .cut,
      reason: "the response from \(transfer.exchange.target.place) was cut off"
        + " after \(transfer.receivedCount) bytes of its body")
  }

  static func timeout(_ timeout: CurlTimeouts.Timeout, of transfer: CurlTransfer) -> TransportError
  {
    let (target, settings) = (transfer.exchange.target, transfer.exchange.settings)
    let place = target.place
    let code = transfer.wasSent ? TransportError.Code.cut : .unconnected
    return switch timeout {
    case .connect:
      TransportError(
        code, reason: "could not connect to \(place) within \(settings.connectTimeout.text)")
    case .firstByte:
      TransportError(
        code, reason: "\(place) did not respond within \(settings.firstByteTimeout.text)")
    case .stall:
      TransportError(
        code, reason: "no data was exchanged with \(place) for \(settings.stallTimeout.text)")
    case .total:
      TransportError(
        code == .cut && transfer.timeouts.phase != .waiting ? .late : code,
        reason: "\(place) did not finish its response within \(settings.totalTimeout.text)")
    }
  }

  private static func unconnected(_ reason: String, isLasting: Bool = false) -> TransportError {
    TransportError(.unconnected, reason: reason, isLasting: isLasting)
  }

  private static func refused(_ transfer: CurlTransfer) -> TransportError {
    if let refusal = transfer.handle.addressCheck?.refusal { return refusal }
    let place =
      proxy(of: transfer).isEmpty
      ? transfer.exchange.target.place : "the proxy \(proxy(of: transfer))"
    return switch Int32(transfer.handle.long(CURLINFO_OS_ERRNO)) {
    case ECONNREFUSED: unconnected("\(place) refused the connection")
    case 0: unconnected("\(place) cannot be reached")
    case let number: unconnected("\(place) cannot be reached: \(SystemError.reason(number))")
    }
  }

  private static func trust(_ code: CURLcode, of transfer: CurlTransfer) -> TransportError {
    let place = transfer.exchange.target.place
    let words = words(code, of: transfer)
    if code == CURLE_SSL_CERTPROBLEM, let own = transfer.exchange.settings.clientCertificate {
      return CurlIdentity.unusable(transfer.handle.explanation, by: own)
    }
    switch code {
    case CURLE_PEER_FAILED_VERIFICATION:
      let hint =
        words.contains("match")
        ? "the certificate is for another host" : "its authority is not trusted"
      return unconnected(
        "cannot verify the certificate of \(place): \(words); \(hint)", isLasting: true)
    case CURLE_SSL_CACERT_BADFILE:
      return unconnected(
        "cannot use the file of certificate authorities: \(words)", isLasting: true)
    default:
      let hint =
        words.contains("wrong version number")
        ? "; the server may support only http"
        : words.contains("alert handshake failure")
          ? "; the server may require a client certificate" : ""
      return unconnected(
        "no TLS connection to \(place): \(words)\(hint)",
        isLasting: code != CURLE_SSL_CONNECT_ERROR || isDisagreement(words))
    }
  }

  /// Whether the TLS handshake failed for a lasting reason, rather than because the connection broke.
  private static func isDisagreement(_ words: String) -> Bool {
    ["wrong version number", "unsupported protocol", "protocol version", "handshake failure"]
      .contains { words.contains($0) }
  }

  private static func words(_ code: CURLcode, of transfer: CurlTransfer) -> String {
    var words = transfer.handle.explanation
    for prefix in ["SSL certificate problem: ", "SSL: "] where words.hasPrefix(prefix) {
      words.removeFirst(prefix.count)
    }
    if words.isEmpty { words = String(cString: ccurl_easy_strerror(code)) }
    return String(words.prefix(160))
  }

  private static func proxy(of transfer: CurlTransfer) -> String {
    transfer.proxy.map(CurlProxy.place) ?? ""
  }
}

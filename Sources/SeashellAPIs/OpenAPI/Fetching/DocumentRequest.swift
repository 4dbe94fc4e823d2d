import FoundationEssentials
import WebMessages

/// Requests documents within limits: a total time, a number of redirects, and a size for each document.
///
/// Requests have no cookies or `Referer`. The transport checks the addresses, and adds a credential if there
/// is one.
struct DocumentRequest: Sendable {
  struct Answer {
    let response: HTTPResponse

    /// The address after redirects.
    let url: URL

    let foreignOrigins: [Origin]

    var mediaType: String? {
      response.headers["Content-Type"].map {
        $0.prefix { $0 != ";" }.trimmingSpaces.lowercased()
      }
    }
  }

  static let maximumRedirects = 5

  private static let accepted =
    "application/vnd.oai.openapi+json, application/openapi+json, application/json,"
    + " application/vnd.oai.openapi, application/openapi+yaml, application/yaml, text/yaml,"
    + " */*;q=0.1"

  /// How many bytes of a body are checked before the rest is read.
  private static let sniffedCount = 256

  let transport: any Transport

  private let limit: Duration
  private let end: ContinuousClock.Instant

  init(_ transport: any Transport, limit: Duration) {
    self.transport = transport
    self.limit = limit
    end = .now + limit
  }

  /// Requests an address and follows redirects; `mayVisit` decides on those to another origin.
  func answer(
    from start: URL, mayVisit: (Origin) -> Bool = { _ in true }
  ) async throws -> Answer {
    let home = Origin(start)
    var (url, visited, foreign): (URL, Set<URL>, [Origin]) = (start, [], [])
    while true {
      let response: HTTPResponse
      do {
        response = try await send(url)
      } catch let error as TransportError {
        throw DescriptionFetchError(error, at: Origin(url), from: home)
      }
      guard HTTPResponse.isRedirect(response.status) else {
        return Answer(response: response, url: url, foreignOrigins: foreign)
      }
      visited.insert(url)
      url = try Self.target(of: response, from: url, visited)
      let origin = Origin(url)
      guard origin != home, !foreign.contains(origin) else { continue }
      guard mayVisit(origin) else {
        throw DescriptionFetchError(
          .foreign, "\(DescriptionLocation.shown(start)) is redirected to \(origin)",
          origins: [origin])
      }
      foreign.append(origin)
    }
  }

  private static func target(
    of response: HTTPResponse, from url: URL, _ visited: Set<URL>
  ) throws(DescriptionFetchError) -> URL {
    guard visited.count <= maximumRedirects else {
      throw DescriptionFetchError(
        .redirect, "more than \(maximumRedirects) redirects in a row from \(Origin(url))")
    }
    let target: URL
    do {
      target = try HTTPRedirect.target(of: response.headers, from: url)
    } catch {
      throw DescriptionFetchError(.redirect, "\(DescriptionLocation.shown(url)): \(error.reason)")
    }
    guard !visited.contains(target) else {
      throw DescriptionFetchError(
        .redirect, "\(DescriptionLocation.shown(url)): the redirects form a loop")
    }
    return target
  }

  private func send(_ url: URL) async throws -> HTTPResponse {
    let remaining = end - .now
    guard remaining > .zero else {
      throw DescriptionFetchError(
        .late, "the description did not come within \(limit.components.seconds) seconds")
    }
    var request = HTTPRequest(url: url, headers: ["Accept": Self.accepted])
    request.timeLimit = remaining
    return try await transport.send(request)
  }

  /// Reads a response's body, decompressed; nil if `isWanted` rejects the first bytes.
  ///
  /// Throws `tooLarge` if it exceeds `maximum`, in bytes.
  func bytes(
    of answer: Answer, upTo maximum: Int, if isWanted: ([UInt8]) -> Bool = { _ in true }
  ) async throws -> [UInt8]? {
    let body = answer.response.body
    var bytes: [UInt8] = []
    var isJudged = false
    do {
      while let piece = try await body.next() {
        guard bytes.count + piece.count <= maximum else {
          throw DescriptionFetchError(tooLarge: answer.url, maximum)
        }
        bytes += piece
        if !isJudged, bytes.count >= Self.sniffedCount {
          guard isWanted(bytes) else { return nil }
          isJudged = true
        }
      }
    } catch let error as TransportError {
      throw DescriptionFetchError(error, at: Origin(answer.url), from: nil)
    }
    return isJudged || isWanted(bytes) ? bytes : nil
  }
}

extension DescriptionFetchError {
  fileprivate init(_ error: TransportError, at origin: Origin, from home: Origin?) {
    if let home, home != origin {
      self.init(.redirect, "\(home) redirects to \(origin): \(error.reason)")
    } else {
      self.init(error.code == .late ? .late : .unconnected, error.reason)
    }
  }

  fileprivate init(tooLarge url: URL, _ maximum: Int) {
    self.init(
      .tooLarge, "\(DescriptionLocation.shown(url)) is larger than \(maximum >> 20) MiB")
  }
}

import FoundationEssentials
import Synchronization
import WebMessages

extension APIStream {
  /// Creates the stream of a response that is known already, such as a stored one.
  ///
  /// - Parameter client: the client of the service that has sent it.
  package init(_ response: APIResponse, of client: any APIClient) {
    self.init(
      statusCode: response.statusCode, headers: response.headers, body: HTTPBody(response.data),
      request: response.request, of: client.snapshot)
  }

  private init(
    statusCode: Int, headers: HTTPHeaders, body: HTTPBody, request: APIRequest,
    of client: APIClientSnapshot
  ) {
    (self.statusCode, self.headers, self.body) = (statusCode, headers, body)
    (self.request, self.client) = (request, client)
  }

  /// Returns the stream with a body that is also collected while it is read, to be stored.
  ///
  /// What cannot be stored is not collected: an error, a stream of events or of JSON values, a body that is
  /// too long, and what the server forbids to store.
  ///
  /// - Parameter finish: receives the whole response when the body has ended, before its reader is told.
  ///   It is not called if reading fails, or stops early.
  package func collecting(
    _ finish: @escaping @Sendable (APIResponse) async -> Void
  ) -> APIStream {
    let maximum = APIResponse.maximumStored
    guard mayBeStored, body.count ?? 0 <= maximum else { return self }
    let collected = CollectedBody(upTo: maximum)
    return APIStream(
      statusCode: statusCode, headers: headers,
      body: HTTPBody(count: body.count) {
        do {
          if let piece = try await body.next() {
            collected.add(piece)
            return piece
          }
        } catch {
          _ = collected.take()
          throw error
        }
        if let data = collected.take() {
          await finish(
            APIResponse(statusCode: statusCode, headers: headers, data: data, request: request))
        }
        return nil
      }, request: request, of: client)
  }

  private var mayBeStored: Bool {
    let type = headers["Content-Type"]
    return (200..<300).contains(statusCode) && !headers.says("no-store", in: "Cache-Control")
      && MediaType.name(type) != MediaType.events && !MediaType.isJSONStream(type)
  }
}

/// The bytes of a body up to now; nothing once they are too many.
private final class CollectedBody: Sendable {
  private let maximum: Int
  private let bytes = Mutex<Data?>(Data())

  init(upTo maximum: Int) {
    self.maximum = maximum
  }

  func add(_ piece: Data) {
    bytes.withLock { bytes in
      guard let count = bytes?.count else { return }
      if count + piece.count > maximum { bytes = nil } else { bytes?.append(piece) }
    }
  }

  func take() -> Data? { bytes.withLock { $0.take() } }
}

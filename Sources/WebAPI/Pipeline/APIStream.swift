import FoundationEssentials
import Synchronization
public import WebMessages

/// A web service's response, whose body the caller reads piece by piece.
public struct APIStream: Sendable {
  /// The status code.
  public let statusCode: Int

  /// The header fields.
  public let headers: HTTPHeaders

  /// The body, in pieces.
  ///
  /// Reading throws ``APIError`` or `CancellationError`. Unless the stream is endless, a body larger
  /// than the client's ``APIClient/maximumResponseSize`` fails with `limit`.
  public let body: HTTPBody

  /// The request as it was sent, with its credentials.
  public let request: APIRequest

  let client: APIClientSnapshot

  init(_ head: ResponseHead, of client: APIClientSnapshot, isEndless: Bool) {
    let body = head.response.body
    let bound = isEndless ? nil : StreamBound(of: head.response, client)
    statusCode = head.response.status
    headers = head.response.headers
    request = head.request
    self.client = client
    let kept = Self.keep(head, of: client)
    self.body = HTTPBody(count: body.count) {
      do {
        let piece =
          if let bound { try await bound.next(of: body) } else { try await body.next() }
        kept?.add(piece)
        if piece == nil, let credentials = client.settings.credentials,
          case .whole(let data)? = kept?.body
        {
          credentials.note(AnswerCredentials.texts(in: data, head.response.headers["Content-Type"]))
        }
        return piece
      } catch {
        let error = FailedTry.error(error, reading: head, of: client)
        if error is CancelledWrite { throw CancellationError() }
        throw (error as? FailedTry)?.givenUp(by: client) ?? error
      }
    }
  }

  /// Passes the response to a client that keeps it; its reader then adds the body.
  private static func keep(_ head: ResponseHead, of client: APIClientSnapshot) -> KeptResponse? {
    guard let keeper = client.settings.keeper, !head.request.isBackground else { return nil }
    let kept = KeptResponse.head(of: head.response, to: head.request, since: head.start)
    keeper.receive(kept)
    return kept
  }

  /// Reads the whole body, such as that of an error.
  ///
  /// - Parameter maximum: the largest body, in bytes.
  /// - Throws: ``APIError`` `limit` if the body is larger, or what reading throws.
  public func response(upTo maximum: Int) async throws -> APIResponse {
    var response = APIResponse(statusCode: statusCode, headers: headers, request: request)
    response.format = client.settings.format
    response.keys = client.settings.keys
    do {
      response.data = try await body.collect(upTo: maximum)
    } catch let error as HTTPBodyTooLarge {
      throw APIError(transport: error, of: request, status: statusCode)
    }
    return response
  }
}

private final class StreamBound: Sendable {
  /// The limit of a compressed response for which the client sets none: 1 GiB.
  ///
  /// An uncompressed response costs its sender as much as its reader, and needs no limit.
  private static let unpacked = 1 << 30

  private let maximum: Int
  private let count = Atomic(0)

  init?(of response: HTTPResponse, _ client: APIClientSnapshot) {
    let isPlain = response.headers.list("Content-Encoding").allSatisfy { $0 == "identity" }
    guard let maximum = client.settings.maximumResponseSize ?? (isPlain ? nil : Self.unpacked)
    else {
      return nil
    }
    self.maximum = maximum
  }

  /// Throws ``HTTPBodyTooLarge`` beyond the limit.
  func next(of body: HTTPBody) async throws -> Data? {
    guard let piece = try await body.next() else { return nil }
    let count = count.wrappingAdd(piece.count, ordering: .relaxed).newValue
    guard count <= maximum else { throw HTTPBodyTooLarge(maximum: maximum) }
    return piece
  }
}

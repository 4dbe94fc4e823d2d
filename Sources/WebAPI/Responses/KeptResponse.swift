package import FoundationEssentials
import Glibc
import Synchronization
package import WebMessages

/// The final response to a request, kept for a reader that may come later.
///
/// A body is kept up to ``maximumBody``. The credentials of the request are not kept.
package final class KeptResponse: Sendable {
  /// The largest body that is kept, in bytes: 1 MiB.
  static let maximumBody = 1 << 20

  /// What was kept of a body.
  package enum Body: Sendable {
    /// All bytes.
    case whole(Data)
    /// Nothing: the caller has not read it to its end.
    case partial
    /// Nothing: it is larger than ``KeptResponse/maximumBody``.
    case tooLarge
    /// Nothing: it answers a request with a password or a token, and may contain tokens.
    case confidential
  }

  private struct State {
    var bytes = Data()
    var body: Body
    var duration: Duration?
    /// When the last try began, for a body that is still to be read.
    var start = MonotonicNanoseconds.none
  }

  /// The status code.
  package let statusCode: Int

  /// The header fields.
  package let headers: HTTPHeaders

  /// The method of the request.
  package let method: HTTPMethod

  /// How many times the request was sent, with retries; 0 if the response comes from a store.
  package let timesSent: Int

  private let url: URL?
  private let secretParameters: Set<String>
  private let bodySize: Int?
  private let state: Mutex<State>

  /// Keeps a response with its whole body.
  ///
  /// - Parameter duration: how long the last try took; nil for a response from a store.
  package static func whole(_ response: APIResponse, after duration: Duration?) -> KeptResponse {
    let body: Body = response.data.count > maximumBody ? .tooLarge : .whole(response.data)
    return KeptResponse(
      response.statusCode, response.headers, response.request.identity, bodySize: nil,
      timesSent: duration == nil ? 0 : response.request.timesSent,
      State(body: response.request.isConfidential ? .confidential : body, duration: duration))
  }

  /// Keeps the head of a response, whose body is added when its reader reads it.
  static func head(
    of response: HTTPResponse, to request: APIRequest, since start: MonotonicNanoseconds
  ) -> KeptResponse {
    let isEmpty = request.method == .head || response.body.count == 0
    let body: Body = isEmpty ? .whole(Data()) : .partial
    return KeptResponse(
      response.status, response.headers, request.identity, bodySize: response.body.count,
      timesSent: request.timesSent,
      State(
        body: request.isConfidential ? .confidential : body, duration: start.elapsed, start: start))
  }

  // A whole request would be copied, since an initializer owns its parameters.
  private init(
    _ statusCode: Int, _ headers: HTTPHeaders,
    _ request: (method: HTTPMethod, url: URL?, secretParameters: Set<String>), bodySize: Int?,
    timesSent: Int, _ state: State
  ) {
    self.statusCode = statusCode
    self.headers = headers
    (method, url, secretParameters) = request
    self.bodySize = bodySize
    self.timesSent = timesSent
    self.state = Mutex(state)
  }

  /// What was kept of the body.
  package var body: Body { state.withLock(\.body) }

  /// How long the last try took, with its redirects and its body; nil for a response from a store.
  package var duration: Duration? { state.withLock(\.duration) }

  /// The address of the last request, after redirects, without the parts that look like secrets.
  package var address: String? { url.map { TraceText.address($0, hiding: secretParameters) } }

  /// Whether the server says that the body is JSON, or does not name its type.
  package var mayBeJSON: Bool {
    headers["Content-Type"].map { APIResponse.isJSON(MediaType.name($0)) } ?? true
  }

  /// Adds a piece of the body; nil at its end.
  func add(_ piece: Data?) {
    state.withLock { state in
      guard case .partial = state.body else { return }
      if let piece {
        if state.bytes.isEmpty { state.bytes = piece } else { state.bytes.append(piece) }
      }
      if state.bytes.count > Self.maximumBody {
        (state.bytes, state.body) = (Data(), .tooLarge)
      } else if piece == nil || state.bytes.count == bodySize {
        (state.body, state.bytes) = (.whole(state.bytes), Data())
        state.duration = state.start.elapsed
      }
    }
  }
}

extension APIRequest {
  /// What a kept response says about its request.
  fileprivate var identity: (method: HTTPMethod, url: URL?, secretParameters: Set<String>) {
    (method, url, additions.isEmpty ? [] : secretParameters)
  }
}

/// Keeps the final responses to a client's requests.
package protocol ResponseKeeper: AnyObject, Sendable {
  /// Receives the final response to a request, or nil if there is none.
  func receive(_ response: KeptResponse?)
}

/// A time that is cheap to read, unlike that of a clock whose type is not known.
struct MonotonicNanoseconds: Sendable {
  private let count: Int64

  static let none = MonotonicNanoseconds(count: 0)

  static var now: MonotonicNanoseconds {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicNanoseconds(count: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// The time since then.
  var elapsed: Duration { .nanoseconds(Self.now.count - count) }
}

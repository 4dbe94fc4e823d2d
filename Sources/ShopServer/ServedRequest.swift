import CMicroHTTPD
import FoundationEssentials
import ShopBackend
import Synchronization
import WebAPI

/// One request on a connection, and its answer.
///
/// The daemon's thread reads it and sends the answer; a task makes the answer while the connection is
/// suspended.
// Unchecked: the connection is the daemon's, and valid until it calls `ended`; what is not locked is
// touched by the daemon's thread alone, or before and after the connection was suspended.
final class ServedRequest: @unchecked Sendable {
  /// How far the request is.
  enum Phase {
    case head, body, waiting, answered
  }

  let connection: OpaquePointer
  let client: Connection?
  let target: String?
  let start = ContinuousClock.now
  var phase = Phase.head
  var method = ""
  var headers = HTTPHeaders()
  private(set) var body = Data()
  /// How many bytes of the body have come, those included that were not kept.
  private(set) var received = 0
  /// Whether the body was not kept because others' fill the room.
  private(set) var isCrowdedOut = false
  var status = 0
  var sent = 0

  private let bodies: BodyBudget

  private struct State {
    var response: HTTPResponse?
    var task: Task<Void, Never>?
    var stream: BodyStream?
    var isCancelled = false
  }

  private let state = Mutex(State())

  init(
    connection: OpaquePointer, on client: Connection?, target: String?, bodies: BodyBudget
  ) {
    self.bodies = bodies
    self.connection = connection
    self.client = client
    self.target = target
  }

  /// Adds a piece of the body; what is beyond a bound is counted, and not kept.
  func append(_ piece: UnsafeRawBufferPointer) {
    received += piece.count
    guard !isCrowdedOut else { return }
    guard received <= Shop.maximumBody else { return forgetBody() }
    guard bodies.take(piece.count) else {
      isCrowdedOut = true
      return forgetBody()
    }
    body.append(contentsOf: piece)
  }

  /// Lets go of what has come of the body.
  func forgetBody() {
    bodies.giveBack(body.count)
    body = Data()
  }

  /// The answer, once there is one.
  var response: HTTPResponse? { state.withLock { $0.response } }

  /// Remembers who makes the answer, or sends it.
  func hold(_ task: Task<Void, Never>) {
    let isCancelled = state.withLock { state in
      state.task = task
      return state.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  func hold(_ stream: BodyStream) {
    let isCancelled = state.withLock { state in
      state.stream = stream
      return state.isCancelled
    }
    if isCancelled { stream.cancel() }
  }

  /// Takes the answer, which the daemon's thread will send.
  func take(_ response: HTTPResponse) {
    state.withLock { $0.response = response }
  }

  /// Gives up what makes the answer, or sends it.
  func cancel() {
    let (task, stream) = state.withLock { state in
      state.isCancelled = true
      return (state.task, state.stream)
    }
    task?.cancel()
    stream?.cancel()
  }
}

import FoundationEssentials
import SeashellKit
import SeashellTesting
import Synchronization

/// A server with an event feed; the test sends its events and closes its connections.
final class ScriptedFeed: Transport {
  private struct State {
    var requests: [HTTPRequest] = []
    var refusals: [Int] = []
    var connections: [Connection] = []
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  /// A status for a server that cannot be reached.
  static let unconnected = 0

  /// Creates a server.
  ///
  /// - Parameter refusals: the statuses of the first responses; 200 accepts the request.
  init(refusing refusals: [Int] = []) {
    state.withLock { $0.refusals = refusals }
  }

  /// The requests so far, in order.
  var requests: [HTTPRequest] { state.withLock { $0.requests } }

  var connection: Connection? { state.withLock { $0.connections.last } }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let connection = Connection()
    let (refusal, due) = state.withLock { state in
      state.requests.append(request)
      let next = state.refusals.isEmpty ? 200 : state.refusals.removeFirst()
      let refusal = next == 200 ? nil : next
      if refusal == nil { state.connections.append(connection) }
      let count = state.requests.count
      let due = state.watchers.filter { $0.count <= count }.map(\.continuation)
      state.watchers.removeAll { $0.count <= count }
      return (refusal, due)
    }
    defer { for continuation in due { continuation.resume() } }
    if refusal == Self.unconnected { throw TransportError(.unconnected, reason: "not there") }
    if let refusal { return HTTPResponse(status: refusal) }
    return HTTPResponse(
      status: 200, headers: ["Content-Type": "text/event-stream"],
      body: HTTPBody { try await connection.next() })
  }

  /// Waits until at least this many requests have arrived.
  func requests(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.requests.count >= count { return true }
        state.watchers.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  /// The response body of one connection.
  actor Connection {
    private var pieces: [Result<Data?, any Error>] = []
    private var reader: CheckedContinuation<Data?, any Error>?
    private(set) var isLeft = false
    /// The number of pieces that the client has asked for.
    private(set) var reads = 0

    func say(_ text: String) { put(.success(Data(text.utf8))) }

    func cut() { put(.failure(TransportError(.cut, reason: "cut"))) }

    private func put(_ piece: Result<Data?, any Error>) {
      guard let reader else { return pieces.append(piece) }
      self.reader = nil
      reader.resume(with: piece)
    }

    fileprivate func next() async throws -> Data? {
      reads += 1
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          if pieces.isEmpty { return reader = continuation }
          continuation.resume(with: pieces.removeFirst())
        }
      } onCancel: {
        Task { await self.leave() }
      }
    }

    private func leave() {
      isLeft = true
      put(.failure(CancellationError()))
    }
  }
}

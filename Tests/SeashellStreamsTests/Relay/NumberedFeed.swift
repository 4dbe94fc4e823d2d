import FoundationEssentials
import SeashellKit
import SeashellTesting
import Synchronization

/// A server with a feed of numbered events, which resumes after the ids that it still has.
final class NumberedFeed: Transport {
  private struct State {
    var last = 0
    /// The last id that it does not have any more.
    var forgotten = 0
    /// Counts the times when all connections were cut.
    var cuts = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
    var requests: [String?] = []
    var lead = ""
  }

  private let state = Mutex(State())

  /// The `Last-Event-ID` of each request.
  var requests: [String?] { state.withLock(\.requests) }

  /// What stands before the number in each id.
  var lead: String {
    get { state.withLock(\.lead) }
    set { state.withLock { $0.lead = newValue } }
  }

  /// Adds events.
  func add(_ count: Int) { change { $0.last += count } }

  /// Forgets all events so far, for whoever resumes.
  func forget() { change { $0.forgotten = $0.last } }

  /// Cuts all connections.
  func cut() { change { $0.cuts += 1 } }

  /// Begins again with the first id.
  func restart() { change { ($0.last, $0.forgotten, $0.cuts) = (0, 0, $0.cuts + 1) } }

  private func change(_ body: (inout State) -> Void) {
    let waiting = state.withLock { state in
      body(&state)
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let id = request.headers["Last-Event-ID"]
    let (cuts, start) = state.withLock { state -> (Int, (String, Int)) in
      state.requests.append(id)
      let lead = state.lead
      guard let after = id.flatMap({ Int($0.dropFirst(lead.count)) }) else {
        return (state.cuts, ("id: \(lead)\(state.last)\n\n", state.last))
      }
      guard after >= state.forgotten, after <= state.last else {
        return (
          state.cuts,
          ("event: api.data.invalidated\ndata: {}\n\nid: \(lead)\(state.last)\n\n", state.last)
        )
      }
      return (state.cuts, (": here\n\n", after))
    }
    let reader = Reader(text: start.0, position: start.1)
    return HTTPResponse(
      status: 200, headers: ["Content-Type": "text/event-stream"],
      body: HTTPBody { try await reader.next(self, cuts) })
  }

  private actor Reader {
    private var text: String?
    private var position: Int

    init(text: String, position: Int) { (self.text, self.position) = (text, position) }

    func next(_ feed: NumberedFeed, _ cuts: Int) async throws -> Data? {
      if let text = text.take() { return Data(text.utf8) }
      while !Task.isCancelled {
        let (last, isCut, lead) = feed.state.withLock { ($0.last, $0.cuts != cuts, $0.lead) }
        if isCut { throw TransportError(.cut, reason: "cut") }
        if last > position {
          let end = min(last, position + 500)
          let text = (position + 1...end).map {
            """
            event: api.data.inserted
            id: \(lead)\($0)
            data: {"resource":"things","id":"t-\($0)"}


            """
          }
          position = end
          return Data(text.joined().utf8)
        }
        await withTaskCancellationHandler {
          await withCheckedContinuation { continuation in
            let isOver = feed.state.withLock { state in
              if state.last > position || state.cuts != cuts || Task.isCancelled { return true }
              state.waiting.append(continuation)
              return false
            }
            if isOver { continuation.resume() }
          }
        } onCancel: {
          feed.change { _ in }
        }
      }
      throw CancellationError()
    }
  }
}

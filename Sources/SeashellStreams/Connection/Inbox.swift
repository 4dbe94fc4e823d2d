import CoreLoop
import CoreSystem
import Synchronization

/// The answers that a connection waits for.
///
/// All of them come to subjects below one prefix, so that one subscription receives them.
final class Inbox: Sendable {
  private struct Request {
    let answer: Waiter<StreamMessage, any Error>
    let subject: String
    let deadline: ContinuousClock.Instant
  }

  private struct State {
    var last = 0
    var waiting: [Int: Request] = [:]
    /// Whether a task looks for requests whose time is over.
    var isSwept = false
    var end: StreamError?
  }

  /// How often it looks for requests whose time is over.
  private static let interval = Duration.milliseconds(250)

  let prefix: String
  private let address: String
  private let state = Mutex(State())

  init(_ address: String) {
    self.address = address
    prefix = "_INBOX.\(String(UInt64.random(in: .min ... .max), radix: 36))."
  }

  func newToken() -> Int {
    state.withLock { state in
      state.last += 1
      return state.last
    }
  }

  func address(of token: Int) -> String { prefix + String(token) }

  /// Returns what will be given the answer.
  ///
  /// - Throws: why there will be none.
  func expect(
    _ token: Int, for subject: String, within patience: Duration
  ) throws(StreamError) -> Waiter<StreamMessage, any Error> {
    let deadline = ContinuousClock.now + patience
    let answer = Waiter<StreamMessage, any Error>()
    let (end, sweeps) = state.withLock { state -> (StreamError?, Bool) in
      if let end = state.end { return (end, false) }
      state.waiting[token] = Request(answer: answer, subject: subject, deadline: deadline)
      defer { state.isSwept = true }
      return (nil, !state.isSwept)
    }
    if let end { throw end }
    // It ends with the last request.
    if sweeps { Task { [weak self] in await self?.sweep() } }
    return answer
  }

  /// Expects an answer no longer.
  func forget(_ token: Int) { state.withLock { $0.waiting[token] = nil } }

  /// Ends the wait for an answer, if it goes on.
  private func fail(_ token: Int, _ error: any Error) {
    state.withLock { $0.waiting.removeValue(forKey: token) }?.answer.settle(.failure(error))
  }

  /// Ends all waits: after a lost connection the server sends no answers to what was asked before.
  func failAll() { fail(.lost(address)) { _ in true } }

  /// Ends all waits, also those to come.
  func end(_ error: StreamError) {
    state.withLock { $0.end = error }
    fail(error) { _ in true }
  }

  /// Ends the waits for subjects that the server does not allow.
  ///
  /// It names the subject: `Permissions Violation for Publish to "orders"`.
  ///
  /// - Returns: the error if it is a subject of somebody else to receive from.
  func fail(deniedBy complaint: String) -> StreamError? {
    guard complaint.lowercased().contains("permissions violation") else { return nil }
    let quoted = complaint.split(separator: "\"", omittingEmptySubsequences: false)
    let denied = quoted.count > 1 ? String(quoted[1]) : ""
    let isInbox = denied.hasPrefix(prefix)
    let isReceived = complaint.lowercased().contains("subscription")
    let what = isReceived ? "receive from" : "send to"
    let error = StreamError(.denied, "\(address) does not allow this user to \(what) '\(denied)'")
    fail(error) { isInbox || $0 == denied }
    return isReceived && !isInbox ? error : nil
  }

  /// Called on a thread of libnats.
  func take(_ message: StreamMessage) {
    guard let token = Int(message.subject.dropFirst(prefix.count)) else { return }
    state.withLock { $0.waiting.removeValue(forKey: token) }?.answer.settle(.success(message))
  }

  private func fail(_ error: StreamError, where isMeant: (_ subject: String) -> Bool) {
    let failed = state.withLock { state in
      let failed = state.waiting.filter { isMeant($0.value.subject) }
      for token in failed.keys { state.waiting.removeValue(forKey: token) }
      return failed.values.map(\.answer)
    }
    for answer in failed { answer.settle(.failure(error)) }
  }

  private func sweep() async {
    while true {
      try? await Task.sleep(for: Self.interval)
      let now = ContinuousClock.now
      let (late, isOver) = state.withLock { state -> ([Int], Bool) in
        let late = state.waiting.filter { $0.value.deadline <= now }.map(\.key)
        let isOver = late.count == state.waiting.count
        if isOver { state.isSwept = false }
        return (late, isOver)
      }
      for token in late { fail(token, StreamError(.unreachable, "\(address) does not answer")) }
      if isOver { return }
    }
  }
}

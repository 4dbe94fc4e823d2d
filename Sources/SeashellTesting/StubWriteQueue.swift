public import FoundationEssentials
public import SeashellHosting
public import SeashellKit
import Synchronization

/// A queue of writes in memory.
///
/// A closure decides the result of each attempt to send.
///
/// It sends no requests. Like the real queue, it posts `QueuedWriteSent` and `QueuedWriteFailed`.
public final class StubWriteQueue: WriteQueue {
  /// The result of an attempt to send a write.
  public enum Result: Sendable {
    /// The service accepts it.
    case sent(created: String? = nil)
    /// It is tried again later.
    case postponed(_ reason: String, status: Int? = nil, notBefore: Date? = nil)
    /// It is held, after a conflict with the values on the server.
    case held(_ reason: String, status: Int? = nil, theirs: JSONValue? = nil)
  }

  /// An attempt to send writes.
  public struct Run: Sendable, Equatable {
    /// The owner of the writes.
    public let owner: DataOwner
    /// The writes to send.
    public let selection: QueueSelection
  }

  private struct State {
    var writes: [QueuedWrite]
    var last: Int
    var added: [APIRequest] = []
    var admit: @Sendable (APIRequest) throws -> Void = { _ in }
    var overwriting: Set<Int> = []
    var runs: [Run] = []
    var isBusy = false
    var error: QueueError?

    mutating func replace(_ write: QueuedWrite) {
      guard let index = writes.firstIndex(where: { $0.number == write.number }) else { return }
      writes[index] = write
    }
  }

  private let state: Mutex<State>
  private let send: @Sendable (QueuedWrite) async throws -> Result

  /// Creates a queue.
  ///
  /// - Parameters:
  ///   - writes: the queued writes, in order.
  ///   - send: returns the result of an attempt; by default the service accepts all writes.
  public init(
    _ writes: [QueuedWrite] = [],
    send: @escaping @Sendable (QueuedWrite) async throws -> Result = { _ in .sent() }
  ) {
    state = Mutex(State(writes: writes, last: writes.map(\.number).max() ?? 0))
    self.send = send
  }

  /// The writes of all owners.
  public var writes: [QueuedWrite] { state.withLock { $0.writes } }

  /// The requests that were added.
  var added: [APIRequest] { state.withLock { $0.added } }

  /// Checks a request before it is added.
  var admit: @Sendable (APIRequest) throws -> Void {
    get { state.withLock { $0.admit } }
    set { state.withLock { $0.admit = newValue } }
  }

  /// The calls of `send` so far, without those while another process was sending.
  public var runs: [Run] { state.withLock { $0.runs } }

  /// The writes that may overwrite changes on the server.
  public var overwriting: Set<Int> { state.withLock { $0.overwriting } }

  /// Whether another process is sending.
  public var isBusy: Bool {
    get { state.withLock { $0.isBusy } }
    set { state.withLock { $0.isBusy = newValue } }
  }

  /// The error that all calls throw; nil if they succeed.
  public var error: QueueError? {
    get { state.withLock { $0.error } }
    set { state.withLock { $0.error = newValue } }
  }

  /// Whether a write was ever added.
  public var mayHaveWrites: Bool { state.withLock { $0.last > 0 || $0.error != nil } }

  /// Adds a write, without its fields.
  public func add(
    _ request: APIRequest, of owner: DataOwner, base: JSONValue?, isInDoubt: Bool
  ) async throws -> QueuedWrite {
    try check()
    try admit(request)
    return state.withLock { state in
      state.last += 1
      state.added.append(request)
      var write = QueuedWrite(
        number: state.last, owner: owner, method: request.method, path: request.path,
        createdAt: Date())
      write.base = base
      write.isInDoubt = isInDoubt
      state.writes.append(write)
      return write
    }
  }

  /// Returns an owner's writes.
  public func writes(of owner: DataOwner?) async throws -> [QueuedWrite] {
    try check()
    return writes.filter { owner == nil || $0.owner == owner }
  }

  /// Calls the closure for each write that can be sent.
  ///
  /// A write that depends on another queued one is left out. A write that is postponed without a status
  /// ends the run.
  public func send(
    of owner: DataOwner, on client: any APIClient, _ selection: QueueSelection,
    report: @MainActor @Sendable (QueueOutcome) -> Void
  ) async throws -> Bool {
    try check()
    guard !isBusy else { return false }
    state.withLock { $0.runs.append(Run(owner: owner, selection: selection)) }
    for write in writes where write.owner == owner && write.state == .waiting {
      try Task.checkCancellation()
      let isBlocked = writes.contains { $0.number == write.dependsOn }
      guard Self.selects(write, selection), !isBlocked else { continue }
      let outcome = finish(write, try await send(write))
      post(outcome, of: client)
      await report(outcome)
      if case .postponed(let write) = outcome, write.status == nil { break }
    }
    return true
  }

  /// Lets a held write be sent again.
  public func release(_ number: Int, overwriting overwrites: Bool) async throws {
    try check()
    try state.withLock { state in
      guard let index = state.writes.firstIndex(where: { $0.number == number }) else {
        throw QueueError(.notFound, "no write has the id '\(QueuedWrite.id(number))'")
      }
      state.writes[index] = state.writes[index].with(.waiting)
      if overwrites { state.overwriting.insert(number) }
    }
  }

  /// Removes writes, with those that depend on them.
  public func drop(_ numbers: Set<Int>) async throws -> [QueuedWrite] {
    try check()
    return state.withLock { state in
      var numbers = numbers
      for write in state.writes {
        if let other = write.dependsOn, numbers.contains(other) { numbers.insert(write.number) }
      }
      let dropped = state.writes.filter { numbers.contains($0.number) }
      state.writes.removeAll { numbers.contains($0.number) }
      return dropped
    }
  }

  private func check() throws { if let error { throw error } }

  private static func selects(_ write: QueuedWrite, _ selection: QueueSelection) -> Bool {
    switch selection {
    case .due: write.notBefore.map { $0 <= Date() } ?? true
    case .all: true
    case .only(let number): write.number == number
    }
  }

  private func finish(_ write: QueuedWrite, _ result: Result) -> QueueOutcome {
    state.withLock { state in
      switch result {
      case .sent(let created):
        state.writes.removeAll { $0.number == write.number }
        return .sent(write, created: created)
      case .postponed(let reason, let status, let notBefore):
        let next = write.with(.waiting, reason, status: status, notBefore: notBefore)
        state.replace(next)
        return .postponed(next)
      case .held(let reason, let status, let theirs):
        let next = write.with(.held, reason, status: status, theirs: theirs)
        state.replace(next)
        return .held(next)
      }
    }
  }

  private func post(_ outcome: QueueOutcome, of client: any APIClient) {
    switch outcome {
    case .sent(let write, let created):
      client.events?.post(QueuedWriteSent(write, in: client.environmentID, id: created))
    case .held(let write):
      client.events?.post(
        QueuedWriteFailed(write, in: client.environmentID, reason: write.reason ?? ""))
    case .postponed: break
    }
  }
}

extension QueuedWrite {
  /// The write in another state; a reason means that an attempt was made.
  fileprivate func with(
    _ state: State, _ reason: String? = nil, status: Int? = nil, theirs: JSONValue? = nil,
    notBefore: Date? = nil
  ) -> QueuedWrite {
    var write = self
    (write.state, write.reason, write.status) = (state, reason, status)
    (write.theirs, write.notBefore) = (theirs, notBefore)
    if reason != nil { write.tries += 1 }
    return write
  }
}

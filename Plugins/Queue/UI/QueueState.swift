import Observation
import SeashellHosting
import SeashellKit

@Observable @MainActor
final class QueueState {
  private(set) var changes = 0

  /// The current owner's writes when they were last read, for completion.
  @ObservationIgnored private var known: (owner: DataOwner, writes: [QueuedWrite])?

  @ObservationIgnored private let apis: APIRegistry
  @ObservationIgnored private let clock: any Clock<Duration>
  @ObservationIgnored private let fetch: CompletionFetch

  init(_ apis: APIRegistry, clock: any Clock<Duration>) {
    self.apis = apis
    self.clock = clock
    fetch = CompletionFetch(clock: clock)
  }

  private var offline: OfflineAccess { apis.current.context.offline }
  private var client: EnvironmentClient { apis.current.client }
  private var user: UserState { apis.current.context.user }

  var signInHint: String? { user.signInHint }

  /// Throws `unauthorized` if the account of the session is unknown.
  func owner() async throws -> DataOwner {
    if let owner = await offline.owner() { return owner }
    throw ShellError(
      .unauthorized, "whose session this is on \(client.environment.name) is not known",
      hint: user.signInHint)
  }

  /// Returns the writes of the current environment and account, in the order in which they are sent.
  func writes() async throws -> [QueuedWrite] {
    let owner = try await owner()
    let writes = try await writes(of: owner)
    known = (owner, writes)
    return writes
  }

  func allWrites() async throws -> [QueuedWrite] { try await writes(of: nil) }

  /// Returns the write with a name, if the current environment and account have it.
  func write(_ name: WriteName) async throws -> QueuedWrite {
    let owner = try await owner()
    guard let write = try await allWrites().first(where: { $0.number == name.number }) else {
      throw ShellError.unknownWrite(name)
    }
    guard write.owner == owner else { throw ShellError.foreignWrite(write) }
    return write
  }

  /// Sends writes of the current environment and account, after waiting for another shell that is
  /// sending.
  ///
  /// `whenBusy` is called once if there is one, and `report` after each attempt.
  func send(
    _ selection: QueueSelection, whenBusy: () -> Void,
    report: @MainActor @Sendable (QueueOutcome) -> Void
  ) async throws {
    let (queue, owner) = (try queue(), try await owner())
    defer { noteChange() }
    var isBusy = false
    while try await !queue.send(of: owner, on: client, selection, report: report) {
      if !isBusy { whenBusy() }
      isBusy = true
      try await clock.sleep(for: .milliseconds(500))
    }
  }

  /// Releases a held write, so that it can be sent again; `overwrites` is whether it may overwrite
  /// the current values on the server.
  func release(_ write: QueuedWrite, overwriting overwrites: Bool) async throws {
    let queue = try queue()
    defer { noteChange() }
    try await queue.release(write.number, overwriting: overwrites)
  }

  /// Removes writes without sending them, with those that depend on them; returns all of these.
  func drop(_ numbers: Set<Int>) async throws -> [QueuedWrite] {
    let queue = try queue()
    defer { noteChange() }
    return try await queue.drop(numbers)
  }

  func noteChange() { changes += 1 }

  /// Returns the writes that match a query, as last read, and reads them again for the next query.
  func candidates(for query: CompletionQuery) -> [CompletionSource.Candidate] {
    guard let queue = offline.queue, queue.mayHaveWrites else { return [] }
    // Nil if the signed-in user has not been determined yet; reading the writes does that.
    let owner = offline.lastOwner
    let subject = "\(changes) \(owner?.environment ?? "") \(owner?.account ?? "")"
    fetch.start(subject, for: query) { [weak self] in _ = try await self?.writes() }
    var matches = CompletionMatches(query)
    for write in owner != nil && known?.owner == owner ? known?.writes ?? [] : [] {
      matches.offer(write.id, QueueView.abstract(write))
    }
    return matches.candidates
  }

  private func writes(of owner: DataOwner?) async throws -> [QueuedWrite] {
    let queue = try queue()
    guard queue.mayHaveWrites else { return [] }
    return try await queue.writes(of: owner)
  }

  private func queue() throws -> any WriteQueue {
    if let queue = offline.queue { return queue }
    throw ShellError(.failed, "this shell has no queue, so no writes can wait")
  }
}

import CoreEvents
import CoreSystem
import FoundationEssentials
import WebAPI
import WebMessages

/// Sends an owner's writes, each at most once.
///
/// A later run repeats a write that the service may have received only if the service carries out writes with
/// the same key once, or if the user asks for it.
///
/// It goes through the queue by number and reads one write at a time, so that it notices writes that are
/// added or dropped meanwhile. It runs outside the queue's actor, which stays free for other tasks.
struct QueueSender: Sendable {
  let queue: SQLiteWriteQueue
  let owner: DataOwner
  let client: any APIClient
  let selection: QueueSelection

  private var honorsKeys: Bool { client.snapshot.settings.honorsIdempotencyKeys }

  /// Sends until there are no more writes, or the others would fail for the same reason as the last one.
  func run(_ report: @MainActor @Sendable (QueueOutcome) -> Void) async throws {
    if case .only(let number) = selection,
      try await !queue.writes(of: owner).contains(where: { $0.number == number })
    {
      throw QueueError.missing(number)
    }
    var order = QueueOrder(selection, at: queue.now())
    var last = 0
    while let write = try await queue.first(after: last, of: owner) {
      try Task.checkCancellation()
      if case .only(let number) = selection, write.number > number { return }
      last = write.number
      switch order.decide(write) {
      case .skip: continue
      case .behind(let number):
        await report(.postponed(write.waiting(behind: number)))
        return
      case .send:
        // The user may have switched to another environment.
        let snapshot = client.snapshot
        guard snapshot.address == owner.address else { return }
        guard try await send(write, in: snapshot.environmentID, &order, report) else { return }
      }
    }
  }

  /// Sends a write; returns false if the others would fail too.
  private func send(
    _ write: QueuedWrite, in environment: EnvironmentID, _ order: inout QueueOrder,
    _ report: @MainActor @Sendable (QueueOutcome) -> Void
  ) async throws -> Bool {
    let row: QueueRow
    switch try await queue.begin(write.number, honorsKeys: honorsKeys) {
    case .gone: return true
    case .held(let write):
      order.block(write)
      await failed(write, in: environment, report)
      return true
    case .send(let found): row = found
    }
    let result = try await attempt(row)
    if case .sent = result, row.write.method != .post {
      await queue.changed(owner, row.request.path)
    }
    let left = try await queue.finish(row, result)
    switch result {
    case .sent(let created):
      client.events?.post(QueuedWriteSent(write, in: environment, id: created))
      await report(.sent(row.write, created: created))
    case .held(let setback, _):
      order.block(write)
      if let left { await failed(left, in: environment, report) }
      return !setback.concernsAll
    case .postponed(let setback):
      order.block(write)
      // The user no longer needs a report about a write that was dropped meanwhile.
      if let left { await report(.postponed(left)) }
      return !setback.concernsAll
    }
    return true
  }

  private func attempt(_ row: QueueRow) async throws -> AttemptResult {
    var attempt = WriteAttempt(row: row, client: client, honorsKeys: honorsKeys)
    return try await attempt.run()
  }

  private func failed(
    _ write: QueuedWrite, in environment: EnvironmentID,
    _ report: @MainActor @Sendable (QueueOutcome) -> Void
  ) async {
    client.events?.post(QueuedWriteFailed(write, in: environment, reason: write.reason ?? ""))
    await report(.held(write))
  }
}

extension SQLiteWriteQueue {
  @concurrent
  nonisolated func send(
    of owner: DataOwner, on client: any APIClient, _ selection: QueueSelection,
    report: @MainActor @Sendable (QueueOutcome) -> Void
  ) async throws -> Bool {
    guard mayHaveWrites else { return true }
    guard let lock = try takeLock() else { return false }
    defer { lock.release() }
    try await QueueSender(queue: self, owner: owner, client: client, selection: selection)
      .run(report)
    return true
  }

  private nonisolated func takeLock() throws -> FileLock? {
    do {
      return try FileLock.take("\(directory)/queue.lock")
    } catch {
      throw QueueError(storage: error)
    }
  }
}

extension QueuedWrite {
  fileprivate func waiting(behind number: Int) -> QueuedWrite {
    var write = self
    write.reason = "\(QueuedWrite.id(number)) must be sent before it"
    return write
  }
}

import FoundationEssentials
import SeashellHosting
import SeashellKit
import SeashellTesting
import Testing

@testable import QueuePlugin

/// A shell with the module queue and queued writes.
@MainActor
final class QueueBench {
  nonisolated static let demo = owner("demo")

  let queue: StubWriteQueue
  let harness: ShellHarness
  let clock = ManualClock()

  /// Creates a shell.
  ///
  /// - Parameters:
  ///   - writes: the queued writes.
  ///   - user: the signed-in user; nil if there is none.
  ///   - sendsInBackground: whether queued writes are sent in the background, as at a prompt.
  ///   - send: returns the result of an attempt.
  init(
    _ writes: [QueuedWrite] = [], user: String? = "demo", answers: [String] = [],
    sendsInBackground: Bool = false, offline: OfflineMode = .never,
    send: @escaping @Sendable (QueuedWrite) async throws -> StubWriteQueue.Result = { _ in .sent() }
  ) throws {
    queue = StubWriteQueue(writes, send: send)
    harness = try ShellHarness(
      StubTransport(json: "{}"), console: RecordingConsole(answers: answers), clock: clock,
      storage: MemoryOfflineStorage(queue: queue), offline: offline)
    harness.context.offline.sendsInBackground = sendsInBackground
    signIn(user)
    try harness.load(QueueModule(harness.context))
  }

  var console: RecordingConsole { harness.console }

  func signIn(_ user: String?) {
    harness.setUser {
      user.map { SignedInUser(name: $0, environment: "test", expiresAt: nil) }
    }
  }

  func run(_ line: String) async -> (status: Int32, output: String, errors: String) {
    await harness.run(line)
  }

  nonisolated static func owner(
    _ account: String?, on environment: String = "test", at address: String = "http://localhost/v1"
  ) -> DataOwner {
    DataOwner(environment: environment, address: address, account: account)
  }

  nonisolated static func post(
    _ number: Int, of owner: DataOwner = demo, state: QueuedWrite.State = .waiting,
    reason: String? = nil, isInDoubt: Bool = false, notBefore: Date? = nil, dependsOn: Int? = nil
  ) -> QueuedWrite {
    var write = QueuedWrite(
      number: number, owner: owner, method: .post, path: "products/p-7/reviews",
      fields: ["rating": 5, "comment": "Good"],
      createdAt: Date(timeIntervalSince1970: 1_795_000_000))
    (write.state, write.reason, write.isInDoubt) = (state, reason, isInDoubt)
    (write.notBefore, write.dependsOn) = (notBefore, dependsOn)
    return write
  }

  /// A change of a review that other users changed too.
  nonisolated static func conflict(
    _ number: Int, _ method: HTTPMethod = .put, isInDoubt: Bool = false
  ) -> QueuedWrite {
    var write = QueuedWrite(
      number: number, owner: demo, method: method, path: "products/p-7/reviews/r-2",
      fields: method == .put ? ["rating": 4] : nil,
      createdAt: Date(timeIntervalSince1970: 1_795_000_000))
    write.base = ["rating": 5]
    write.theirs = ["rating": 1]
    write.state = .held
    write.reason = "it was changed meanwhile"
    write.status = 412
    write.tries = 1
    write.isInDoubt = isInDoubt
    return write
  }
}

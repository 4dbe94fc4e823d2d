import FoundationEssentials
import SeashellHosting
import SeashellKit
import SeashellTesting
import Testing

@testable import SessionPlugin

/// The stored data and the queued writes after the user has signed out.
@MainActor
@Suite struct StoredDataTests {
  private static let demo = DataOwner(
    environment: "test", address: "http://localhost/v1", account: "demo")

  private static func write(_ number: Int, of account: String = "demo") -> QueuedWrite {
    QueuedWrite(
      number: number,
      owner: DataOwner(environment: "test", address: "http://localhost/v1", account: account),
      method: .post, path: "reviews", createdAt: Date())
  }

  private static func bench(_ writes: [QueuedWrite] = []) async throws -> (
    SessionBench, MemoryOfflineStorage
  ) {
    let storage = MemoryOfflineStorage(queue: StubWriteQueue(writes))
    let bench = try SessionBench(storage: storage)
    try await bench.signIn()
    return (bench, storage)
  }

  @Test func `logout removes the account's store`() async throws {
    let (bench, storage) = try await Self.bench()
    #expect(await bench.harness.context.offline.owner() == Self.demo)
    #expect(await bench.run("session logout").status == 0)
    #expect(storage.removed == [Self.demo])
    #expect(bench.console.notices.last == "signed out")
  }

  @Test func `logout --keep keeps the account's store`() async throws {
    let (bench, storage) = try await Self.bench()
    #expect(await bench.run("session logout --keep").status == 0)
    #expect(storage.removed.isEmpty)
    #expect(bench.folder.kept() == nil)
  }

  @Test func `logout removes the store even if the server is not reached`() async throws {
    let (bench, storage) = try await Self.bench([Self.write(1)])
    bench.shop.intercept { _ in throw TransportError(.unconnected, reason: "no network") }
    let result = await bench.run("session logout")
    #expect(result.status == 5)
    #expect(storage.removed == [Self.demo])
    #expect(
      bench.console.notices.last == "1 write of demo stays in the queue until demo signs in again")
  }

  @Test func `logout removes nothing without a session`() async throws {
    let storage = MemoryOfflineStorage()
    let bench = try SessionBench(storage: storage)
    #expect(await bench.run("session logout").status == 4)
    #expect(storage.removed.isEmpty)
  }

  @Test func `logout keeps and counts queued writes`() async throws {
    let (bench, storage) = try await Self.bench([
      Self.write(1), Self.write(2), Self.write(3, of: "maja"),
    ])
    #expect(await bench.run("session logout").status == 0)
    #expect(
      bench.console.notices.suffix(2) == [
        "2 writes of demo stay in the queue until demo signs in again", "signed out",
      ])
    #expect(try await storage.queue.writes(of: nil).count == 3)
  }

  @Test func `logout reports a store that cannot be removed`() async throws {
    let storage = MemoryOfflineStorage()
    storage.removalError = ShellError(
      .failed, "cannot remove 'demo.db'", hint: "remove it yourself")
    let bench = try SessionBench(storage: storage)
    try await bench.signIn()
    let result = await bench.run("session logout")
    #expect(result.status == 1)
    #expect(
      result.errors.contains(
        "signed out, but what was stored of your data is still there: cannot remove 'demo.db'; "
          + "remove it yourself"), "\(result.errors)")
    #expect(bench.folder.kept() == nil)
  }
}

import FoundationEssentials
import SeashellTesting
import Synchronization
import Testing

@testable import SeashellKit

/// A record of a test.
private struct Thing: StoredRecord, Equatable, Identifiable {
  static let storedKind = "things"
  let id: String
  var searchText: String { id }
}

@Suite @MainActor struct OfflineFirstServiceTests {
  private let clock = ManualClock()
  private let store = MemoryRecordStore()

  private func service(
    _ offline: OfflineMode = .auto
  ) throws -> (ShellHarness, OfflineFirstService<Thing>) {
    let harness = try ShellHarness(
      StubTransport(json: "{}"), clock: clock,
      storage: MemoryOfflineStorage { [store] _ in store }, offline: offline)
    return (harness, OfflineFirstService(harness.context.offline))
  }

  private nonisolated static let lost = APIError(.unconnected, detail: "refused")
  private static let lostAndUnknown = ShellError(
    .unconnected, "not connected: refused, and nothing of it is stored here",
    hint: "check the connection and the address, and try again")

  @Test(.timeLimit(.minutes(1)))
  func `once the service is known to be lost, its answer is waited for a second`() async throws {
    let (harness, service) = try service()
    _ = try await service.record("t-1", of: "things") { Thing(id: "t-1") }
    #expect(harness.context.client.health?.lose() == true)
    let wasCancelled = Mutex(false)
    let answer = Task { [clock] in
      try await service.record("t-1", of: "things") {
        do {
          try await clock.sleep(for: .seconds(60))
        } catch {
          wasCancelled.withLock { $0 = true }
          throw error
        }
        throw Self.lost
      }
    }
    await clock.sleepers(2)
    clock.advance(by: .seconds(1))
    #expect(try await answer.value == Thing(id: "t-1"))
    #expect(wasCancelled.withLock { $0 })
  }

  @Test func `requests are repeated only if the store has no answer`() async throws {
    let (_, service) = try service()
    let retries = Mutex<[Bool]>([])
    func read(_ id: String) async throws -> Thing {
      try await service.record(id, of: "things") {
        retries.withLock { $0.append(EnvironmentClient.retriesLostConnections) }
        throw Self.lost
      }
    }
    _ = try await service.record("t-1", of: "things") { Thing(id: "t-1") }
    #expect(try await read("t-1") == Thing(id: "t-1"))
    #expect(retries.withLock { $0 } == [false])
    await #expect(throws: Self.lostAndUnknown) { try await read("t-2") }
    #expect(retries.withLock { $0 } == [false, false, true])
  }

  @Test func `a record that is gone is forgotten, other errors leave it`() async throws {
    let (_, service) = try service()
    _ = try await service.record("t-1", of: "things") { Thing(id: "t-1") }
    for (status, known) in [(503, ["t-1"]), (403, ["t-1"]), (404, [])] {
      _ = try? await service.record("t-1", of: "things") {
        throw APIError(.unavailable, status: status)
      }
      #expect(store.ids(of: "things") == known)
    }
  }

  @Test func `what one user has read is not shown to another one`() async throws {
    let stores = Mutex<[DataOwner: MemoryRecordStore]>([:])
    let harness = try ShellHarness(
      StubTransport(json: "{}"),
      storage: MemoryOfflineStorage { owner in
        stores.withLock { stores in
          let store = stores[owner] ?? MemoryRecordStore()
          stores[owner] = store
          return store
        }
      }, offline: .auto)
    let service = OfflineFirstService<Thing>(harness.context.offline)
    func signIn(_ user: SignedInUser?) { harness.context.user.provider = { user } }
    signIn(SignedInUser(name: "ada", environment: "test", expiresAt: nil))
    _ = try await service.record("t-1", of: "things") { Thing(id: "t-1") }
    for other in [nil, SignedInUser(name: "bob", environment: "test", expiresAt: nil)] {
      signIn(other)
      await #expect(throws: Self.lostAndUnknown) {
        try await service.record("t-1", of: "things") { throw Self.lost }
      }
    }
    // Of a user whose account is not known, nothing is stored.
    signIn(SignedInUser(name: nil, environment: "test", expiresAt: nil))
    _ = try await service.record("t-2", of: "things") { Thing(id: "t-2") }
    #expect(stores.withLock { $0.values.flatMap { $0.ids(of: "things") } } == ["t-1"])
  }

  @Test func `what came for another environment than the current one is not stored`() async throws {
    let (harness, service) = try service()
    let other = try APIEnvironment("other", "http://localhost", version: "v1")
    _ = try await service.record("t-1", of: "things") { [client = harness.context.client] in
      client.environment = other
      return Thing(id: "t-1")
    }
    #expect(store.ids(of: "things").isEmpty)
  }

  @Test func `pages with gaps between them are listed as far as they are known`() async throws {
    let (_, service) = try service()
    for page in [1, 3] {
      _ = try await service.page(
        OfflineQuery("things"), PageSelection(page: page, perPage: 2)
      ) { APIPage(elements: [Thing(id: "\(page)a"), Thing(id: "\(page)b")], total: 9) }
    }
    let first = try await service.page(OfflineQuery("things"), PageSelection(perPage: 2)) {
      throw Self.lost
    }
    var ids: [String] = []
    try await first.forEachPage(
      of: "things", following: { try await service.page(following: $0) { throw Self.lost } },
      { ids += $0.elements.map(\.id) })
    #expect(ids == ["1a", "1b", "3a", "3b"])
    await #expect(throws: Self.lostAndUnknown) {
      _ = try await service.page(OfflineQuery("things"), PageSelection(page: 2, perPage: 2)) {
        throw Self.lost
      }
    }
  }

  @Test func `what a command has answered from the store is one notice`() {
    let answers = StoredAnswers()
    #expect(answers.notice == nil)
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    answers.add("it is gone", since: now - 60, of: "a", remark: nil)
    answers.add("it is gone", since: now - 7200, of: "b", remark: "5 of 9 are known")
    answers.add("it is gone", since: nil, of: "b", remark: "6 of 9 are known")
    #expect(answers.notice?.text(at: now) == "from 2 hours ago; it is gone; 6 of 9 are known")
    answers.add("it is gone", since: nil, of: "c", remark: "1 of 9 are known")
    #expect(answers.notice?.remark == "some lists are known in part")
  }

  @Test(arguments: [
    (0, "1 second ago"), (59, "59 seconds ago"), (60, "1 minute ago"), (3600, "1 hour ago"),
    (170_000, "47 hours ago"), (172_800, "2 days ago"), (-31_536_000, "2028-01-15T08:00:00Z"),
  ])
  func `ages are never negative`(seconds: Double, text: String) {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    let answers = StoredAnswers()
    answers.add("x", since: now - seconds, of: "things", remark: nil)
    #expect(answers.notice?.text(at: now) == "from \(text); x")
  }
}

@testable import ShellCommands
import FoundationEssentials
import SeashellTesting
import Synchronization
import Testing

import SeashellHosting
@testable import SeashellKit

/// A record of a test.
private struct Thing: Codable, Equatable, Identifiable {
  let id: String
}

private struct Things: Listing {
  static let name = "things"
  static let one = "thing"
  static let paging = Paging.cursor("after", from: .field("next"), size: "limit")
  let path: APIPath = "things"
  func map(_ dto: Thing) -> Thing { dto }
}

/// A record whose id is unique within its project only.
private struct Ticket: Codable, Identifiable {
  let id: String
  let project: String
}

private struct Tickets: Listing {
  static let name = "tickets"
  static let one = "ticket"
  let project: String
  var path: APIPath { "projects/\(project)/tickets" }
  func map(_ dto: Ticket) -> Ticket { dto }
  static func key(of ticket: Ticket) -> String { "\(ticket.project)/\(ticket.id)" }
  func key(of id: String) -> String { "\(project)/\(id)" }
}

@Suite @MainActor struct OfflineFirstServiceTests {
  private let clock = ManualClock()
  private let store = MemoryRecordStore()

  private func service(
    _ offline: OfflineMode = .auto
  ) throws -> (ShellHarness, OfflineFirstService<Things>) {
    let harness = try ShellHarness(
      StubTransport(json: "{}"), clock: clock,
      storage: MemoryOfflineStorage { [store] _ in store }, offline: offline)
    return (harness, harness.context.service())
  }

  private nonisolated static let lost = APIError(.unconnected, detail: "refused")
  private static let lostAndUnknown = ShellError(
    .unconnected, "not connected: refused, and nothing of it is stored here",
    hint: "check the connection and the address, and try again")

  @Test func `a service that is known to be lost gets one second to answer`() async throws {
    let (harness, service) = try service()
    _ = try await service.record("t-1", of: Things()) { Thing(id: "t-1") }
    #expect(harness.context.client.health?.lose() == true)
    let wasCancelled = Mutex(false)
    let answer = Task { [clock] in
      try await service.record("t-1", of: Things()) {
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

  @Test func `requests are retried only if the store has no answer`() async throws {
    let (_, service) = try service()
    let retries = Mutex<[Bool]>([])
    func read(_ id: String) async throws -> Thing {
      try await service.record(id, of: Things()) {
        retries.withLock { $0.append(EnvironmentClient.retriesLostConnections) }
        throw Self.lost
      }
    }
    _ = try await service.record("t-1", of: Things()) { Thing(id: "t-1") }
    #expect(try await read("t-1") == Thing(id: "t-1"))
    #expect(retries.withLock { $0 } == [false])
    await #expect(throws: Self.lostAndUnknown) { try await read("t-2") }
    #expect(retries.withLock { $0 } == [false, false, true])
  }

  @Test func `a deleted record leaves the store, and other errors keep it`() async throws {
    let (_, service) = try service()
    _ = try await service.record("t-1", of: Things()) { Thing(id: "t-1") }
    for (status, known) in [(503, ["t-1"]), (403, ["t-1"]), (404, [])] {
      _ = try? await service.record("t-1", of: Things()) {
        throw APIError(.unavailable, status: status)
      }
      #expect(store.ids(of: "things") == known)
    }
  }

  @Test func `records stored for one user are not shown to another`() async throws {
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
    let service = harness.context.service(of: Things.self)
    func signIn(_ user: SignedInUser?) { harness.setUser { user } }
    signIn(SignedInUser(name: "ada", environment: "test", expiresAt: nil))
    _ = try await service.record("t-1", of: Things()) { Thing(id: "t-1") }
    for other in [nil, SignedInUser(name: "bob", environment: "test", expiresAt: nil)] {
      signIn(other)
      await #expect(throws: Self.lostAndUnknown) {
        try await service.record("t-1", of: Things()) { throw Self.lost }
      }
    }
    // For a user whose account is unknown, nothing is stored.
    signIn(SignedInUser(name: nil, environment: "test", expiresAt: nil))
    _ = try await service.record("t-2", of: Things()) { Thing(id: "t-2") }
    #expect(stores.withLock { $0.values.flatMap { $0.ids(of: "things") } } == ["t-1"])
  }

  @Test func `a response for another environment is not stored`() async throws {
    let (harness, service) = try service()
    let other = try APIEnvironment("other", "http://localhost", version: "v1")
    _ = try await service.record("t-1", of: Things()) { [client = harness.context.client] in
      client.environment = other
      return Thing(id: "t-1")
    }
    #expect(store.ids(of: "things").isEmpty)
  }

  @Test func `stored pages with gaps between them are listed`() async throws {
    let (_, service) = try service()
    for page in [1, 3] {
      _ = try await service.page(PageSelection(page: page, perPage: 2), of: Things()) {
        APIPage(elements: [Thing(id: "\(page)a"), Thing(id: "\(page)b")], total: 9)
      }
    }
    let first = try await service.page(PageSelection(perPage: 2), of: Things()) {
      throw Self.lost
    }
    var ids: [String] = []
    try await first.forEachPage(
      of: "things", following: { try await service.page(following: $0) { throw Self.lost } },
      { ids += $0.elements.map(\.id) })
    #expect(ids == ["1a", "1b", "3a", "3b"])
    await #expect(throws: Self.lostAndUnknown) {
      _ = try await service.page(PageSelection(page: 2, perPage: 2), of: Things()) {
        throw Self.lost
      }
    }
  }

  @Test func `pages behind cursors keep their order in the store`() async throws {
    let (things, limit) = ((1...47).map { #"{"id":"t-\#($0)"}"# }, 10)
    let isLost = Mutex(false)
    let transport = StubTransport { request in
      if isLost.withLock({ $0 }) { throw TransportError(.unconnected, reason: "refused") }
      let query = URLComponents(url: request.url, resolvingAgainstBaseURL: true)?.queryItems ?? []
      let start = query.last { $0.name == "after" }?.value.flatMap { Int($0.dropFirst(2)) } ?? 0
      let page = things.dropFirst(start).prefix(limit).joined(separator: ",")
      let next = start + limit < things.count ? #""c-\#(start + limit)""# : "null"
      return HTTPResponse(
        status: 200, body: HTTPBody(Data(#"{"things":[\#(page)],"next":\#(next)}"#.utf8)))
    }
    let harness = try ShellHarness(
      transport, storage: MemoryOfflineStorage { [store] _ in store }, offline: .auto)
    let service = harness.context.service(of: Things.self)
    func ids() async throws -> [String] {
      var ids: [String] = []
      try await service.forEachPage(of: Things()) { (page: [Thing]) in ids += page.map(\.id) }
      return ids
    }
    let online = try await ids()
    #expect(online == (1...47).map { "t-\($0)" })
    #expect(transport.requests.count == 5)
    isLost.withLock { $0 = true }
    #expect(try await ids() == online)
  }

  @Test func `records with equal ids below different parents are kept apart`() async throws {
    let harness = try ShellHarness(
      StubTransport(json: "{}"), storage: MemoryOfflineStorage { [store] _ in store },
      offline: .auto)
    let service = harness.context.service(of: Tickets.self)
    for project in ["WEB", "API"] {
      _ = try await service.record("12", of: Tickets(project: project)) {
        Ticket(id: "12", project: project)
      }
    }
    #expect(store.ids(of: "tickets") == ["WEB/12", "API/12"])
    for project in ["WEB", "API"] {
      let ticket = try await service.record("12", of: Tickets(project: project)) { throw Self.lost }
      #expect(ticket.project == project)
    }
  }

  @Test func `a command with several stored answers prints one notice`() {
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
  func `the age of a stored answer is never negative`(seconds: Double, text: String) {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    let answers = StoredAnswers()
    answers.add("x", since: now - seconds, of: "things", remark: nil)
    #expect(answers.notice?.text(at: now) == "from \(text); x")
  }
}

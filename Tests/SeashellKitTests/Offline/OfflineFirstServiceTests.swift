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
  let noun = Noun("thing")
  let paging = Paging.cursor("after", from: .field("next"), size: "limit")
  let path: APIPath = "things"
  var search: String?
  func map(_ dto: Thing) -> Thing { dto }
}

private struct Boxes: Listing {
  private struct Envelope: Decodable { let box: Thing }

  let noun = Noun("box", "boxes")
  let path: APIPath = "boxes"
  func map(_ dto: Thing) -> Thing { dto }
  func model(in response: APIResponse) throws -> Thing {
    let envelope: Envelope = try response.resource()
    return envelope.box
  }
}

/// A record whose id is unique within its project only.
private struct Ticket: Codable, Identifiable {
  let id: String
  let project: String
}

private struct Tickets: Listing {
  let noun = Noun("ticket")
  let project: String
  var path: APIPath { "projects/\(project)/tickets" }
  func map(_ dto: Ticket) -> Ticket { dto }
  func key(of ticket: Ticket) -> String { "\(ticket.project)/\(ticket.id)" }
  func key(ofID id: String) -> String { "\(project)/\(id)" }
}

private struct PlainThings: Listing {
  let noun = Noun("thing")
  let path: APIPath = "things"
  func map(_ dto: Thing) -> Thing { dto }
}

/// A part, of whose car its JSON says nothing.
private struct Part: Decodable, Identifiable, CustomStringConvertible {
  let id: String
  var car = ""

  private enum CodingKeys: CodingKey { case id }

  var description: String { "\(id) of \(car)" }
}

private struct Parts: Listing {
  let noun = Noun("part")
  var car: String
  var isSearched = false
  var readsOthers = false
  var path: APIPath { "cars/\(car)/parts" }
  var search: String? { isSearched ? "" : nil }
  func map(_ dto: Part) -> Part { Part(id: dto.id, car: car) }
  func list(at resource: String) -> Parts? {
    readsOthers ? Parts(car: String(resource.split(separator: "/")[1])) : nil
  }
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

  private nonisolated static func received<Value: Encodable>(_ value: Value) -> Received<Value> {
    received(value, json: value)
  }

  /// A value in a response with a body.
  private nonisolated static func received<Value>(
    _ value: Value, json: some Encodable
  ) -> Received<Value> {
    let data = try? JSONEncoder().encode(json)
    return Received(
      value: value,
      response: APIResponse(statusCode: 200, data: data ?? Data(), request: APIRequest(path: "")))
  }

  private nonisolated static let lost = APIError(.unconnected, detail: "refused")
  private static let lostAndUnknown = ShellError(
    .unconnected, "not connected: refused, and nothing of it is stored here",
    hint: "check the connection and the address, and try again")

  @Test func `a service that is known to be lost gets one second to answer`() async throws {
    let (harness, service) = try service()
    _ = try await service.record("t-1", of: Things()) { Self.received(Thing(id: "t-1")) }
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
    _ = try await service.record("t-1", of: Things()) { Self.received(Thing(id: "t-1")) }
    #expect(try await read("t-1") == Thing(id: "t-1"))
    #expect(retries.withLock { $0 } == [false])
    await #expect(throws: Self.lostAndUnknown) { try await read("t-2") }
    #expect(retries.withLock { $0 } == [false, false, true])
  }

  @Test func `a deleted record leaves the store, and other errors keep it`() async throws {
    let (_, service) = try service()
    _ = try await service.record("t-1", of: Things()) { Self.received(Thing(id: "t-1")) }
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
    _ = try await service.record("t-1", of: Things()) { Self.received(Thing(id: "t-1")) }
    for other in [nil, SignedInUser(name: "bob", environment: "test", expiresAt: nil)] {
      signIn(other)
      await #expect(throws: Self.lostAndUnknown) {
        try await service.record("t-1", of: Things()) { throw Self.lost }
      }
    }
    // For a user whose account is unknown, nothing is stored.
    signIn(SignedInUser(name: nil, environment: "test", expiresAt: nil))
    _ = try await service.record("t-2", of: Things()) { Self.received(Thing(id: "t-2")) }
    #expect(stores.withLock { $0.values.flatMap { $0.ids(of: "things") } } == ["t-1"])
  }

  @Test func `a response for another environment is not stored`() async throws {
    let (harness, service) = try service()
    let other = try APIEnvironment("other", "http://localhost", version: "v1")
    _ = try await service.record("t-1", of: Things()) { [client = harness.context.client] in
      client.environment = other
      return Self.received(Thing(id: "t-1"))
    }
    #expect(store.ids(of: "things").isEmpty)
  }

  @Test func `stored pages with gaps between them are listed`() async throws {
    let (_, service) = try service()
    for page in [1, 3] {
      _ = try await service.page(PageSelection(page: page, perPage: 2), of: Things()) {
        let things = [Thing(id: "\(page)a"), Thing(id: "\(page)b")]
        return Self.received(APIPage(elements: things, total: 9), json: ["things": things])
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
        Self.received(Ticket(id: "12", project: project))
      }
    }
    #expect(store.ids(of: "tickets") == ["WEB/12", "API/12"])
    for project in ["WEB", "API"] {
      let ticket = try await service.record("12", of: Tickets(project: project)) { throw Self.lost }
      #expect(ticket.project == project)
    }
  }

  /// Lists that show what of a list's path their records do not have.
  @Test func `a record is read by the list that it was received of`() async throws {
    let parts = [#"{"id":"12","size":1}"#, #"{"id":"7","size":2}"#]
    let isLost = Mutex(false)
    let transport = StubTransport { request in
      if isLost.withLock({ $0 }) { throw TransportError(.unconnected, reason: "refused") }
      let path = request.url.path
      let body = path.hasSuffix("parts") ? "[\(parts.joined(separator: ","))]" : parts[0]
      return HTTPResponse(status: 200, body: HTTPBody(Data(body.utf8)))
    }
    let harness = try ShellHarness(
      transport, storage: MemoryOfflineStorage { [store] _ in store }, offline: .auto)
    let service = harness.context.service(of: Parts.self)
    func read(_ list: Parts) async -> [String]? {
      try? await service.page(PageSelection(), of: list).elements.map(\.description)
    }
    _ = try await service.record("12", of: Parts(car: "A"))
    #expect(await read(Parts(car: "B")) == ["12 of B", "7 of B"])
    isLost.withLock { $0 = true }
    #expect(await read(Parts(car: "B")) == ["12 of B", "7 of B"])
    // What is found among all records is of the list itself alone, as are single ones.
    #expect(await read(Parts(car: "B", isSearched: true)) == ["12 of B", "7 of B"])
    #expect(await read(Parts(car: "A", isSearched: true)) == nil)
    #expect(try await service.record("7", of: Parts(car: "B")).description == "7 of B")
    await #expect(throws: (any Error).self) { try await service.record("7", of: Parts(car: "A")) }
    // A list that reads the others' paths reads each record as its own list did.
    #expect(
      await read(Parts(car: "A", isSearched: true, readsOthers: true)) == ["12 of B", "7 of B"])
  }

  @Test(arguments: [
    (ServiceFormat.plain, #"[{"id":"t-1","more":[1.50]}]"#),
    (.container, #"{"data":[{"id":"t-1","more":[1.50]}],"meta":{"total":1}}"#),
    (.jsonapi, #"{"data":[{"type":"things","id":"t-1","attributes":{"more":[1.50]}}]}"#),
  ])
  func `records are stored as they were sent, in every format`(
    format: ServiceFormat, body: String
  ) async throws {
    let isLost = Mutex(false)
    let transport = StubTransport { _ in
      if isLost.withLock({ $0 }) { throw TransportError(.unconnected, reason: "refused") }
      return HTTPResponse(status: 200, body: HTTPBody(Data(body.utf8)))
    }
    let harness = try ShellHarness(
      transport, storage: MemoryOfflineStorage { [store] _ in store }, offline: .auto)
    harness.context.client.environment.format = format
    let service = harness.context.service(of: PlainThings.self)
    let page = try await service.page(PageSelection(), of: PlainThings())
    #expect(page.elements == [Thing(id: "t-1")])
    let json = try #require(try await store.record("t-1", of: "things")).json
    #expect(body.contains(String(decoding: json, as: UTF8.self)))
    #expect(String(decoding: json, as: UTF8.self).contains("[1.50]"))
    isLost.withLock { $0 = true }
    #expect(try await service.page(PageSelection(), of: PlainThings()).elements == page.elements)
  }

  @Test
  func `a page that a list sorts, and of which it leaves out records, is stored as it was shown`()
    async throws
  {
    let (_, service) = try service()
    _ = try await service.page(of: Things()) {
      let page = APIPage(elements: [Thing(id: "b"), Thing(id: "a")], total: 2)
      return Self.received(page, json: ["things": ["a", "x", "b"].map { Thing(id: $0) }])
    }
    let stored = try await service.page(of: Things()) { throw Self.lost }
    #expect(stored.elements.map(\.id) == ["b", "a"])
    // What cannot be read again is not stored, and nothing is taken for its place.
    _ = try await service.page(of: Things()) {
      let page = APIPage(elements: [Thing(id: "c"), Thing(id: "d")], total: 2)
      return Self.received(page, json: ["things": [["id": "c"], ["name": "d"]]])
    }
    #expect(store.ids(of: "things") == ["b", "a", "c"])
    #expect(
      try await service.page(of: Things()) { throw Self.lost }.elements.map(\.id) == ["b", "a"])
  }

  /// The answer to a request for a record has it in an envelope; a page has it bare.
  @Test func `only what a list reads in a page is stored`() async throws {
    let isLost = Mutex(false)
    let transport = StubTransport { request in
      if isLost.withLock({ $0 }) { throw TransportError(.unconnected, reason: "refused") }
      let isList = request.url.path.hasSuffix("boxes")
      let body = isList ? #"[{"id":"b-1"}]"# : #"{"box":{"id":"b-2"}}"#
      return HTTPResponse(status: 200, body: HTTPBody(Data(body.utf8)))
    }
    let harness = try ShellHarness(
      transport, storage: MemoryOfflineStorage { [store] _ in store }, offline: .auto)
    let service = harness.context.service(of: Boxes.self)
    #expect(try await service.record("b-2", of: Boxes()).id == "b-2")
    #expect(try await service.page(PageSelection(), of: Boxes()).elements.map(\.id) == ["b-1"])
    #expect(store.ids(of: "boxes") == ["b-1"])
    isLost.withLock { $0 = true }
    #expect(try await service.record("b-1", of: Boxes()).id == "b-1")
  }

  @Test func `a search of which no record can be read finds nothing stored`() async throws {
    let (_, service) = try service()
    try await store.save(
      [RecordData(id: "t-1", json: Data("{}".utf8), list: "things", searchText: "old")],
      of: "things", as: nil, at: .now)
    var things = Things()
    things.search = "old"
    await #expect(throws: Self.lostAndUnknown) {
      try await service.page(of: things) { throw Self.lost }
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

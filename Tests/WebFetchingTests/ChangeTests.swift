import CoreEvents
import SeashellTesting
import Testing
import WebAPI
import WebFetching
import WebMessages

/// How events affect stored lists and values.
@Suite @MainActor struct ChangeTests {
  nonisolated static let path = "products/p-7/reviews"
  let service = ScriptedService()
  let list = CollectionRequest<Int>(of: "reviews", clock: ManualClock()) { "\($0)" }

  init() async throws {
    service.pages = [[9, 8], [7, 6]]
    try await list.list(
      PageSelection(perPage: 2), from: service.source(Self.path, isNewestFirst: true)
    ) { _ in }
  }

  enum Outcome { case nothing, stale, dropped }

  @Test(
    arguments: [
      (.everything, .dropped),
      (DataChange(.invalidated, of: "products"), .dropped),
      (DataChange(.invalidated, of: "products", id: "p-7"), .dropped),
      (DataChange(.invalidated, of: path), .dropped),
      (DataChange(.invalidated, of: "products/p-77"), .nothing),
      (DataChange(.invalidated, of: "products", id: "p"), .nothing),
      (DataChange(.invalidated, of: "session"), .nothing),
      (DataChange(.invalidated, of: path + "/1/likes"), .nothing),
      (DataChange(.invalidated, of: path, id: "1"), .stale),
      (DataChange(.deleted, of: "products", id: "p-7"), .dropped),
      (DataChange(.deleted, of: "products", id: "p-2"), .nothing),
      (DataChange(.deleted, of: path), .dropped),
      (DataChange(.deleted, of: path, id: "1"), .stale),
      (DataChange(.updated, of: path, id: "9"), .stale),
      (DataChange(.updated, of: path), .stale),
      (DataChange(.updated, of: "products", id: "p-7"), .nothing),
      (DataChange(.inserted, of: path), .stale),
      (DataChange(.inserted, of: path, id: "10"), .stale),
      (DataChange(.inserted, of: "products/p-2/reviews", id: "10"), .nothing),
    ] as [(DataChange, Outcome)])
  func `a change expires only the data that it names`(change: DataChange, outcome: Outcome) {
    list.apply(change)
    #expect((list.position == nil) == (outcome == .dropped))
    #expect(list.elements == (outcome == .dropped ? [] : [9, 8]))
    #expect(list.isStale == (outcome == .stale))
    #expect(list.needsUpdate() == (outcome != .nothing))
  }

  @Test func `a deletion removes the element, and adjusts the total and the position`() async throws
  {
    list.apply(DataChange(.deleted, of: Self.path, id: "9"))
    #expect(list.elements == [8] && list.isStale)
    #expect(list.position == ListPosition(reached: 1, total: 3, hasMore: true))
    // The service's pages have shifted: the first element of the second page is now the last of the first
    // page.
    service.pages = [[8, 7], [6]]
    var shown: [Int] = []
    try await list.more { shown += $0 }
    #expect(shown == [7, 6] && list.elements == [8, 7, 6])
    #expect(service.requests == ["page 1", "page 1", "next 2"])
  }

  @Test func `an insertion moves the position, and shown elements are not shown again`()
    async throws
  {
    list.apply(DataChange(.inserted, of: Self.path, id: "10"))
    #expect(list.position == ListPosition(reached: 3, total: 5, hasMore: true))
    service.pages = [[10, 9], [8, 7], [6]]
    var shown: [Int] = []
    try await list.more { shown += $0 }
    #expect(shown == [7] && list.position == ListPosition(reached: 4, total: 5, hasMore: true))
  }

  @Test(arguments: [true, false])
  func `the user's own changes are not changes elsewhere`(hearsLate: Bool) {
    func change(_ change: DataChange, _ own: () -> Void) {
      if !hearsLate { list.apply(change) }
      own()
      if hearsLate { list.apply(change) }
      #expect(!list.isStale)
    }
    change(DataChange(.inserted, of: Self.path, id: "10")) {
      list.insert(10, at: Self.path)
    }
    #expect(list.elements == [10, 9, 8])
    #expect(list.position == ListPosition(reached: 3, total: 5, hasMore: true))
    change(DataChange(.updated, of: Self.path, id: "8")) {
      list.update(8, at: Self.path)
    }
    change(DataChange(.deleted, of: Self.path, id: "9")) {
      list.remove("9", at: Self.path)
    }
    #expect(list.elements == [10, 8])
    #expect(list.position == ListPosition(reached: 2, total: 4, hasMore: true))
    list.insert(11, at: "products/p-2/reviews")
    #expect(list.elements == [10, 8])
  }

  @Test func `pages that only repeat elements come to an end`() async throws {
    service.pages = [[1], [1], [1]]
    let all = CollectionRequest<Int>(of: "numbers") { "\($0)" }
    try await all.list(PageSelection(), from: service.source()) { _ in }
    try await all.more { #expect($0.isEmpty) }
    #expect(!all.hasMoreContent)
  }

  @Test(
    arguments: [
      (DataChange(.updated, of: "products", id: "p-1"), true, true),
      (DataChange(.inserted, of: "products/p-1"), true, true),
      (DataChange(.updated, of: "products", id: "p-11"), true, false),
      (DataChange(.updated, of: path, id: "9"), true, false),
      (DataChange(.deleted, of: "products", id: "p-1"), false, false),
      (DataChange(.invalidated, of: "products"), false, false),
      (.everything, false, false),
      (DataChange(.invalidated, of: "session"), true, false),
      (DataChange(.deleted, of: "products/p-1/reviews", id: "9"), true, false),
    ] as [(DataChange, Bool, Bool)])
  func `a resource is marked by changes of its own, and dropped with its collection`(
    change: DataChange, isKept: Bool, isStale: Bool
  ) async throws {
    let resource = ResourceRequest<Int>()
    try await resource.load("products/p-1") { 1 }
    resource.apply(change)
    #expect((resource.value != nil) == isKept && resource.isStale == isStale)
  }

  @Test func `the bus brings all four changes`() {
    let bus = EventBus()
    var changes: [any DataEvent] = []
    let subscriptions = bus.subscribeOnMain(toChanges: { changes.append($0) })
    bus.post(DataInserted(resource: "a", environment: .test))
    bus.post(DataUpdated(resource: "a", environment: .test))
    bus.post(DataDeleted(resource: "a", environment: .test))
    bus.post(DataInvalidated(environment: .test))
    #expect(changes.map { $0.path } == ["a", "a", "a", nil])
    #expect(subscriptions.count == 4)
  }
}

import SeashellTesting
import Testing
import WebAPI
import WebFetching

/// How long content is good.
@Suite(.timeLimit(.minutes(1))) @MainActor struct ExpiryTests {
  let clock = ManualClock()
  let service = ScriptedService()
  let list: CollectionRequest<Int>

  init() {
    list = CollectionRequest(of: "numbers", clock: clock) { "\($0)" }
    list.use(service.source())
    service.pages = [[1]]
  }

  @Test func `a collection needs an update after 900 seconds, or as many as are given`() async {
    #expect(list.needsUpdate() && list.lastUpdated == nil)
    await list.fetch()
    #expect(!list.needsUpdate() && list.lastUpdated != nil)
    clock.advance(by: .seconds(60))
    #expect(list.needsUpdate(in: 60) && !list.needsUpdate(in: 61))
    clock.advance(by: .seconds(839))
    #expect(!list.needsUpdate())
    clock.advance(by: .seconds(1))
    #expect(list.needsUpdate() && list.elements == [1])
    await list.refetch()
    #expect(!list.needsUpdate() && list.age == .zero)
  }

  @Test func `what was dropped needs an update, and the same is requested again`() async {
    await list.fetch()
    list.expire()
    #expect(list.needsUpdate() && list.age == nil && list.phase == .empty)
    await list.refetch()
    #expect(list.elements == [1] && service.requests == ["page 1", "page 1"])
  }

  @Test func `another source drops the elements, the same one keeps them`() async {
    await list.fetch()
    list.use(service.source(), PageSelection(perPage: 10))
    #expect(list.elements == [1])
    list.use(service.source("others"))
    #expect(list.contentUnavailable && list.needsUpdate())
  }

  @Test func `a resource expires likewise`() async throws {
    let resource = ResourceRequest<Int>(clock: clock)
    #expect(resource.phase == .empty && resource.needsUpdate())
    await resource.fetch()
    #expect(try await resource.load("numbers/7") { 7 } == 7)
    clock.advance(by: .seconds(900))
    #expect(resource.needsUpdate() && resource.value == 7 && resource.phase == .loaded)
    await resource.refetch()
    #expect(!resource.needsUpdate())
    resource.use("numbers/8") { 8 }
    #expect(resource.value == nil)
    await resource.fetch()
    #expect(resource.value == 8)
  }

  @Test func `a resource that cannot be requested keeps its value`() async throws {
    let resource = ResourceRequest<Int>(clock: clock)
    try await resource.load("numbers/7") { 7 }
    await #expect(throws: ScriptedService.Broken.self) {
      try await resource.load("numbers/8") { throw ScriptedService.Broken() }
    }
    #expect(resource.value == 7 && resource.path == "numbers/7" && resource.phase == .error)
  }
}

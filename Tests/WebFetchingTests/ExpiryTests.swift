import SeashellTesting
import Testing
import WebAPI
import WebFetching

/// How long stored content stays valid.
@Suite @MainActor struct ExpiryTests {
  let clock = ManualClock()
  let service = ScriptedService()
  let list: CollectionRequest<Int>

  init() {
    list = CollectionRequest(of: "numbers", clock: clock) { "\($0)" }
    service.pages = [[1]]
  }

  private func request() async throws {
    try await list.list(PageSelection(), from: service.source()) { _ in }
  }

  @Test func `a collection needs an update after 900 seconds, or after the given time`()
    async throws
  {
    #expect(list.needsUpdate())
    try await request()
    #expect(!list.needsUpdate())
    clock.advance(by: .seconds(60))
    #expect(list.needsUpdate(in: 60) && !list.needsUpdate(in: 61))
    clock.advance(by: .seconds(839))
    #expect(!list.needsUpdate())
    clock.advance(by: .seconds(1))
    #expect(list.needsUpdate() && list.elements == [1])
    try await request()
    #expect(!list.needsUpdate())
  }

  @Test func `a dropped collection needs an update`() async throws {
    try await request()
    list.expire()
    #expect(list.needsUpdate() && list.elements.isEmpty)
  }

  @Test func `another source drops the elements, the same one keeps them`() async throws {
    try await request()
    list.use(service.source())
    #expect(list.elements == [1])
    list.use(service.source("others"))
    #expect(list.elements.isEmpty && list.needsUpdate())
  }

  @Test func `a resource that cannot be requested keeps its value`() async throws {
    let resource = ResourceRequest<Int>()
    try await resource.load("numbers/7") { 7 }
    await #expect(throws: ScriptedService.Broken.self) {
      try await resource.load("numbers/8") { throw ScriptedService.Broken() }
    }
    #expect(resource.value == 7 && resource.path == "numbers/7")
  }

  @Test func `a late answer does not replace a newer value`() async throws {
    let resource = ResourceRequest<Int>()
    let (first, second) = (AsyncStream<Int>.makeStream(), AsyncStream<Void>.makeStream())
    async let old = resource.load("numbers/1") {
      second.continuation.finish()
      for await number in first.stream { return number }
      return 0
    }
    for await _ in second.stream {}
    try await resource.load("numbers/2") { 2 }
    first.continuation.yield(1)
    #expect(try await old == 1)
    #expect(resource.value == 2 && resource.path == "numbers/2")
  }
}

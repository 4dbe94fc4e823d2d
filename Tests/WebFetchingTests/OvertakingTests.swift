import SeashellTesting
import Testing
import WebFetching
import WebMessages

/// Several requests of one object at the same time.
@Suite @MainActor struct OvertakingTests {
  let service = ScriptedService()
  let list = CollectionRequest<Int>(of: "numbers", clock: ManualClock()) { "\($0)" }

  /// Lists the numbers and returns those shown.
  private func numbers(from path: String = "numbers") async throws -> [Int] {
    var shown: [Int] = []
    try await list.list(PageSelection(), from: service.source(path)) { shown += $0 }
    return shown
  }

  @Test func `lists of commands do not cancel each other, and the newer one stays`() async throws {
    async let first = numbers()
    await service.requests(1)
    async let second = numbers(from: "others")
    await service.requests(2)
    service.answer(1, [2])
    #expect(try await second == [2])
    service.answer(0, [1])
    #expect(try await first == [1])
    #expect(list.elements == [2] && list.source?.path == "others")
  }

  @Test func `a page that arrives after another list began is not added to it`() async throws {
    service.pages = [[1], [2]]
    _ = try await numbers()
    service.pages = nil
    async let more: Void = list.more { _ in }
    await service.requests(2)
    async let other = numbers()
    await service.requests(3)
    service.answer(2, [7])
    _ = try await other
    service.answer(1, [2])
    try await more
    #expect(list.elements == [7] && list.total == 1)
  }

  @Test func `the answer of a cancelled list is not stored`() async {
    let task = Task { try await numbers() }
    await service.requests(1)
    task.cancel()
    service.answer(0, [1])
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(list.elements.isEmpty && list.position == nil)
  }

  @Test func `data dropped during its request stays dropped`() async throws {
    list.use(service.source())
    async let shown = numbers()
    await service.requests(1)
    list.apply(.everything)
    service.answer(0, [1])
    #expect(try await shown == [1])
    #expect(list.elements.isEmpty && list.needsUpdate())
  }
}

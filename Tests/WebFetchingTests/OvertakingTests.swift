import SeashellTesting
import Testing
import WebAPI
import WebFetching

/// Several requests of one object at a time.
@Suite(.timeLimit(.minutes(1))) @MainActor struct OvertakingTests {
  let service = ScriptedService()
  let list = CollectionRequest<Int>(of: "numbers", clock: ManualClock()) { "\($0)" }

  init() {
    list.use(service.source())
  }

  @Test func `a fetch that is overtaken is cancelled, and its late answer is not stored`() async {
    async let first: Void = list.fetch()
    await service.requests(1)
    async let second: Void = list.fetch()
    await service.requests(2)
    #expect(list.isLoading && list.phase == .loading)
    service.answer(1, [2])
    await second
    #expect(list.elements == [2] && !list.isLoading)
    service.answer(0, [1])
    await first
    #expect(list.elements == [2] && list.loadingError == nil && !list.isLoading)
  }

  @Test func `an overtaken fetch that is answered first is not stored either`() async {
    async let first: Void = list.fetch()
    await service.requests(1)
    async let second: Void = list.fetch()
    await service.requests(2)
    service.answer(0, [1])
    await first
    #expect(list.elements.isEmpty && list.isLoading)
    service.fail(1)
    await second
    #expect(list.loadingError != nil)
  }

  @Test func `lists of commands do not cancel each other, and the newer one stays`() async throws {
    let (list, service) = (list, service)
    let first = Task {
      var shown: [Int] = []
      try await list.list(PageSelection(), from: service.source()) { shown += $0 }
      return shown
    }
    await service.requests(1)
    let second = Task {
      try await list.list(PageSelection(), from: service.source("others")) { _ in }
    }
    await service.requests(2)
    service.answer(1, [2])
    _ = try await second.value
    service.answer(0, [1])
    #expect(try await first.value == [1])
    #expect(list.elements == [2] && list.source?.path == "others")
  }

  @Test func `a page that arrives after another list began is not added to it`() async throws {
    service.pages = [[1], [2]]
    await list.fetch()
    service.pages = nil
    let (list, service) = (list, service)
    let more = Task { try await list.more { _ in } }
    await service.requests(2)
    let other = Task { try await list.list(PageSelection(), from: service.source()) { _ in } }
    await service.requests(3)
    service.answer(2, [7])
    _ = try await other.value
    service.answer(1, [2])
    try await more.value
    #expect(list.elements == [7] && list.total == 1)
  }

  @Test func `a cancelled fetch is no error`() async {
    let list = list
    let fetch = Task { await list.fetch() }
    await service.requests(1)
    fetch.cancel()
    service.fail(0)
    await fetch.value
    #expect(list.loadingError == nil && list.phase == .empty && !list.isLoading)
  }

  @Test func `what is dropped while it is requested stays dropped`() async {
    async let fetch: Void = list.fetch()
    await service.requests(1)
    list.apply(.invalidated(DataInvalidated(environment: .test)))
    #expect(!list.isLoading)
    service.answer(0, [1])
    await fetch
    #expect(list.contentUnavailable && list.needsUpdate())
  }

  @Test(arguments: [true, false])
  func `refreshing keeps what is shown until the new content arrives`(refreshing: Bool) async {
    service.pages = [[1]]
    await list.fetch()
    service.pages = nil
    async let fetch: Void = list.fetch(refreshing: refreshing)
    await service.requests(2)
    #expect(list.elements == (refreshing ? [1] : []))
    #expect(list.phase == (refreshing ? .loaded : .loading))
    service.answer(1, [2])
    await fetch
    #expect(list.elements == [2] && list.phase == .loaded)
  }

  @Test func `a refresh that fails keeps what is there`() async {
    service.pages = [[1]]
    await list.fetch()
    service.brokenPage = 1
    await list.refetch()
    #expect(list.elements == [1] && list.phase == .error)
  }

  @Test func `a further page is not requested twice, nor beside a fetch`() async {
    service.pages = [[1], [2]]
    await list.fetch()
    service.pages = nil
    async let more: Void = list.fetchMoreContents()
    await service.requests(2)
    #expect(list.phase == .loading && list.elements == [1])
    await list.fetchMoreContents()
    #expect(service.requests.count == 2)
    async let fetch: Void = list.refetch()
    await service.requests(3)
    service.answer(1, [2])
    await more
    service.answer(2, [7])
    await fetch
    #expect(list.elements == [7])
  }
}

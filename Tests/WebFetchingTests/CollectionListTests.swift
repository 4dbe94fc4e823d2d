import SeashellTesting
import Testing
import WebAPI
import WebFetching

/// A list that commands request: single pages, all pages, and further pages.
@Suite @MainActor struct CollectionListTests {
  let service = ScriptedService()
  let list = CollectionRequest<Int>(of: "numbers", clock: ManualClock()) { "\($0)" }

  init() {
    service.pages = [[1, 2], [3, 4], [5]]
  }

  @discardableResult
  func numbers(_ pages: PageSelection = PageSelection(perPage: 2)) async throws -> [Int] {
    var numbers: [Int] = []
    try await list.list(pages, from: service.source()) { numbers += $0 }
    return numbers
  }

  func more() async throws -> [Int] {
    var numbers: [Int] = []
    try await list.more { numbers += $0 }
    return numbers
  }

  @Test(arguments: [true, false])
  func `the command more continues by link or number until the total is reached`(
    hasLinks: Bool
  ) async throws {
    service.hasLinks = hasLinks
    #expect(try await numbers() == [1, 2])
    #expect(list.total == 5 && list.currentPage == 1 && list.hasMoreContent)
    #expect(try await more() == [3, 4])
    #expect(list.position == ListPosition(reached: 4, total: 5, hasMore: true))
    #expect(try await more() == [5])
    #expect(list.elements == [1, 2, 3, 4, 5])
    #expect(list.currentPage == 3 && !list.hasMoreContent)
    #expect(try await more() == [])
    #expect(
      service.requests
        == (hasLinks ? ["page 1", "next 2", "next 3"] : ["page 1", "page 2", "page 3"])
    )
  }

  @Test(arguments: [true, false])
  func `of several pages, as many are requested as are wanted, and more goes on after them`(
    hasDeletion: Bool
  ) async throws {
    let pages = PageSelection(perPage: 2, isAll: true, most: 2)
    #expect(try await numbers(pages) == [1, 2, 3, 4])
    #expect(service.requests == ["page 1", "next 2"])
    #expect(list.position == ListPosition(reached: 4, total: 5, hasMore: true))
    if hasDeletion { list.remove("1", at: service.source().path) }
    #expect(try await more() == [5])
    // Elements may have moved to the second page.
    #expect(service.requests.dropFirst(2) == (hasDeletion ? ["next 2", "next 3"] : ["next 3"]))
  }

  @Test(arguments: [true, false])
  func `of all pages, the third and later ones are requested ahead, and all are stored`(
    hasLinks: Bool
  ) async throws {
    service.hasLinks = hasLinks
    var seen: [(shown: [Int], requests: Int, kept: [Int])] = []
    let position = try await list.list(
      PageSelection(perPage: 2, isAll: true), from: service.source()
    ) { elements in
      await Task.yield()
      seen.append((elements, service.requests.count, list.elements))
    }
    #expect(seen.map(\.shown) == [[1, 2], [3, 4], [5]])
    // Without links, the next page is known only after this one was counted.
    #expect(seen.map(\.requests) == (hasLinks ? [1, 3, 3] : [1, 2, 3]))
    #expect(seen.map(\.kept) == [[1, 2], [1, 2, 3, 4], [1, 2, 3, 4, 5]])
    #expect(position == ListPosition(reached: 5, total: 5, hasMore: false))
    #expect(list.position == position && !list.hasMoreContent && list.currentPage == 3)
  }

  @Test func `a later page counts those before it`() async throws {
    #expect(try await numbers(PageSelection(page: 2, perPage: 2)) == [3, 4])
    #expect(list.position == ListPosition(reached: 4, total: 5, hasMore: true))
    #expect(list.currentPage == 2)
    #expect(try await more() == [5])
  }

  @Test func `a failing page keeps the stored elements, and is requested again`() async throws {
    try await numbers()
    service.brokenPage = 2
    await #expect(throws: ScriptedService.Broken.self) { try await list.more { _ in } }
    #expect(list.elements == [1, 2] && list.hasMoreContent && list.currentPage == 1)
    service.brokenPage = nil
    #expect(try await more() == [3, 4])
  }

  @Test func `if one of all pages fails, the earlier pages were shown`() async throws {
    service.brokenPage = 3
    var shown: [Int] = []
    let error = await #expect(throws: APIPageError.self) {
      try await list.list(PageSelection(isAll: true), from: service.source()) { shown += $0 }
    }
    #expect(error?.code == .failed && shown == [1, 2, 3, 4])
  }

  @Test func `if the first page cannot be requested, the last list is kept`() async throws {
    try await numbers()
    service.brokenPage = 1
    await #expect(throws: ScriptedService.Broken.self) { try await numbers() }
    #expect(list.elements == [1, 2] && list.hasMoreContent)
  }

  @Test func `an error of the closure is passed on`() async throws {
    struct Closed: Error {}
    await #expect(throws: Closed.self) {
      try await list.list(PageSelection(isAll: true), from: service.source()) { _ in throw Closed()
      }
    }
    #expect(service.requests.count == 1)
  }

  @Test func `a reader that stops early has caused one extra request`() async throws {
    struct Closed: Error {}
    service.pages = (0..<5).map { [$0] }
    await #expect(throws: Closed.self) {
      try await list.list(PageSelection(isAll: true), from: service.source()) { elements in
        await Task.yield()
        if elements == [1] { throw Closed() }
      }
    }
    #expect(service.requests == ["page 1", "next 2", "next 3"])
  }

  @Test func `of very many elements only the last ones are stored`() async throws {
    service.pages = (0..<5).map { page in (0..<300).map { page * 300 + $0 } }
    try await numbers()
    for _ in 1..<5 { _ = try await more() }
    #expect(list.elements.count == CollectionRequest<Int>.capacity)
    #expect(list.elements.last == 1499 && list.position?.reached == 1500)
  }

  @Test func `an empty page ends a list, whatever the server counts`() async throws {
    service.hasLinks = false
    try await numbers(PageSelection(page: 9, perPage: 2))
    #expect(!list.hasMoreContent && list.elements.isEmpty)
  }
}

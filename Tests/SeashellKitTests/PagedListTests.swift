import SeashellKit
import SeashellTesting
import Testing

/// A list of the numbers from 1, in pages.
@Suite @MainActor struct PagedListTests {
  let service: EnvironmentClient
  let list: PagedList<Int>

  init() throws {
    let transport = StubTransport { try HTTPResponse(json: Array(1...5), pageFor: $0) }
    let client = try ShellHarness(transport).context.client
    service = client
    list = PagedList(of: "numbers") { try await $0.response(on: client).pagedResource() }
  }

  /// Lists a part of the numbers, and returns it.
  func numbers(_ pages: PageSelection) async throws -> [Int] {
    var numbers: [Int] = []
    let request = APIRequest(
      path: "numbers", query: ["page": pages.page, "per_page": pages.perPage])
    try await list.list(pages, from: { try await request.response(on: service).pagedResource() }) {
      numbers.append($0)
    }
    return numbers
  }

  func more() async throws -> [Int] {
    var numbers: [Int] = []
    try await list.more { numbers.append($0) }
    return numbers
  }

  @Test func `a page is listed, and more continues it to the end`() async throws {
    #expect(try await numbers(PageSelection(perPage: 2)) == [1, 2])
    #expect(list.position == ListPosition(reached: 2, total: 5, hasMore: true))
    #expect(try await more() == [3, 4])
    #expect(try await more() == [5])
    #expect(list.elements == [1, 2, 3, 4, 5])
    #expect(list.position == ListPosition(reached: 5, total: 5, hasMore: false))
    #expect(try await more() == [] && !list.hasMore)
  }

  @Test func `a later page counts those before it`() async throws {
    #expect(try await numbers(PageSelection(page: 2, perPage: 2)) == [3, 4])
    #expect(list.position == ListPosition(reached: 4, total: 5, hasMore: true))
  }

  @Test func `of all pages the last one is stored`() async throws {
    #expect(try await numbers(PageSelection(perPage: 2, isAll: true)) == [1, 2, 3, 4, 5])
    #expect(list.elements == [5])
    #expect(list.position == ListPosition(reached: 5, total: 5, hasMore: false))
  }

  @Test func `if the first page cannot be requested, the last list is kept`() async throws {
    _ = try await numbers(PageSelection(perPage: 2))
    struct Offline: Error {}
    await #expect(throws: Offline.self) {
      try await list.list(PageSelection(), from: { throw Offline() }) { _ in }
    }
    #expect(list.elements == [1, 2] && list.hasMore)
  }

  @Test func `elements are replaced and removed`() async throws {
    _ = try await numbers(PageSelection())
    list.replace(20) { $0 == 2 }
    list.removeAll { $0 > 3 && $0 < 10 }
    #expect(list.elements == [1, 20, 3])
  }

  @Test func `a dropped list has nothing to continue`() async throws {
    _ = try await numbers(PageSelection(perPage: 2))
    list.drop()
    #expect(list.elements.isEmpty && list.position == nil)
    #expect(try await more() == [])
  }
}

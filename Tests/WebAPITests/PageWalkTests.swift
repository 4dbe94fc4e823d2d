import FoundationEssentials
@testable import SeashellTesting
import Testing
import WebMessages

@testable import WebAPI

/// A list of numbered pages with two elements each.
private struct NumberedPages {
  var count = 3

  /// Replaces the page that follows a page by another one.
  var detours: [Int: Int] = [:]

  /// The page that has no elements.
  var emptyPage: Int?

  /// The server's total on each page that states it.
  var totals: [Int: Int] = [:]

  /// The error to throw instead of returning the third page.
  var failure: (any Error)?

  func page(_ number: Int) throws -> APIPage<Int> {
    if number == 3, let failure { throw failure }
    let next = detours[number] ?? (number < count ? number + 1 : nil)
    return APIPage(
      elements: number == emptyPage ? [] : [2 * number - 1, 2 * number], total: totals[number],
      next: try next.map(request))
  }

  func page(of request: APIRequest) throws -> APIPage<Int> {
    try page(#require(request.url.flatMap { Int($0.lastPathComponent) }))
  }

  func request(_ number: Int) throws -> APIRequest {
    APIRequest(url: try url("https://shop.test/pages/\(number)"))
  }

  func walk(
    from number: Int = 1
  ) async throws -> (elements: [Int], asked: Int, error: (any Error)?) {
    var (elements, asked): ([Int], Int) = ([], 0)
    do {
      try await page(number).forEachPage(
        of: "numbers", isFirst: number == 1,
        following: {
          asked += 1
          return try page(of: $0)
        },
        { elements += $0.elements })
      return (elements, asked, nil)
    } catch {
      return (elements, asked, error)
    }
  }
}

/// Walking through every page of a list.
@Suite struct PageWalkTests {
  private struct Broken: Error {}

  @Test(arguments: [1, 2, 7]) func `a page walk requests every page once, in order`(count: Int)
    async throws
  {
    let walk = try await NumberedPages(count: count).walk()
    #expect(walk.error == nil)
    #expect(walk.elements == Array(1...2 * count))
    #expect(walk.asked == count - 1)
  }

  @Test func `a page is processed before the next one is requested`() async throws {
    let pages = NumberedPages()
    var steps: [String] = []
    try await pages.page(1).forEachPage(
      of: "numbers",
      following: {
        let page = try pages.page(of: $0)
        steps.append("ask \(page.elements)")
        return page
      },
      { steps.append("take \($0.elements)") })
    #expect(
      steps == ["take [1, 2]", "ask [3, 4]", "take [3, 4]", "ask [5, 6]", "take [5, 6]"])
  }

  @Test func `a failed page ends the walk, which says how many elements were read`() async throws {
    let walk = try await NumberedPages(failure: Broken()).walk()
    #expect(walk.elements == [1, 2, 3, 4])
    let error = try #require(walk.error as? APIPageError)
    #expect(error.code == .failed)
    #expect(error.count == 4)
    #expect(error.cause is Broken)
    #expect(error.description == "only the first 4 numbers came")
  }

  @Test func `a walk that is cancelled stays a cancellation`() async throws {
    let walk = try await NumberedPages(failure: CancellationError()).walk()
    #expect(walk.error is CancellationError)
  }

  @Test func `an error while processing a page is passed on, and no more pages are requested`()
    async throws
  {
    let pages = NumberedPages()
    await #expect(throws: Broken.self) {
      try await pages.page(1).forEachPage(
        of: "numbers",
        following: { _ in
          Issue.record("a page was asked for")
          return try pages.page(2)
        },
        { _ in throw Broken() })
    }
  }

  @Test(arguments: [
    // A page that links to itself, a circle without the first page, and a circle detected only when the first
    // page, which has no address here, links to its next page again.
    ([2: 2], 4), ([3: 2], 6), ([3: 1], 8),
  ])
  func `pages that link in a circle are detected`(
    detours: [Int: Int], count: Int
  ) async throws {
    let walk = try await NumberedPages(count: 9, detours: detours).walk()
    let error = try #require(walk.error as? APIPageError)
    #expect(error.code == .endless)
    #expect(error.count == count)
    #expect(error.cause == nil)
    #expect(
      error.description == "the pages do not end: after \(count) numbers a page is repeated")
    #expect(walk.elements.count == count)
  }

  @Test func `a link back to the first page is detected at once if its address is known`()
    async throws
  {
    let transport = StubTransport { request in
      let next = request.url.query() == "page=2" ? 1 : 2
      return HTTPResponse(
        status: 200, headers: ["Link": "<?page=\(next)>; rel=next"],
        body: HTTPBody(Data(#"[{"id":"\#(next)"}]"#.utf8)))
    }
    let client = try StubClient(transport)
    let first: APIPage<Item> = try await APIRequest(path: "products", query: ["page": 1])
      .response(on: client).pagedResource()
    #expect(first.url?.absoluteString == "https://shop.test/v1/products?page=1")
    let error = await #expect(throws: APIPageError.self) {
      try await first.map(\.id).forEachPage(
        of: "products",
        following: {
          let page: APIPage<Item> = try await $0.response(on: client).pagedResource()
          return page.map(\.id)
        },
        { _ in })
    }
    #expect(error?.code == .endless)
    #expect(error?.count == 2)
    #expect(transport.requests.count == 2)
  }

  @Test func `an empty page that links to another makes no progress`() async throws {
    let walk = try await NumberedPages(count: 9, emptyPage: 3).walk()
    let error = try #require(walk.error as? APIPageError)
    #expect(error.code == .endless)
    #expect(
      error.description
        == "the pages do not end: after 4 numbers an empty page links to another")
    #expect(walk.asked == 2)
  }

  @Test func `a walk through endless pages is abandoned`() async throws {
    var asked = 0
    let error = await #expect(throws: APIPageError.self) {
      try await APIPage(elements: [0], next: APIRequest(path: "0")).forEachPage(
        of: "numbers",
        following: { _ in
          asked += 1
          return APIPage(elements: [asked], next: APIRequest(path: "\(asked)"))
        },
        { _ in })
    }
    #expect(error?.code == .endless)
    #expect(error?.count == 100_000)
    #expect(error?.description.hasSuffix("100000 pages were received") == true)
    #expect(asked == 99_999)
  }

  @Test(arguments: [[3: 9], [1: 9], [1: 6, 3: 9]])
  func `a list with fewer elements than the server counts is incomplete`(
    totals: [Int: Int]
  ) async throws {
    let error = try #require(
      try await NumberedPages(totals: totals).walk().error as? APIPageError)
    #expect(error.code == .incomplete)
    #expect(error.count == 6)
    #expect(error.description == "the server counts 9 numbers and gave only 6")
  }

  @Test(arguments: [[3: 6], [1: 9, 3: 6], [3: 5]])
  func `the last total from the server counts`(totals: [Int: Int]) async throws {
    #expect(try await NumberedPages(totals: totals).walk().error == nil)
  }

  @Test func `a walk that begins at a later page has no total to reach`() async throws {
    let walk = try await NumberedPages(totals: [2: 6, 3: 6]).walk(from: 2)
    #expect(walk.error == nil)
    #expect(walk.elements == [3, 4, 5, 6])
  }

  @Test func `a repeated page with other elements is still the same page`() throws {
    let page = APIPage(
      elements: [1, 2], total: 9, next: APIRequest(path: "2"), url: try url("https://shop.test/1"))
    let mapped = page.map { "\($0)" }
    #expect(mapped.elements == ["1", "2"])
    #expect(mapped.total == 9)
    #expect(mapped.next?.path == "2")
    #expect(mapped.url == page.url)
    #expect(throws: Broken.self) { try page.map { _ throws(Broken) in throw Broken() } }
  }
}

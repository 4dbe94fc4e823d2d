import FoundationEssentials
@testable import SeashellTesting
import Testing
import WebMessages

@testable import WebAPI

/// Lists of seven elements, paged the way real services do: the content of each page, and the requests for
/// it.
@Suite struct PagingStrategyTests {
  /// One service's way of paging a list.
  struct Service: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let paging: Paging
    /// The strategy detected in the first page, if it differs from `paging`.
    var found: Paging?
    /// The query parameter that says where a page begins.
    var place = "page"
    /// Writes a page from its elements, the number of elements before it, and the number up to its end.
    let write: @Sendable (_ list: String, _ start: Int, _ end: Int) -> (String, HTTPHeaders)
    /// Returns the number of elements before a page, from the value of the parameter `place`.
    var start: @Sendable (_ place: String, _ size: Int) -> Int = { place, size in
      ((Int(place) ?? 1) - 1) * size
    }
  }

  static let count = 7
  static func next(_ end: Int, _ text: String) -> String { end < count ? text : "null" }

  static let services: [Service] = [
    Service(testDescription: "Link", paging: .link(size: "limit"), found: .link()) {
      list, start, end in
      (
        "[\(list)]",
        end < count ? ["Link": "<?limit=3&page=\(end / 3 + 1)>; rel=next"] : [:]
      )
    },
    Service(
      testDescription: "number and total",
      paging: .number(size: "limit", elements: "items", total: .field("total")),
      found: .number(elements: "items", total: .field("total"))
    ) { list, start, end in
      (#"{"items":[\#(list)],"total":7,"page":\#(start / 3 + 1)}"#, [:])
    },
    Service(
      testDescription: "number from 0, and the number of pages",
      paging: .number(size: "limit", first: 0, pages: .field("totalPages")),
      found: .number(
        first: 0, elements: "content", total: .field("totalElements"), pages: .field("totalPages")),
      write: { list, start, end in
        (
          #"{"content":[\#(list)],"totalElements":7,"totalPages":3,"number":\#(start / 3)}"#, [:]
        )
      }, start: { place, size in (Int(place) ?? 0) * size }),
    Service(testDescription: "number without a total", paging: .number(size: "limit")) {
      list, start, end in ("[\(list)]", [:])
    },
    Service(
      testDescription: "offset", paging: .offset(total: .field("total_count")),
      found: .offset(elements: "entries", total: .field("total_count")),
      place: "offset",
      write: { list, start, end in
        (#"{"entries":[\#(list)],"offset":\#(start),"limit":3,"total_count":7}"#, [:])
      }, start: { place, _ in Int(place) ?? 0 }),
    Service(
      testDescription: "cursor in the body", paging: .cursor(from: .field("meta.next_cursor")),
      found: .cursor(from: .field("meta.next_cursor"), elements: "items"), place: "cursor",
      write: { list, start, end in
        (#"{"items":[\#(list)],"meta":{"next_cursor":\#(next(end, "\"c\(end)&=\""))}}"#, [:])
      }, start: { place, _ in Int(place.filter(\.isNumber)) ?? 0 }),
    Service(
      testDescription: "cursor and has_more",
      paging: .cursor("after", from: .field("after")),
      found: .cursor("after", from: .field("after"), elements: "data"), place: "after",
      write: { list, start, end in
        (#"{"data":[\#(list)],"has_more":\#(end < count),"after":\#(end)}"#, [:])
      }, start: { place, _ in Int(place) ?? 0 }),
    Service(
      testDescription: "cursor in a header field", paging: .cursor(from: .header("X-Next-Cursor")),
      place: "cursor",
      write: { list, start, end in
        ("[\(list)]", end < count ? ["X-Next-Cursor": "\(end)"] : [:])
      }, start: { place, _ in Int(place) ?? 0 }),
    Service(
      testDescription: "address in the body",
      paging: .nextURL(in: .field("next"), size: "limit", elements: "results"),
      found: .nextURL(in: .field("next"), elements: "results"), place: "start",
      write: { list, start, end in
        (
          #"{"count":7,"next":\#(next(end, "\"/things?limit=3&start=\(end)\"")),"results":[\#(list)]}"#,
          [:]
        )
      }, start: { place, _ in Int(place) ?? 0 }),
  ]

  /// Returns all ids that a service lists, with the queries that requested them.
  func walk(
    _ service: Service, _ paging: Paging? = nil
  ) async throws -> (ids: [String], queries: [String], found: Paging?) {
    let transport = StubTransport { request in
      let items = URLComponents(url: request.url, resolvingAgainstBaseURL: true)?.queryItems ?? []
      let place = items.last { $0.name == service.place }?.value ?? ""
      let start = service.start(place, 3)
      let end = min(start + 3, Self.count)
      let list = (start..<max(start, end)).map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
      let (body, headers) = service.write(list, start, end)
      return HTTPResponse(status: 200, headers: headers, body: HTTPBody(Data(body.utf8)))
    }
    let client = try StubClient(transport)
    let request = APIRequest(path: "things", query: service.paging.query(size: 3))
    let response = try await request.response(on: client)
    let first: APIPage<Item> = try response.pagedResource(paging: paging ?? service.paging)
    var ids: [String] = []
    try await first.forEachPage(
      of: "things",
      following: {
        try await $0.response(on: client).pagedResource(paging: paging ?? service.paging)
      }
    ) { ids += $0.elements.map(\.id) }
    return (ids, transport.requests.map { $0.url.query() ?? "" }, Paging(of: response)?.certain)
  }

  @Test(arguments: services)
  func `every element of a paged list is read once, in order`(service: Service) async throws {
    let (ids, queries, found) = try await walk(service)
    #expect(ids == (0..<Self.count).map(String.init))
    #expect(queries.allSatisfy { $0.split(separator: "&").count <= 2 }, "\(queries)")
    guard service.testDescription != "number without a total" else { return }
    #expect(queries.count == 3)
    #expect(found == service.found ?? service.paging.findable)
    #expect(try await walk(service, found).ids == ids)
  }

  @Test func `the position of a page is known, whatever it is requested by`() async throws {
    for service in Self.services where service.testDescription != "number without a total" {
      let (body, headers) = service.write(#"{"id":"0"},{"id":"1"},{"id":"2"}"#, 0, 3)
      var request = APIRequest(path: "things")
      request.url = try url("https://a.test/things?limit=3")
      let page: APIPage<Item> = try answer(200, body, headers: headers, to: request)
        .pagedResource(paging: service.paging)
      #expect(page.next?.listOffset == 3, "\(service.testDescription)")
    }
  }

  @Test func `a service that ignores the cursor does not keep the walk going`() async throws {
    let transport = StubTransport(status: 200, #"{"items":[{"id":"a"}],"next_cursor":"c"}"#)
    let client = try StubClient(transport)
    let paging = Paging.cursor(from: .field("next_cursor"))
    let page: APIPage<Item> = try await APIRequest(path: "things").response(on: client)
      .pagedResource(paging: paging)
    let error = await #expect(throws: APIPageError.self) {
      try await page.forEachPage(
        of: "things",
        following: { try await $0.response(on: client).pagedResource(paging: paging) }
      ) { _ in }
    }
    #expect(error?.code == .failed)
    #expect(transport.requests.count == 2)
  }

  @Test(
    arguments: [
      ("{}", nil), (#"{"id":"p-1","price":3}"#, nil), ("7", nil), ("<html>", nil), ("", nil),
      ("[]", .link()), (#"{"tags":["a"],"items":[]}"#, .link(elements: "items")),
      (#"{"things":[1]}"#, .link(elements: "things")), (#"{"a":[],"b":[]}"#, nil),
      (#"{"_embedded":{"items":[1]}}"#, .link(elements: "_embedded.items")),
      (#"{"items":[],"next":null}"#, .nextURL(in: .field("next"), elements: "items")),
      (
        #"{"items":[1],"next":"abc"}"#, .cursor(from: .field("next"), elements: "items")
      ),
      (
        #"{"data":[1],"links":{"next":{"href":"/x?page=2"}}}"#,
        .nextURL(in: .field("links.next.href"), elements: "data")
      ),
      (
        #"{"results":[1],"paging":{"next":{"after":"x","link":"https://a.test/x"}}}"#,
        .nextURL(in: .field("paging.next.link"), elements: "results")
      ),
      (
        #"{"files":[1],"nextPageToken":"x"}"#,
        .cursor("pageToken", from: .field("nextPageToken"), elements: "files")
      ),
      (
        #"{"value":[1],"@odata.nextLink":"https://a.test/x?$skip=1"}"#,
        .nextURL(in: .field("@odata.nextLink"), elements: "value")
      ),
      (
        #"{"data":[1],"meta":{"pagination":{"page":1,"total_pages":4}}}"#,
        .number(elements: "data", pages: .field("meta.pagination.total_pages"))
      ),
    ] as [(String, Paging?)])
  func `the paging strategy is detected from a page`(body: String, paging: Paging?) throws {
    #expect(Paging(of: answer(200, body))?.certain == paging)
  }

  @Test func `a page that says more follow, but not how, comes before the error`() async throws {
    let response = answer(200, #"{"data":[{"id":"a"}],"has_more":true,"url":"/v1/things"}"#)
    let paging = try #require(Paging(of: response))
    let first: APIPage<Item> = try response.pagedResource(paging: paging)
    let client = try StubClient(StubTransport(status: 200, "[]"))
    var ids: [String] = []
    let error = await #expect(throws: APIPageError.self) {
      try await first.forEachPage(
        of: "things",
        following: { try await $0.response(on: client).pagedResource(paging: paging) }
      ) { ids += $0.elements.map(\.id) }
    }
    #expect(ids == ["a"] && first.next?.listOffset == 1)
    #expect(error?.code == .failed && error?.count == 1)
    let cause = try #require(error?.cause)
    #expect("\(cause)".contains(#"the server has more ("has_more": true)"#))
    let last = answer(200, #"{"data":[{"id":"a"}],"has_more":false}"#)
    let page: APIPage<Item> = try last.pagedResource(paging: paging)
    #expect(page.elements == [Item(id: "a")] && page.next == nil)
  }

  @Test func `a strategy writes its own names`() {
    #expect(
      Paging.jsonAPI.query(page: 2, size: 5).escaped() == "page%5Bnumber%5D=2&page%5Bsize%5D=5")
    #expect(Paging.offset().query(page: 3, size: 5).escaped() == "offset=10&limit=5")
    #expect(Paging.number(first: 0).query(page: 3).escaped() == "page=2")
    #expect(Paging.cursor(from: .field("next")).query(page: 3, size: 5).escaped() == "limit=5")
    #expect(Paging.nextURL(in: .field("next")).query(page: 3, size: 5).isEmpty)
  }
}

extension Paging {
  /// What a page says for certain.
  fileprivate var certain: Paging {
    var paging = self
    (paging.guesses, paging.base) = ([], nil)
    return paging
  }

  /// The strategy as detected from a page, which does not name the parameter for the page size.
  fileprivate var findable: Paging {
    Paging(style: style, page: page, size: "limit", elements: elements, total: total)
  }
}

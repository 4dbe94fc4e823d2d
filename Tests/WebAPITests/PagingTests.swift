import FoundationEssentials
@testable import SeashellTesting
import Testing
import WebMessages

@testable import WebAPI

@Suite struct PagingTests {
  private func request() throws -> APIRequest {
    var request = APIRequest(
      path: "products", query: ["page": 1],
      headers: ["Authorization": "Bearer abc", "X-Note": "kept", "X-Api-Key": "kept"])
    request.url = try url("https://shop.test/v1/products?page=1")
    return request
  }

  @Test func `a plain array has its total and its next page in header fields`() async throws {
    let headers: HTTPHeaders = [
      "X-Total-Count": "41", "Link": "</v1/products?page=2>; rel=\"next\"",
    ]
    let page: APIPage<Item> = try answer(200, #"[{"id":"a"}]"#, headers: headers, to: request())
      .pagedResource()
    #expect(page.elements == [Item(id: "a")])
    #expect(page.total == 41)
    let next = try #require(page.next)
    #expect(next.url?.absoluteString == "https://shop.test/v1/products?page=2")
    // The sender's own credential is that of all pages; one that an authorizer added is added again.
    #expect(
      next.headers == ["Authorization": "Bearer abc", "X-Note": "kept", "X-Api-Key": "kept"])

    let transport = StubTransport(status: 200, "[]")
    _ = try await next.response(on: StubClient(transport))
    #expect(
      transport.requests.first?.url.absoluteString == "https://shop.test/v1/products?page=2")
  }

  @Test(arguments: [[:], ["X-Total-Count": "many"], ["X-Total-Count": "-1"]] as [HTTPHeaders])
  func `paging values that the server does not report are nil`(headers: HTTPHeaders) throws {
    let page: APIPage<Item> = try answer(200, "[]", headers: headers).pagedResource(.snakeCase)
    #expect(page.elements.isEmpty)
    #expect(page.total == nil)
    #expect(page.next == nil)
  }

  @Test(
    arguments: [
      (#""meta":{"total":7,"count":2}"#, 7), (#""meta":{"count":2}"#, 2), (#""meta":{}"#, nil),
      (#""meta":{"total":"x","count":2}"#, 2), (#""meta":null"#, nil), (#""meta":[1]"#, nil),
      (#""other":1"#, nil),
    ] as [(String, Int?)])
  func `a container's total is that of meta, total before count`(meta: String, total: Int?) throws {
    let page: APIPage<Item> = try answer(200, "{\"data\":[{\"id\":\"a\"}],\(meta)}")
      .pagedResourceInContainer()
    #expect(page.elements == [Item(id: "a")])
    #expect(page.total == total)
  }

  @Test(arguments: [
    (#"{"data":[],"links":{"next":"https://shop.test/v1/products?page=2"}}"#, "?page=2"),
    (#"{"data":[],"links":{"next":{"href":"/v1/products?page=2"}}}"#, "?page=2"),
    (#"{"data":[],"links":{"next":null}}"#, "?page=9"), (#"{"data":[]}"#, "?page=9"),
  ])
  func `a container's next page is its link, otherwise that of the header`(
    body: String, end: String
  ) throws {
    let page: APIPage<Item> = try answer(
      200, body, headers: ["Link": "<?page=9>; rel=next"], to: request()
    ).pagedResourceInContainer()
    #expect(page.next?.url?.absoluteString == "https://shop.test/v1/products" + end)
  }

  @Test(arguments: [ServiceFormat.container, .jsonapi])
  func `a document without a total uses the header fields`(format: ServiceFormat) throws {
    var response = answer(
      200, #"{"data":[{"id":"a"}]}"#,
      headers: ["X-Total-Count": "7", "Link": "<?page=2>; rel=next"], to: try request())
    response.format = format
    let page: APIPage<Item> = try response.pagedResource()
    #expect(page.total == 7)
    #expect(page.next?.url?.absoluteString == "https://shop.test/v1/products?page=2")
  }

  @Test(
    arguments: [
      (ServiceFormat.plain, "", #"["a","b"]"#, "?page=2"),
      (.plain, "?q=a%20b&page=2&per_page=2", #"["a","b"]"#, "?q=a%20b&per_page=2&page=3"),
      (.plain, "?page=3&per_page=2", #"["a"]"#, nil),
      // A server may return fewer elements in a page than requested.
      (.plain, "?page=2&per_page=2", #"["a"]"#, "?per_page=2&page=3"),
      (.plain, "?page=4&per_page=2", "[]", nil), (.plain, "?page=9", "[]", nil),
      (.plain, "?page=9223372036854775807&per_page=9", #"["a"]"#, "?per_page=9&page=2"),
      (.container, "", #"{"data":["a"],"meta":{"total":5}}"#, "?page=2"),
      (
        .jsonapi, "?page%5Bnumber%5D=2&page%5Bsize%5D=1", #"{"data":["a"],"meta":{"total":5}}"#,
        "?page%5Bsize%5D=1&page%5Bnumber%5D=3"
      ),
    ] as [(ServiceFormat, String, String, String?)])
  func `without a link the next page has the next number, until the total`(
    format: ServiceFormat, query: String, body: String, next: String?
  ) throws {
    var request = try request()
    request.url = try url("https://shop.test/v1/products" + query)
    var response = answer(200, body, headers: ["X-Total-Count": "5"], to: request)
    response.format = format
    let page: APIPage<String> = try response.pagedResource()
    #expect(page.next?.url?.absoluteString == next.map { "https://shop.test/v1/products" + $0 })
    if let next = page.next {
      #expect(next.headers["Authorization"] == "Bearer abc")
      #expect(next.headers["X-Api-Key"] == "kept")
    }
  }

  @Test func `without a link an empty page is the end, whatever the server counts`() throws {
    let response = answer(200, "[]", headers: ["X-Total-Count": "5"], to: try request())
    let page: APIPage<Item> = try response.pagedResource()
    #expect(page.elements.isEmpty && page.next == nil && page.total == 5)
  }

  @Test func `a repeated page is detected although its timestamp differs`() async throws {
    let transport = StubTransport { request in
      HTTPResponse(
        status: 200,
        body: HTTPBody(
          Data(#"{"data":[1],"meta":{"total":3,"of":"\#(request.url.query() ?? "")"}}"#.utf8)))
    }
    let client = try StubClient(transport)
    let first: APIPage<Int> = try await APIRequest(path: "x").response(on: client)
      .pagedResourceInContainer()
    let next = try #require(first.next)
    let error = await failure {
      let _: APIPage<Int> = try await next.response(on: client).pagedResourceInContainer()
    }
    #expect(error?.detail?.hasPrefix("the server gave the same page again") == true)
  }

  @Test(arguments: [
    ("[LIST]", Paging.offset(limit: "limit")), (#"{"state":"OK","items":[LIST]}"#, .offset()),
    (#"{"total":6,"items":[LIST]}"#, .number(elements: "items", total: .field("total"))),
    (#"{"Id":"0f3c1d6a","Status":"OK","ProviderName":"x","Items":[LIST]}"#, .number(size: "limit")),
  ])
  func `pages of equal length that begin alike are different pages`(
    body: String, paging: Paging
  ) async throws {
    let transport = StubTransport { request in
      let query = URLComponents(url: request.url, resolvingAgainstBaseURL: true)?.queryItems ?? []
      let start = query.reduce(0) { start, item in
        let number = item.value.flatMap { Int($0) } ?? 0
        return item.name == "offset" ? number : item.name == "page" ? (number - 1) * 2 : start
      }
      let list = (0..<6).map { #"{"pad":"\#(String(repeating: "x", count: 99))","id":"\#($0)"}"# }
        .dropFirst(start).prefix(2).joined(separator: ",")
      return HTTPResponse(
        status: 200, body: HTTPBody(Data(body.replacing("LIST", with: list).utf8)))
    }
    let client = try StubClient(transport)
    var ids: [String] = []
    let first: APIPage<Item> = try await APIRequest(path: "x", query: ["limit": 2])
      .response(on: client).pagedResource(paging: paging)
    try await first.forEachPage(
      of: "things",
      following: { try await $0.response(on: client).pagedResource(paging: paging) }
    ) { ids += $0.elements.map(\.id) }
    #expect(ids == ["0", "1", "2", "3", "4", "5"])
  }

  @Test func `a link that is not an address does not end the list`() async throws {
    let response = answer(200, "[1]", headers: ["Link": "<http://[>; rel=next"], to: try request())
    let page: APIPage<Int> = try response.pagedResource()
    let transport = StubTransport(status: 200, "[]")
    let next = try #require(page.next)
    let error = await failure { _ = try await next.response(on: StubClient(transport)) }
    #expect(error?.code == .unavailable)
    #expect(error?.detail == "the link to the next page is not a valid address")
    #expect(transport.requests.isEmpty)
  }
}

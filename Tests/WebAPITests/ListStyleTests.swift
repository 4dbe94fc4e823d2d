import CoreJSON
import FoundationEssentials
@testable import SeashellTesting
import Synchronization
import Testing
import WebMessages

@testable import WebAPI

/// Lists of seven elements in pages of three, as services page them, read by what their descriptions declare.
@Suite struct ListStyleTests {
  /// A service's list.
  ///
  /// In `body` and `headers` stand LIST for the page's elements, NEXT for what names the next page (null
  /// at the end), MORE and LAST for whether there is one, START and PAGE for where the page is, and LASTID.
  struct Style: Sendable, CustomTestStringConvertible {
    let name: String
    /// The declared parameters: texts, numbers, and members of the body.
    var texts: [String] = []
    var numbers: [String] = []
    var members: [String]?
    var memberNumbers: [String] = []
    /// The parameter that says where a page begins: in the query, or behind `body:` or `header:`.
    let place: String
    /// Returns how many elements come before a page, from the value of `place`.
    var start: @Sendable (String) -> Int = { Int($0.filter(\.isNumber)) ?? 0 }
    /// Returns what names the page that begins after so many elements, as JSON.
    var next: @Sendable (Int) -> String = { "\"n\($0)\"" }
    let body: String
    var headers: [String: String] = [:]
    /// Whether the elements are lines.
    var areLines = false
    var element = #"{"id":"ID","name":"x"}"#
    /// What the user gives.
    var query: APIQuery = [:]

    var testDescription: String { name }
  }

  private static let count = 7

  private static func page(_ first: Int) -> @Sendable (String) -> Int {
    { ((Int($0) ?? first) - first) * 3 }
  }

  static let styles: [Style] = [
    Style(
      name: "lines, of which the last page has one", numbers: ["page"], place: "page",
      start: page(1), next: { "\($0 / 3 + 1)" }, body: "LIST\n",
      headers: ["Link": "</things?page=NEXT>; rel=\"next\""], areLines: true),
    Style(
      name: "next_cursor to start_cursor", texts: ["start_cursor"], numbers: ["page_size"],
      place: "start_cursor", body: #"{"results":[LIST],"next_cursor":NEXT,"has_more":MORE}"#),
    Style(
      name: "has_more and the last id", texts: ["starting_after", "ending_before"],
      numbers: ["limit"], place: "starting_after",
      body: #"{"data":[LIST],"has_more":MORE,"url":"/t"}"#),
    Style(
      name: "last_id", texts: ["after"], numbers: ["limit"], place: "after",
      body: #"{"data":[LIST],"last_id":"LASTID","has_more":MORE}"#),
    Style(
      name: "NextMarker", texts: ["Marker"], numbers: ["MaxItems"], place: "Marker",
      body: #"{"Functions":[LIST],"IsTruncated":MORE,"NextMarker":NEXT}"#),
    Style(
      name: "a token in a header field", texts: ["continuationToken"], numbers: ["$top"],
      place: "continuationToken", body: #"{"count":3,"value":[LIST]}"#,
      headers: ["x-ms-continuationtoken": "NEXT"]),
    Style(
      name: "starting_after in an object next", texts: ["starting_after"], numbers: ["per_page"],
      place: "starting_after",
      body:
        #"{"data":[LIST],"total_count":7,"pages":{"page":PAGE,"next":{"page":9,"starting_after":NEXT},"total_pages":3}}"#
    ),
    Style(
      name: "a cursor beside errors", texts: ["cursor"], numbers: ["limit"], place: "cursor",
      body: #"{"errors":[],"customers":[LIST],"cursor":NEXT}"#),
    Style(
      name: "an offset that is a token", texts: ["offset"], numbers: ["pageSize"], place: "offset",
      body: #"{"records":[LIST],"offset":NEXT}"#),
    Style(
      name: "a bookmark that is always there", texts: ["bookmark"], numbers: ["limit"],
      place: "bookmark", next: { "\"b\($0)\"" }, body: #"{"docs":[LIST],"bookmark":ALWAYS}"#),
    Style(
      name: "an end cursor", texts: ["after"], numbers: ["first"], place: "after",
      body:
        #"{"data":{"things":{"nodes":[LIST],"pageInfo":{"hasNextPage":MORE,"endCursor":NEXT}}}}"#),
    Style(
      name: "nextPageStart", numbers: ["start", "limit"], place: "start",
      start: { (Int($0) ?? 0) / 10 }, next: { "\($0 * 10)" },
      body: #"{"values":[LIST],"isLastPage":LAST,"start":START0,"nextPageStart":NEXT}"#),
    Style(
      name: "the number of the next page", numbers: ["page", "per_page"], place: "page",
      start: page(1), next: { "\($0 / 3 + 1)" },
      body: #"{"users":[LIST],"meta":{"next_page":NEXT,"total":7}}"#),
    Style(
      name: "a page's number from 0, with hits", numbers: ["page", "hitsPerPage"], place: "page",
      start: page(0), body: #"{"hits":[LIST],"nbHits":7,"page":PAGE0,"nbPages":3}"#),
    Style(
      name: "last_page, and no number", numbers: ["page"], place: "page", start: page(0),
      body: #"{"tasks":[LIST],"last_page":LAST}"#),
    Style(
      name: "last_page, and pages from 1", numbers: ["page"], place: "page", start: page(1),
      body: #"{"tasks":[LIST],"last_page":LAST}"#),
    Style(
      name: "startAt", numbers: ["startAt", "maxResults"], place: "startAt",
      body: #"{"expand":"x","startAt":START,"maxResults":3,"total":7,"issues":[LIST]}"#),
    Style(
      name: "startIndex from 1", numbers: ["startIndex", "count"], place: "startIndex",
      start: { max((Int($0) ?? 1) - 1, 0) },
      body: #"{"schemas":["s"],"totalResults":7,"startIndex":START1,"Resources":[LIST]}"#),
    Style(
      name: "more and an offset", numbers: ["offset", "limit"], place: "offset",
      body: #"{"incidents":[LIST],"limit":3,"offset":START,"total":null,"more":MORE}"#),
    Style(
      name: "another name for the page", numbers: ["page", "per_page"], place: "page",
      start: page(0), body: #"{"start":START,"limit":3,"total":7,"users":[LIST]}"#),
    Style(
      name: "a name within brackets", numbers: ["pagination[page]", "pagination[pageSize]"],
      place: "pagination[page]", start: page(1),
      body: #"{"data":[LIST],"meta":{"pagination":{"page":PAGE,"pageCount":3,"total":7}}}"#),
    Style(
      name: "a total within an object", texts: ["q"], numbers: ["from", "size"], place: "from",
      body: #"{"took":1,"hits":{"total":{"value":7},"hits":[LIST]}}"#),
    Style(
      name: "a result between messages", numbers: ["page", "per_page"], place: "page",
      start: page(1),
      body:
        #"{"errors":[],"messages":[],"result":[LIST],"result_info":{"page":PAGE,"total_pages":3,"total_count":7}}"#
    ),
    Style(
      name: "records within objects of their own", numbers: ["_offset"], place: "_offset",
      next: { "\"/things?_offset=\($0)\"" },
      body: #"{"total":7,"link":[{"relation":"next","url":NEXT}],"list":[LIST]}"#,
      element: #"{"customer":{"id":"ID"}}"#),
    Style(
      name: "a path after an address", texts: ["cursor"], place: "cursor",
      next: { "\"/rest/things?cursor=\($0)\"" },
      body: #"{"results":[LIST],"_links":{"base":"https://shop.test/wiki","next":NEXT}}"#),
    Style(
      name: "members that are repeated", texts: ["apcontinue", "continue"], place: "apcontinue",
      next: { #"{"apcontinue":"\#($0)","continue":"-||"}"# },
      body: #"{"continue":NEXT,"query":{"pages":[LIST]}}"#),
    Style(
      name: "a cursor in a body", members: ["cursor", "limit"], place: "body:cursor",
      body: #"{"orders":[LIST],"cursor":NEXT}"#),
    Style(
      name: "an object in a body", members: ["TableName", "ExclusiveStartKey"],
      place: "body:ExclusiveStartKey", next: { #"{"id":{"S":"\#($0)"}}"# },
      body: #"{"Items":[LIST],"LastEvaluatedKey":NEXT}"#),
    Style(
      name: "positions that begin at 1", numbers: ["start", "limit"], place: "start",
      start: { max((Int($0) ?? 1) - 1, 0) }, body: #"{"start":START1,"total":7,"rows":[LIST]}"#),
    Style(
      name: "a flag of something else", texts: ["cursor"], place: "cursor",
      body:
        #"{"job":{"done":true},"facets":{"a":{"has_more":false}},"rows":[LIST],"next_cursor":NEXT}"#
    ),
    Style(
      name: "an error list that is empty, and a map", numbers: ["offset", "limit"], place: "offset",
      body: #"{"error":[],"result":{"count":7,"rows":[LIST]}}"#),
    Style(
      name: "a token of a header field with a name before it", texts: ["next_token"],
      place: "next_token", body: "[LIST]", headers: ["X-Nomad-NextToken": "NEXT"]),
    Style(
      name: "a flag as a text", texts: ["starting_after"], place: "starting_after",
      body: #"{"data":[LIST],"has_more":"MORE"}"#),
    Style(
      name: "a cursor that is a number", numbers: ["cursor"], place: "cursor",
      next: { "\($0)" }, body: #"{"keys":[LIST],"cursor":NEXT}"#),
    Style(
      name: "a cursor 0 at the end", texts: ["cursor"], place: "cursor",
      body: #"{"keys":[LIST],"cursor":ZERO}"#),
    Style(
      name: "the last mark again", texts: ["cursorMark"], place: "cursorMark",
      next: { "\"m\($0)\"" }, body: #"{"docs":[LIST],"nextCursorMark":ALWAYS}"#),
    Style(
      name: "an offset in a body", members: ["q"], memberNumbers: ["from", "size"],
      place: "body:from", body: #"{"total":7,"docs":[LIST]}"#),
    Style(
      name: "null in place of an address", numbers: ["page"], place: "page", start: page(1),
      next: { "\"/things?page=\($0 / 3 + 1)\"" },
      body: #"{"rows":[LIST],"_links":{"next":{"href":NEXT}}}"#),
    Style(
      name: "an estimate that is too low", numbers: ["offset", "limit"], place: "offset",
      body: #"{"offset":START,"total":5,"has_more":MORE,"rows":[LIST]}"#),
    Style(
      name: "the next page's number alone", numbers: ["page"], place: "page", start: page(1),
      next: { "\($0 / 3 + 1)" }, body: #"{"current":PAGE,"next":NEXT,"rows":[LIST]}"#),
    Style(
      name: "fewer elements than were asked for", numbers: ["offset", "limit"], place: "offset",
      body: "[LIST]", query: ["limit": 100]),
    Style(
      name: "page 0 asked for", numbers: ["page", "size"], place: "page", start: page(0),
      body: #"{"total":7,"rows":[LIST]}"#, query: ["page": 0]),
  ]

  /// Answers a request for a page.
  private static func response(to request: HTTPRequest, _ style: Style) async throws -> HTTPResponse
  {
    let address = URLComponents(url: request.url, resolvingAgainstBaseURL: true)
    var place = address?.queryItems?.last { $0.name == style.place }?.value ?? ""
    if style.place.hasPrefix("body:"), let body = try await request.body?.collect(upTo: 1 << 16) {
      let value = try JSONValue(json: body)[String(style.place.dropFirst(5))]
      place = value?.jsonText ?? ""
    }
    let start = min(style.start(place), count)
    let end = min(start + 3, count)
    let isLast = end == count
    let list = (start..<end).map { style.element.replacing("ID", with: "i\($0 + 1)") }
    var values = [
      ("LASTID", "i\(end)"), ("LIST", list.joined(separator: style.areLines ? "\n" : ",")),
      ("NEXT", isLast ? "null" : style.next(end)), ("ALWAYS", style.next(end)),
      ("ZERO", isLast ? "\"0\"" : style.next(end)),
      ("MORE", "\(!isLast)"), ("LAST", "\(isLast)"), ("START0", "\(start * 10)"),
      ("START1", "\(start + 1)"), ("START", "\(start)"), ("PAGE0", "\(start / 3)"),
      ("PAGE", "\(start / 3 + 1)"),
    ]
    func filled(_ text: String) -> String {
      values.reduce(text) { $0.replacing($1.0, with: $1.1) }
    }
    let body = filled(style.body)
    values.removeAll { $0.0 == "NEXT" }
    values.append(("NEXT", style.next(end).replacing("\"", with: "")))
    var headers: HTTPHeaders = [
      "Content-Type": style.areLines ? "application/x-ndjson" : "application/json"
    ]
    for (name, value) in style.headers where !isLast { headers[name] = filled(value) }
    return HTTPResponse(status: 200, headers: headers, body: HTTPBody(Data(body.utf8)))
  }

  @Test(arguments: styles)
  func `every element of a list comes once, in order, and nothing is said`(
    style: Style
  ) async throws {
    let requests = Mutex(0)
    let client = try StubClient(
      StubTransport { request in
        requests.withLock { $0 += 1 }
        return try await Self.response(to: request, style)
      })
    let declared = ListParameters(
      body: (style.members ?? []).map { ($0, false, true) }
        + style.memberNumbers.map { ($0, true, false) },
      query: style.texts.map { ($0, false, true) } + style.numbers.map { ($0, true, false) },
      isRead: true)
    let pages = ListPages(configured: nil, parameters: declared)
    let request = APIRequest(
      path: "things", method: style.members == nil ? .get : .post, query: style.query,
      body: style.members == nil ? nil : .json([:]))
    let read = try #require(try pages.first(try await request.response(on: client)))
    var (ids, doubt): ([String], String?) = ([], nil)
    try await read.page.forEachPage(
      of: "things", isFirst: false,
      following: {
        try await ListPages.page($0, read.paging) { try await $0.response(on: client) }
      }
    ) { page in
      doubt = page.doubt
      ids += page.elements.map { $0["id"]?.jsonText.filter { $0 != "\"" } ?? $0.jsonText }
    }
    #expect(ids == (1...Self.count).map { "i\($0)" })
    #expect(doubt == nil && requests.withLock { $0 } <= 6)
  }

  @Test(arguments: [
    "a token in a header field", "lines, of which the last page has one", "last_id",
  ])
  func `a module's list needs no paging of its own`(name: String) async throws {
    let style = try #require(Self.styles.first { $0.name == name })
    let client = try StubClient(StubTransport { try await Self.response(to: $0, style) })
    func page(_ request: APIRequest) async throws -> APIPage<JSONValue> {
      try await request.followingPage {
        try await request.response(on: client).pagedResource(paging: .detected())
      }
    }
    var ids: [String] = []
    let first = try await page(APIRequest(path: "things"))
    try await first.forEachPage(of: "things", isFirst: false, following: page) { page in
      ids += page.elements.map { $0["id"]?.jsonText.filter { $0 != "\"" } ?? $0.jsonText }
    }
    #expect(ids == (1...Self.count).map { "i\($0)" })
  }

  @Test func `a list by POST that is not known to only read shows what came, and ends there`()
    async throws
  {
    let style = try #require(Self.styles.first { $0.name == "a cursor in a body" })
    let client = try StubClient(StubTransport { try await Self.response(to: $0, style) })
    let request = APIRequest(path: "things", method: .post, body: .json([:]))
    let response = try await request.response(on: client)
    let read = try #require(try ListPages(configured: nil, parameters: nil).first(response))
    #expect(read.page.elements.count == 3)
    await #expect(throws: APIError.self) { try await read.page.next?.response(on: client) }
    #expect(
      read.page.next?.unknownPage
        == "the server has more (\"cursor\": \"n3\"), and nothing says that POST only reads, so it is not sent again"
    )
  }

  @Test(
    arguments: [
      (#"{"count":2,"ids":[1,2],"list_columns":["a"],"result":[{"id":1}]}"#, "/x", "result"),
      (#"{"customers":[{"id":1}],"plans":[{"id":2}]}"#, "/v1/customers", "customers"),
      (
        #"{"accounts":[{"id":1}],"transactions":[{"id":2}],"total_transactions":9}"#, "/x/get",
        "transactions"
      ),
      (#"{"includes":{"Asset":[{"id":1}]},"items":[]}"#, "/entries", "items"),
      (
        #"{"took":1,"_shards":{"failures":[]},"hits":{"hits":[{"_id":1}]}}"#, "/_search",
        "hits.hits"
      ),
      (#"{"Resources":[{"id":1}],"schemas":["a"]}"#, "/Users", "Resources"),
      (#"{"a":[{"id":1}],"b":[{"id":2}]}"#, "/x", nil), (#"{"a":1}"#, "/x", nil),
    ] as [(String, String, String?)])
  func `the list of an answer is found`(body: String, path: String, list: String?) throws {
    var request = APIRequest(path: "x")
    request.url = try url("https://a.test\(path)")
    #expect(Paging(of: answer(200, body, to: request))?.elements == list)
  }

  @Test(arguments: [
    (#"{"b":{"id":1,"n":"x"},"a":{"id":2}}"#, #"[{"key":"b","id":1,"n":"x"},{"key":"a","id":2}]"#),
    (
      #"{"data":{"k":{"key":"o"},"l":{"key":"p"}},"meta":{"n":1}}"#,
      #"[{"_key":"k","key":"o"},{"_key":"l","key":"p"}]"#
    ),
    ("{\"id\":1}\n{\"id\":2}\n", #"[{"id":1},{"id":2}]"#),
    ("\u{1E}{\"id\":1}\n\u{1E}{\"id\":2}\n", #"[{"id":1},{"id":2}]"#),
  ])
  func `records by their keys, and values one after the other, are lists`(
    body: String, list: String
  ) throws {
    let read = try #require(
      try ListPages(configured: nil, parameters: nil).first(answer(200, body)))
    #expect(JSONValue.array(read.page.elements).jsonText == list && read.page.next == nil)
  }

  @Test(arguments: [
    (#"{"id":"1","tags":[{"a":1}]}"#, false),
    (#"{"theme":"dark","roles":[{"a":1}]}"#, false),
    (#"{"theme":"dark","items":[{"a":1}]}"#, true), (#"{"roles":[{"a":1}]}"#, true),
    (#"{"theme":"dark","roles":[{"a":1}],"next_cursor":"x"}"#, true), ("[1]", true),
  ])
  func `an answer that may be one thing is a list only by its shape`(
    body: String, isList: Bool
  ) throws {
    let pages = ListPages(configured: nil, parameters: nil, isList: false)
    #expect((try pages.first(answer(200, body)) != nil) == isList)
  }
}

import FoundationEssentials
import Testing
import WebAPI

/// The container names that users of the API client know, spelled the way they know them.
@Suite struct FamiliarContainersTests {
  struct Facets: Decodable, Equatable { let topColors: [String] }

  private let list = answer(
    200, #"{"data":[{"id":"a"}],"meta":{"top_colors":["blue"],"total":7},"errors":[]}"#)

  @Test func `a container has its data and its typed meta`() throws {
    let response = list
    let (items, facets): ([Item], Facets) = try response.container(.snakeCase)
    #expect(items == [Item(id: "a")])
    #expect(facets == Facets(topColors: ["blue"]))
    let both: (data: [Item]?, meta: Facets?) = try response.nullableContainer(.snakeCase)
    #expect(both.data == items && both.meta == facets)
  }

  @Test func `each form reads the same container`() throws {
    #expect(try list.resourceInContainer(.snakeCase) == [Item(id: "a")])
    #expect(try list.nullableResourceInContainer(.snakeCase) == [Item(id: "a")])
    #expect(try list.emptyableResourceInContainer(.snakeCase) == [Item(id: "a")])
    for page: APIPage<Item> in [
      try list.pagedResourceInContainer(.snakeCase),
      try list.emptyablePagedResourceInContainer(.snakeCase),
    ] {
      #expect(page.elements == [Item(id: "a")] && page.total == 7)
    }
    try list.verifyInContainer(.snakeCase)
    #expect(list.errorInContainer(.snakeCase).isEmpty)
  }

  @Test(arguments: [
    (204, ""), (404, "{}"), (200, ""), (200, "{}"), (200, #"{"data":null,"meta":null}"#),
  ])
  func `missing container data is nil, and an empty page`(status: Int, body: String) throws {
    let answer = answer(status, body)
    let both: (data: [Item]?, meta: Facets?) = try answer.nullableContainer()
    #expect(both.data == nil && both.meta == nil)
    let page: APIPage<Item> = try answer.emptyablePagedResourceInContainer()
    #expect(page.elements.isEmpty && page.total == 0 && page.next == nil)
  }

  @Test(arguments: [
    (#"{"meta":{"topColors":[]}}"#, "'data' is missing"), (#"{"data":[]}"#, "'meta' is missing"),
    (#"{"data":[],"meta":{}}"#, "'meta.topColors' is missing"), ("", "the response has no body"),
  ])
  func `a container without its data or meta is an error`(body: String, detail: String) {
    let error = #expect(throws: APIError.self) {
      let _: ([Item], Facets) = try answer(200, body).container()
    }
    #expect(error?.code == .unavailable)
    #expect(error?.detail == detail)
  }

  @Test func `errors in a container are thrown with each of their problems`() throws {
    let response = answer(
      200, #"{"errors":[{"status":"403","code":"a","title":"A"},{"code":"b","detail":"B"}]}"#)
    let problems = [APIProblem(code: "a", title: "A"), APIProblem(code: "b", detail: "B")]
    #expect(response.errorInContainer() == problems)
    try response.verify()
    let errors = [
      #expect(throws: APIError.self) { try response.verifyInContainer() },
      #expect(throws: APIError.self) { let _: (Item, Facets) = try response.container() },
      #expect(throws: APIError.self) { let _: (Item?, Facets?) = try response.nullableContainer() },
      #expect(throws: APIError.self) {
        let _: APIPage<Item> = try response.emptyablePagedResourceInContainer()
      },
    ]
    for error in errors {
      #expect(error?.code == .forbidden)
      #expect(error?.problems == problems)
    }
  }

  @Test func `the status is checked before a container's errors, which are read whatever it is`() {
    let response = answer(401, #"{"errors":[{"status":"403","code":"expired"}]}"#)
    #expect(response.errorInContainer() == [APIProblem(code: "expired")])
    let error = #expect(throws: APIError.self) { try response.verifyInContainer() }
    #expect(error?.code == .unauthorized)
  }

  @Test(arguments: ["", "[]", "OK", "null", #"{"errors":[]}"#, #"{"errors":"no"}"#, #"{"data":1}"#])
  func `a body without a list of errors has none`(body: String) throws {
    try answer(200, body).verifyInContainer()
    #expect(answer(200, body).errorInContainer().isEmpty)
  }
}

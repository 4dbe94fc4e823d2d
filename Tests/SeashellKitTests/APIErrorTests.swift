import SeashellKit
import SeashellTesting
import Testing

@Suite @MainActor struct APIErrorTests {
  @Test(
    arguments: [
      (APIError(.unconnected), ShellError.Code.unconnected, 5),
      (APIError(.unavailable), .unavailable, 8),
      (APIError(.unavailable, status: 503), .unavailable, 8),
      (APIError(.unavailable, status: 200), .unavailable, 8),
      (APIError(.unavailable, status: 404), .notFound, 3),
      (APIError(.unprocessable, status: 422), .invalid, 6),
      (APIError(.unauthorized, status: 401), .unauthorized, 4),
      (APIError(.forbidden, status: 403), .forbidden, 4),
      (APIError(.limit), .limit, 1),
      (APIError(.invalid), .failed, 1),
      (APIError(invalid: [FieldError("rating", .max(5))]), .usage, 2),
    ] as [(APIError, ShellError.Code, Int32)])
  func `each kind of error has its code and its status`(
    error: APIError, code: ShellError.Code, status: Int32
  ) {
    let told = ShellError(error)
    #expect(told.code == code)
    #expect(told.status.rawValue == status)
    #expect(told.message == error.description)
    #expect((told.hint == nil) == (code == .unauthorized))
  }

  @Test(arguments: ["", ".", ".."])
  func `a user's id that would name another place is a wrong word`(id: String) async throws {
    let client = try ShellHarness(StubTransport(json: "{}")).context.client
    let error = await #expect(throws: APIError.self) {
      try await APIRequest(path: "wishes/\(id)").response(on: client)
    }
    let told = try #require(error).shellError
    #expect(told.status == .usage)
    #expect(told.message.hasPrefix("invalid request: the path 'wishes/\(id)' contains "))
  }

  @Test func `JSON errors contain each problem of the server, with its code`() {
    let problems = [APIProblem(code: "E1", detail: "No."), APIProblem(title: "T", field: "f")]
    #expect(
      ShellError(APIError(.unprocessable, problems: problems)).problems == [
        ["code": "E1", "detail": "No."], ["title": "T", "field": "f"],
      ])
  }

  @Test(arguments: [
    (ServiceFormat.plain, #"{"data":[]}"#, "the response is an object, and should be a list"),
    (.container, "[]", "the response is a list, and should be an object"),
    (.plain, #"[{"id":"w-1","name":5}]"#, "'[0].name' is a number, and should be text"),
    (.plain, #"[{"id":"w-1"}]"#, "'[0].name' is missing"),
  ])
  func `a response in another format is an understandable error`(
    format: ServiceFormat, body: String, words: String
  ) async throws {
    struct Named: Decodable {
      let id: String
      let name: String
    }
    let client = try ShellHarness(StubTransport(json: body)).context.client
    client.environment.format = format
    let response = try await APIRequest(path: "wishes").response(on: client)
    let error = #expect(throws: APIError.self) { let _: [Named] = try response.resource() }
    let told = try #require(error).shellError
    #expect(
      told.message == "unexpected response: \(words) (GET wishes, 200)")
    #expect(told.hint == "check 'format' and 'keys' of the environment in config.json")
  }

  @Test(arguments: [nil, "sign in with 'accounts enter'"] as [String?])
  func `only an authorizer's hint says how to sign in`(hint: String?) async throws {
    struct Account: Authorizer {
      let signInHint: String?
      func authorize(_ request: inout APIRequest) async throws {}
      func recover(from response: APIResponse) async -> Bool { false }
    }
    let harness = try ShellHarness(StubTransport(status: 401, json: "{}"))
    if let hint { try harness.context.install(Account(signInHint: hint)) }
    let response = try await APIRequest(path: "wishes").response(on: harness.context.client)
    let error = #expect(throws: APIError.self) { try response.verify() }
    #expect(try #require(error).shellError.hint == hint)
  }

  @Test func `a write that may have been carried out says so`() {
    let told = ShellError(APIError(.unconnected, mayHaveBeenApplied: true))
    #expect(told.message.contains("may have been applied"))
    #expect(told.hint == "check whether the change was made before trying again")
  }

  @Test func `a list of which a page did not come fails as that page did, and says how much came`()
    async throws
  {
    let causes: [(any Error, ShellError)] = [
      (
        APIError(.unconnected),
        ShellError(
          .unconnected, "only the first 2 wishes came: not connected",
          hint: "check the connection and the address, and try again")
      ),
      (
        ShellError(.failed, "no more", hint: "rest", status: .pluginBroke),
        ShellError(
          .failed, "only the first 2 wishes came: no more", hint: "rest", status: .pluginBroke)
      ),
    ]
    for (cause, told) in causes {
      let page = APIPage(elements: [1, 2], next: APIRequest(path: "wishes"))
      let error = await #expect(throws: APIPageError.self) {
        try await page.forEachPage(of: "wishes", following: { _ in throw cause }, { _ in })
      }
      #expect(error.map { ShellError($0) } == told)
    }
  }

  @Test func `pages that do not end are a bound, and too few elements a failing service`()
    async throws
  {
    let next = APIRequest(path: "wishes")
    let pages: [(APIPage<Int>, ShellError.Code)] = [
      (APIPage(elements: [1], next: next), .limit),
      (APIPage(elements: [1], total: 3), .unavailable),
    ]
    for (page, code) in pages {
      let error = await #expect(throws: APIPageError.self) {
        try await page.forEachPage(of: "wishes", following: { _ in page }, { _ in })
      }
      #expect(error?.shellError.code == code)
      #expect(error?.shellError.message == error?.description)
    }
  }
}

import SeashellHosting
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
  func `an id that would lead to another path is a wrong word`(id: String) async throws {
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
    (
      ServiceFormat.plain, #"{"data":[]}"#,
      "the response is an object, and should be a list; "
        + "the response is a container with 'data', not plain JSON",
      "set format: 'container' for the environment"
    ),
    (
      .plain, #"{"data":[{"type":"wishes","id":"w-1","attributes":{"name":"A"}}]}"#,
      "the response is an object, and should be a list; "
        + "the response is JSON:API, not plain JSON",
      "set format: 'jsonapi' for the environment"
    ),
    (
      .container, "[]",
      "the response is a list, and should be an object; "
        + "the response is plain JSON, not a container with 'data'",
      "set format: 'plain' for the environment"
    ),
    (
      .container, #"{"data":[{"type":"wishes","id":"w-1","attributes":{"name":"A"}}]}"#,
      "'data[0].name' is missing; the response is JSON:API, not a container with 'data'",
      "set format: 'jsonapi' for the environment"
    ),
    (
      .plain, #"[{"id":"w-1","name":5}]"#, "'[0].name' is a number, and should be text",
      "check 'format' and 'keys' of the environment"
    ),
    (
      .jsonapi, #"{"data":[{"type":"wishes","id":"w-1","attributes":{"name":5}}]}"#,
      "'data[0].attributes.name' is a number, and should be text",
      "check 'format' and 'keys' of the environment"
    ),
    (
      .plain, #"[{"id":"w-1"}]"#, "'[0].name' is missing",
      "check 'format' and 'keys' of the environment"
    ),
    (
      .plain, "<html></html>", "the response is not valid JSON",
      "check 'baseURL' and 'version' of the environment"
    ),
  ])
  func `a response in another format is an error that names the setting`(
    format: ServiceFormat, body: String, words: String, hint: String
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
    #expect(told.hint == "\(hint) in config.json")
  }

  @Test func `a missing field reveals a service that uses camel case`()
    async throws
  {
    struct Wish: Decodable {
      let top_color: String
    }
    let client = try ShellHarness(StubTransport(json: #"{"topColor":"red"}"#)).context.client
    let response = try await APIRequest(path: "wishes/w-1").response(on: client)
    let error = #expect(throws: APIError.self) { let _: Wish = try response.resource() }
    let told = try #require(error).shellError
    #expect(told.message.contains("'top_color' is missing, but 'topColor' is there"))
    #expect(told.hint == "set keys: 'camel' for the environment in config.json")
  }

  @Test(arguments: [
    ("wishes", "check 'baseURL' and 'version' of the environment in config.json"),
    ("wishes/w-1", "check the name or the id"),
  ])
  func `a list that is not found suggests a wrong address`(
    path: String, hint: String
  ) async throws {
    let client = try ShellHarness(StubTransport(status: 404, json: "{}")).context.client
    let response = try await APIRequest(path: "\(path)").response(on: client)
    let error = #expect(throws: APIError.self) { try response.verify() }
    #expect(error?.shellError.hint == hint)
  }

  private struct Unreachable: Transport {
    let error: TransportError
    func send(_ request: HTTPRequest) async throws -> HTTPResponse { throw error }
  }

  @Test(
    arguments: [
      (TransportError(.unconnected, reason: "it refused"), "start the shop"),
      (TransportError(.unconnected, reason: "untrusted", isLasting: true), nil),
      (TransportError(.cut, reason: "cut"), nil),
    ] as [(TransportError, String?)])
  func `an environment's own hint is shown if it cannot be reached`(
    cause: TransportError, hint: String?
  ) async throws {
    let client = try ShellHarness(Unreachable(error: cause)).context.client
    client.environment.unreachableHint = "start the shop"
    let error = try await #require(throws: APIError.self) {
      try await APIRequest(path: "wishes").response(on: client)
    }
    #expect(
      error.shellError.hint == hint ?? "check the connection and the address, and try again")
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

  @Test func `the error of a write says that it may have been carried out`() {
    let told = ShellError(APIError(.unconnected, mayHaveBeenApplied: true))
    #expect(told.message.contains("may have been applied"))
    #expect(told.hint == "check whether the change was made before trying again")
  }

  @Test func `a list with a failed page reports its error and what it listed`()
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

  @Test func `endless pages exceed a limit, and missing elements are a failure`()
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

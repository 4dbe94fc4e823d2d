import SeashellKit
@testable import SeashellModules
import SeashellTesting
import Testing

/// The token that a remote module gets.
@MainActor
struct LifeRemoteTests {
  private struct Session: Authorizer {
    func authorize(_ request: inout APIRequest) async throws {
      request.headers["Authorization"] = "Bearer session"
    }

    func recover(from response: APIResponse) async throws -> Bool { false }
  }

  let transport = StubTransport(status: 404, json: "{}")
  let harness: ShellHarness

  init() throws {
    harness = try ShellHarness(transport)
    try harness.context.install(Session())
  }

  func provider(of record: ModuleRecord) throws -> any ToolProvider {
    let providers = ModuleProviders(
      harness.context, limits: ModuleLimits(), isVerbose: { false },
      variable: { $0 == "TOOL_TOKEN" ? "own" : nil }, transport: { [transport] in transport })
    return try providers.provider(of: record, gateway: nil)
  }

  @Test(arguments: [
    ("http://localhost/mcp", nil, "Bearer session"), ("http://localhost:81/mcp", nil, nil),
    ("https://localhost/mcp", nil, nil), ("https://tools.example.com/mcp", nil, nil),
    ("https://tools.example.com/mcp", "TOOL_TOKEN", "Bearer own"),
    ("http://localhost/mcp", "TOOL_TOKEN", "Bearer own"),
  ])
  func `a session's token is sent only to a module at its own origin`(
    url: String, variable: String?, authorization: String?
  ) async throws {
    var record = ModuleRecord(name: "far", source: .remote(url: url, headers: [:]))
    record.tokenVariable = variable
    _ = try? await provider(of: record).start { _ in }
    let requests = transport.requests
    #expect(!requests.isEmpty)
    #expect(requests.allSatisfy { $0.headers["Authorization"] == authorization })
  }

  @Test func `a header field that the user gave takes precedence over the session`() async throws {
    let record = ModuleRecord(
      name: "far",
      source: .remote(url: "http://localhost/mcp", headers: ["authorization": "Basic eDp5"]))
    _ = try? await provider(of: record).start { _ in }
    #expect(transport.requests.first?.headers["Authorization"] == "Basic eDp5")
  }

  @Test(arguments: [
    ("tools.example.com/mcp", nil, "'tools.example.com/mcp' is not an address"),
    ("https://tools.example.com", "NONE", "needs a token in the variable 'NONE'"),
  ])
  func `an unreachable remote module is an error that names it`(
    url: String, variable: String?, message: String
  ) throws {
    var record = ModuleRecord(name: "far", source: .remote(url: url, headers: [:]))
    record.tokenVariable = variable
    let error = #expect(throws: ShellError.self) { try provider(of: record) }
    #expect(error?.message.hasPrefix("the module 'far'") == true)
    #expect(error?.message.contains(message) == true)
  }
}

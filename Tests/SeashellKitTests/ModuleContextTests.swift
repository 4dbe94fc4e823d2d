import SeashellKit
import SeashellTesting
import Testing

@MainActor
@Suite struct ModuleContextTests {
  private final class FirstState { var count = 0 }
  private final class SecondState {}

  private struct Guard: Authorizer {
    func authorize(_ request: inout APIRequest) async throws {
      request.headers["Authorization"] = "Bearer t"
    }

    func recover(from response: APIResponse) async -> Bool { false }
  }

  private let transport = StubTransport(json: "{}")
  private let context: ModuleContext

  init() throws {
    context = try ShellHarness(transport).context
  }

  @Test func `a state is made once and shared by its type`() {
    var made = 0
    func first() -> FirstState {
      context.state {
        made += 1
        return FirstState()
      }
    }
    first().count = 7
    #expect(first().count == 7)
    #expect(made == 1)
    let second = context.state { SecondState() }
    #expect(second === context.state { SecondState() })
  }

  @Test func `an installed authorizer gives requests their credentials`() async throws {
    try context.install(Guard())
    _ = try await APIRequest(path: "x").response(on: context.client)
    context.removeAuthorizer()
    _ = try await APIRequest(path: "x").response(on: context.client)
    #expect(transport.requests.map { $0.headers["Authorization"] } == ["Bearer t", nil])
  }

  @Test func `a second authorizer is refused, and the error names the first`() throws {
    try context.install(Guard())
    let error = try #require(throws: ShellError.self) { try context.install(Guard()) }
    #expect(error.message == "requests are already authorized by Guard")
    context.removeAuthorizer()
    try context.install(Guard())
  }
}

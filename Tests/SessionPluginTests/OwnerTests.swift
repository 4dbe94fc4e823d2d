import FoundationEssentials
import SeashellHosting
import SeashellKit
import SeashellTesting
import Testing

@testable import SessionPlugin

/// Requests made for an account, and sent later.
@MainActor
@Suite struct OwnerTests {
  private func send(
    _ client: EnvironmentClient, environment: String = "test", account: String?
  ) async throws -> Int {
    var request = APIRequest(path: "products")
    request.isBackground = true
    request.owner = DataOwner(
      environment: environment,
      address: DataOwner.address(
        base: client.environment.baseURL, version: client.environment.version),
      account: account)
    return try await request.response(on: client).statusCode
  }

  @Test func `an account's request carries its token`() async throws {
    let bench = try await SessionBench.signedIn()
    #expect(try await send(bench.client, account: "demo") == 200)
    bench.shop.expireAccess()
    #expect(try await send(bench.client, account: "demo") == 200)
  }

  @Test(arguments: [("test", "other"), ("elsewhere", "demo")])
  func `a request for another account or environment is not sent`(
    environment: String, account: String
  ) async throws {
    let bench = try await SessionBench.signedIn()
    let count = bench.paths.count
    let error = await #expect(throws: APIError.self) {
      try await send(bench.client, environment: environment, account: account)
    }
    #expect(error?.code == .unauthorized && error?.status == nil)
    #expect(error?.detail == "\(account) is not signed in on \(environment)")
    #expect(bench.paths.count == count)
  }

  @Test func `a signed-out account's request is not sent, and nothing is posted`() async throws {
    let bench = try SessionBench()
    for _ in 1...2 {
      await #expect(throws: APIError.self) { try await send(bench.client, account: "demo") }
    }
    #expect(bench.paths.isEmpty)
    #expect(!bench.events.names.contains("api.unauthorized"))
    #expect(bench.console.notices.isEmpty)
  }

  @Test func `a request without an account is sent without a token`() async throws {
    let bench = try await SessionBench.signedIn()
    #expect(try await send(bench.client, account: nil) == 401)
    #expect(bench.transport.requests.last?.headers["Authorization"] == nil)
    #expect(bench.shop.renewed.count == 0)
  }

  @Test func `with a token in the variable, it decides the account`() async throws {
    let transport = StubTransport(json: "[]")
    let harness = try ShellHarness(transport)
    harness.setToken("abc")
    try harness.load(SessionModule(harness.context))
    let client = harness.context.client
    #expect(try await send(client, account: "token-ba7816bf8f01cfea") == 200)
    await #expect(throws: APIError.self) { try await send(client, account: "token-0") }
    await #expect(throws: APIError.self) { try await send(client, account: "demo") }
    #expect(transport.requests.count == 1)
  }
}

import FoundationEssentials
import SeashellKit
import SeashellTesting
import Testing

@testable import SessionPlugin

@MainActor
@Suite struct AuthorizationTests {
  @Test func `every module's requests carry the token`() async throws {
    let bench = try await SessionBench.signedIn()
    #expect(try await bench.products() == 200)
    #expect(
      bench.transport.requests.last?.headers["Authorization"] == "Bearer access-secret-1")
  }

  @Test func `without a session, requests have no token and nothing is renewed`() async throws {
    let bench = try SessionBench()
    #expect(try await bench.products() == 401)
    #expect(bench.paths == ["GET /v1/products"])
    #expect(bench.transport.requests.first?.headers["Authorization"] == nil)
    #expect(
      bench.events.events(of: Unauthorized.self) == [
        Unauthorized(environment: .test, method: .get, path: "products")
      ])
    #expect(!FileManager.default.fileExists(atPath: "\(bench.folder.path)/test"))
  }

  @Test func `the existence of a session is known without a request`() async throws {
    let signedOut = try SessionBench()
    #expect(try await signedOut.harness.context.user.maySendRequests() == false)
    let signedIn = try await SessionBench.signedIn()
    #expect(try await signedIn.harness.context.user.maySendRequests() == true)
    signedIn.client.environment = try APIEnvironment(
      "elsewhere", "https://shop.example", version: "v1")
    #expect(try await signedIn.harness.context.user.maySendRequests() == false)
    #expect(signedOut.paths.isEmpty && signedIn.paths.count == 1)
  }

  @Test func `a token that is refused is renewed once, and the request sent again`() async throws {
    let bench = try await SessionBench.signedIn()
    bench.shop.expireAccess()
    #expect(try await bench.products() == 200)
    #expect(
      bench.paths.dropFirst() == [
        "GET /v1/products", "POST /v1/session/refresh", "GET /v1/products",
      ])
    #expect(bench.transport.requests[2].headers["Authorization"] == nil)
    #expect(
      bench.transport.requests[3].headers["Authorization"] == "Bearer access-secret-2")
    #expect(!bench.events.names.contains("api.unauthorized"))
    #expect(bench.folder.kept()?.contains("refresh-secret-2") == true)
  }

  @Test func `a request that is refused again is not sent a third time`() async throws {
    let bench = try await SessionBench.signedIn()
    bench.shop.intercept { request in
      request.url.path() == "/v1/products" ? StubShop.json(401, "") : nil
    }
    #expect(try await bench.products() == 401)
    #expect(bench.paths.filter { $0 == "GET /v1/products" }.count == 2)
    #expect(bench.shop.renewed.count == 1)
    #expect(bench.folder.kept() != nil)
  }

  @Test(arguments: [401, 403, 422])
  func `a refused renewal ends the session`(status: Int) async throws {
    let bench = try await SessionBench.signedIn()
    bench.shop.expireAccess()
    bench.shop.intercept { request in
      request.url.path() == "/v1/session/refresh" ? StubShop.json(status, "") : nil
    }
    #expect(try await bench.products() == 401)
    #expect(bench.folder.kept() == nil)
    #expect(bench.events.events(of: Unauthorized.self).count == 1)
  }

  @Test(
    arguments: [(.unconnected, .unconnected, 5), (.cut, .unconnected, 5), (.limit, .limit, 1)]
      as [(TransportError.Code, APIError.Code, Int32)])
  func `a request whose session cannot be renewed fails, and keeps the tokens`(
    cause: TransportError.Code, code: APIError.Code, status: Int32
  ) async throws {
    let bench = try await SessionBench.signedIn()
    bench.shop.expireAccess()
    let kept = bench.folder.kept()
    bench.shop.intercept { request in
      guard request.url.path() == "/v1/session/refresh" else { return nil }
      throw TransportError(cause, reason: "some reason", isLasting: true)
    }
    let error = try await #require(throws: APIError.self) { _ = try await bench.products() }
    #expect(error.code == code)
    #expect(error.shellError.status.rawValue == status)
    #expect(error.detail == "the session cannot be renewed: some reason")
    #expect(error.request == "GET products")
    #expect(!error.mayHaveBeenApplied)
    #expect(bench.folder.kept() == kept)
    #expect(bench.events.events(of: Unauthorized.self).isEmpty)
    bench.shop.intercept(nil)
    #expect(try await bench.products() == 200)
  }

  @Test func `a write that was refused for its token is not said to be applied`() async throws {
    let bench = try await SessionBench.signedIn()
    bench.shop.expireAccess()
    bench.shop.intercept { request in
      request.url.path() == "/v1/session/refresh" ? StubShop.json(503, "") : nil
    }
    let error = await #expect(throws: APIError.self) {
      try await APIRequest(path: "products", method: .put).response(on: bench.client)
    }
    #expect(error?.code == .unavailable)
    #expect(error?.mayHaveBeenApplied == false)
  }

  @Test func `a refused background request prints nothing`() async throws {
    let bench = try await SessionBench.signedIn()
    bench.shop.expireAccess()
    let (told, posted) = (bench.console.notices.count, bench.events.events.count)
    var request = APIRequest(path: "products")
    request.isBackground = true
    for path in ["/v1/session/refresh", "/v1/products"] {
      bench.shop.intercept { request in
        guard request.url.path() == path else { return nil }
        throw TransportError(.unconnected, reason: "no")
      }
      await #expect(throws: APIError.self) { try await request.response(on: bench.client) }
    }
    bench.shop.intercept(nil)
    bench.shop.endSessions()
    #expect(try await request.response(on: bench.client).statusCode == 401)
    #expect(bench.folder.kept() == nil)
    try bench.folder.spoil(.cut)
    #expect(try await request.response(on: bench.client).statusCode == 401)
    #expect(bench.console.notices.count == told)
    // A background request reports no problem, but the session has ended.
    #expect(
      bench.events.names.dropFirst(posted) == ["session.signed.out", "api.data.invalidated"])
  }

  @Test func `twenty requests that are refused at once make one renewal`() async throws {
    let bench = try await SessionBench.signedIn()
    let (shop, client) = (bench.shop, bench.client)
    bench.shop.expireAccess()
    shop.intercept { request in
      if request.url.path() == "/v1/session/refresh" {
        // No request may get the new token before all have been refused with the old one.
        await shop.refused.reached(20)
      }
      return nil
    }
    let statuses = try await bench.advancing(after: { await shop.served.reached(1) }) {
      try await SessionBench.products([EnvironmentClient](repeating: client, count: 20))
    }
    #expect(statuses == [Int](repeating: 200, count: 20))
    #expect(shop.renewed.count == 1)
    #expect(shop.refused.count == 20)
  }

  @Test func `a token that was renewed meanwhile is used without another renewal`() async throws {
    let bench = try await SessionBench.signedIn()
    let address = try #require(URL(string: "http://localhost/v1/products"))
    let refused = APIResponse(
      statusCode: 401,
      request: APIRequest(url: address, headers: ["Authorization": "Bearer access-secret-0"]))
    let authorizer = try #require(bench.client.authorizer)
    #expect(try await authorizer.recover(from: refused))
    #expect(bench.shop.renewed.count == 0)
  }

  @Test func `a request cancelled during a renewal is not reported as refused`()
    async throws
  {
    let bench = try await SessionBench.signedIn()
    let (shop, client) = (bench.shop, bench.client)
    let (begun, held) = (Milestone(), Milestone())
    shop.expireAccess()
    shop.intercept { request in
      guard request.url.path() == "/v1/session/refresh" else { return nil }
      begun.pass()
      await held.reached(1)
      try Task.checkCancellation()
      return nil
    }
    let request = Task { try await SessionBench.products(client) }
    await begun.reached(1)
    request.cancel()
    held.pass()
    await #expect(throws: CancellationError.self) { try await request.value }
    #expect(bench.events.events(of: Unauthorized.self).isEmpty)
    #expect(bench.folder.kept() != nil)
  }

  @Test func `unloading the module session removes the token from requests`() async throws {
    let bench = try await SessionBench.signedIn()
    try bench.harness.unload("session")
    #expect(bench.client.authorizer == nil)
    #expect(try await bench.products() == 401)
    #expect(bench.transport.requests.last?.headers["Authorization"] == nil)
    #expect(await bench.run("session status").status == 2)
    try bench.harness.load(SessionModule(bench.harness.context))
    #expect(try await bench.products() == 200)
  }

  @Test func `a second authorizer is refused, and the first stays`() async throws {
    let bench = try await SessionBench.signedIn()
    #expect(throws: ShellError.self) {
      try SessionModule(bench.harness.context).load(in: bench.harness.port)
    }
    #expect(try await bench.products() == 200)
  }
}

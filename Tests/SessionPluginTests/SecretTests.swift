import FoundationEssentials
import SeashellKit
import SeashellTesting
import Testing

@testable import SessionPlugin

@MainActor
@Suite struct SecretTests {
  static let lines = [
    "session login --user demo --password-stdin", "session status", "session refresh",
    "session refresh -o json", "session logout -o json", "help session login", "events",
  ]

  /// The worst response of a shop: it repeats everything that it was sent.
  nonisolated static func echo(_ status: Int, _ request: HTTPRequest) -> HTTPResponse {
    let sent =
      String(decoding: request.body?.data ?? Data(), as: UTF8.self)
      + request.headers.map(\.value).joined()
    let text = sent.replacing("\"", with: "'")
    return StubShop.json(
      status,
      """
      {"errors":[{"title":"\(text)","detail":"\(text)",\
      "source":{"pointer":"/\(text)"}},"\(text)"],"message":"\(text)"}
      """)
  }

  @Test(arguments: [nil, 200, 201, 204, 400, 401, 403, 404, 409, 422, 429, 500, 503] as [Int?])
  func `no secret is shown for any response of the shop`(status: Int?) async throws {
    let bench = try await SessionBench.signedIn()
    var told = ""
    for line in Self.lines {
      // Each command begins with a session, and meets the answer at any of its requests.
      for spared in 0..<3 {
        bench.shop.intercept(nil)
        try await bench.signIn()
        if spared > 0 { bench.shop.expireAccess() }
        let before = bench.transport.requests.count
        bench.shop.intercept { [transport = bench.transport] request in
          guard transport.requests.count - before > spared else { return nil }
          guard let status else { throw TransportError(.cut, reason: "the connection was cut") }
          return Self.echo(status, request)
        }
        let result = await bench.run(line)
        told += result.output + result.errors
        let state = bench.harness.context.state { () -> SessionState in preconditionFailure() }
        told += "\(String(reflecting: state.sessions))"
        dump(state, to: &told)
      }
    }
    told += bench.console.notices.joined() + bench.console.questions.joined()
    for event in bench.events.events {
      told += String(decoding: try JSONEncoder().encode(event), as: UTF8.self) + "\(event)"
    }
    #expect(told.contains("session") && bench.shop.secrets.count > 20)
    for secret in bench.shop.secrets {
      #expect(!told.contains(secret), "\(secret) in \(told)")
    }
  }

  @Test(arguments: [
    ("session login --user demo --password-stdin", StubShop.password),
    ("session refresh", "refresh-secret-1"),
  ])
  func `a shop that fails says why, without the secret that it was sent`(
    line: String, secret: String
  ) async throws {
    let bench = try await SessionBench.signedIn()
    bench.console.input = StubShop.password
    bench.shop.intercept { _ in
      StubShop.json(507, #"{"message":"No room for \#(secret) in /var/shop."}"#)
    }
    let result = await bench.run(line)
    #expect(result.status == 8)
    #expect(result.errors.contains("No room for … in /var/shop."), "\(result.errors)")
    #expect(!result.errors.contains("may have been applied"))
    #expect(!result.errors.contains("try again later"))
    bench.shop.intercept { _ in StubShop.json(400, #"{"message":"You sent \#(secret)."}"#) }
    bench.console.input = StubShop.password
    #expect(await !bench.run(line).errors.contains("You sent"))
  }

  @Test func `secrets are sent in bodies and header fields, never in addresses`() async throws {
    let bench = try await SessionBench.signedIn()
    for line in Self.lines { _ = await bench.run(line) }
    #expect(bench.transport.requests.count > 3)
    for request in bench.transport.requests {
      #expect(!request.url.absoluteString.contains("secret"))
    }
  }
}

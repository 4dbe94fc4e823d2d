import FoundationEssentials
import HTTPTestClient
import TestSupport
import Testing
import WebMessages

@testable import WebAuthorization

/// The port at which the browser's answer arrives.
@Suite(.mayBlock) struct LoopbackRedirectTests {
  private static func ask(
    _ port: Int, _ target: String, method: String = "GET", host: String? = nil
  ) async throws -> RawReply {
    let connection = try RawConnection(port: port)
    _ = await connection.send(
      "\(method) \(target) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(port)")\r\n\r\n")
    return try await connection.reply()
  }

  private static func port(of redirect: LoopbackRedirect) throws -> Int {
    try #require(
      redirect.address.firstMatch(of: #/^http://127\.0\.0\.1:(\d+)/callback$/#)
        .flatMap { Int($0.1) })
  }

  @Test func `one answer is taken, and the browser then sees how it ended`() async throws {
    let state = SignInState()
    let redirect = try LoopbackRedirect(state)
    let port = try Self.port(of: redirect)
    for (target, method, host) in [
      ("/favicon.ico", "GET", nil), ("/", "GET", nil), ("/callback?code=x", "POST", nil),
      ("/callback?code=x", "GET", "evil.test"), ("/callback?code=x", "GET", "localhost:\(port)"),
    ] {
      let reply = try await Self.ask(port, target, method: method, host: host)
      #expect(reply.status == 404 && !reply.text.contains("x\""), "\(method) \(target)")
    }
    let own = "/callback?code=secret-1&state=\(state.text)"
    let browser = Task { try await Self.ask(port, own) }
    #expect(try await redirect.answer() == "http://127.0.0.1:\(port)\(own)")
    let second = try await Self.ask(port, "/callback?code=secret-2&state=\(state.text)")
    #expect(second.status == 410 && second.text.contains("used already"), "\(second.text)")
    #expect(try await redirect.answer().contains("secret-1"))
    await redirect.close(showing: .signedIn)
    let reply = try await browser.value
    #expect(reply.status == 200 && reply.text.contains("You are signed in"))
    for page in [reply, second] {
      #expect(!page.text.contains("secret"))
      #expect(
        page.headers["Content-Security-Policy"] == "default-src 'none'; style-src 'unsafe-inline'")
      #expect(page.headers["Referrer-Policy"] == "no-referrer")
      #expect(page.headers["Cache-Control"] == "no-store")
    }
  }

  @Test(arguments: [
    "", "?", "?code=secret", "?code=secret&state=", "?code=secret&state=guessed",
    "?code=secret&state=%zz", "?error=access_denied", "?error=access_denied&state=guessed",
    "?xstate=STATE", "?code=secret&state=xSTATE", "?code=secret&state=STATE%20",
    "?code=state%3DSTATE",
  ])
  func `an answer with another state, or none, does not end the wait`(query: String) async throws {
    let state = SignInState()
    let redirect = try LoopbackRedirect(state)
    let port = try Self.port(of: redirect)
    // More than there may be connections, before and while the answer is awaited.
    let foreign = "/callback\(query.replacing("STATE", with: state.text))"
    let wait = Task { try await redirect.answer() }
    for _ in 0..<20 {
      let page = try await Self.ask(port, foreign)
      #expect(page.status == 400 && page.text.contains("not the answer to your sign-in"))
      #expect(!page.text.contains("secret") && page.headers["Cache-Control"] == "no-store")
    }
    let own = "/callback?state=\(state.text)&code=c"
    let browser = Task { try await Self.ask(port, own) }
    #expect(try await wait.value == "http://127.0.0.1:\(port)\(own)")
    #expect(try await Self.ask(port, foreign).status == 400)
    await redirect.close(showing: .signedIn)
    #expect(try await browser.value.status == 200)
  }

  @Test func `a malformed answer with the right state is taken, so that its sign-in says why`()
    async throws
  {
    let state = SignInState()
    let redirect = try LoopbackRedirect(state)
    let port = try Self.port(of: redirect)
    let browser = Task { try await Self.ask(port, "/callback?state=\(state.text)&code=c&code=d") }
    #expect(try await redirect.answer().hasSuffix("&code=c&code=d"))
    await redirect.close(showing: .refused)
    #expect(try await browser.value.status == 400)
  }

  @Test func `a cancelled wait ends, and a head over 16 KiB is refused`() async throws {
    let redirect = try LoopbackRedirect(SignInState())
    let port = try Self.port(of: redirect)
    let long = String(repeating: "c", count: 17 << 10)
    #expect(try await Self.ask(port, "/callback?code=\(long)").status == 414)
    let wait = Task { try await redirect.answer() }
    wait.cancel()
    await #expect(throws: CancellationError.self) { try await wait.value }
    await redirect.close(showing: .refused)
  }
}

import Foundation
import TestSupport
import Testing

/// Users who sign in at the server, with a browser or a code.
@Suite(
  .mayBlock,
  .enabled(
    if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl"), "curl is the browser here"))
struct BrowserSignInTests {
  private static let question = "address at which the browser ends, or its code: "

  private let server: WebApplication
  private let home: Sandbox

  init() throws {
    server = try WebApplication("browser", "live")
    home = try Sandbox()
    try home.succeed("api", "add", "br", server.address, "--yes")
  }

  /// The application does not report their forms.
  private var tokenRequests: [WebApplication.Request] {
    server.allRequests.filter { $0.path == "/token" }
  }

  /// Replaces the description's schemes by an issuer that the configuration names.
  private func configure(_ auth: String) throws {
    try home.configure(
      """
      { apis: { br: { description: 'openapi.json',
        environments: { local: { baseURL: '\(server.address)', auth: \(auth) } } } } }
      """)
    try home.file("config/seashell/openapi.json", server.openAPI)
  }

  @Test func `a user signs in with a browser, and out`() throws {
    let user = try home.desktopUser("session", "login", "br", "--scheme", "Web", "--user", "app")
    try user.see("your browser opens this address, for you to sign in at \(server.address)")
    let address = try home.opened(by: user)
    #expect(address.hasPrefix("\(server.address)/authorize?response_type=code&client_id=app&"))
    #expect(address.contains("&code_challenge_method=S256&scope=read"))
    let page = try home.browse(address, "-L", "-D", "-")
    #expect(page.contains("<h1>You are signed in</h1>"), "\(page)")
    for field in [
      "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'",
      "Referrer-Policy: no-referrer", "Cache-Control: no-store",
    ] {
      #expect(page.contains(field), "\(page)")
    }
    try user.see("signed in to br:local with Web, for read")
    #expect(try user.end() == 0)
    #expect(!user.screen.text.contains("^C") && !user.screen.text.contains("noise"))
    #expect(try home.succeed("br", "readMe").contains("ann"))
    try home.succeed("session", "refresh", "br")
    #expect(try home.succeed("br", "readMe").contains("ann"))
    let code = try #require(page.firstMatch(of: /code=([A-Za-z0-9_-]+)/)).1
    #expect(try home.secrets(with: [String(code)]).allSatisfy { $0.contains("tokens/") })
    let out = try home.seashell("session", "logout", "br")
    #expect(out.status == 0, "\(out.errors)")
  }

  @Test(arguments: [
    ("denied", "you or the server declined"), ("issuer", "its 'iss' names another server"),
    ("spent", "which was used already"),
  ])
  func `a wrong answer is refused, and the browser says so`(
    client: String, reason: String
  ) throws {
    try configure(
      "{ type: 'oauth2', issuer: '\(server.address)', clientID: '\(client)', scopes: ['read'] }")
    let user = try home.desktopUser("-v", "session", "login", "br")
    let page = try home.browse(try home.opened(by: user), "-L")
    #expect(page.contains("You are not signed in"), "\(page)")
    try user.see(reason)
    #expect(try user.end() == 4)
    #expect(!user.screen.text.contains("code_verifier="))
  }

  @Test func `an answer with another state is refused, and the sign-in goes on`() throws {
    let user = try home.desktopUser("session", "login", "br", "--scheme", "Web", "--user", "app")
    let address = try home.opened(by: user)
    let redirect = try #require(
      address.firstMatch(of: /redirect_uri=([^&]+)/)?.1.removingPercentEncoding)
    for query in ["?code=stolen&state=guessed", "?code=stolen", "?error=access_denied", ""] {
      let page = try home.browse(redirect + query, "-D", "-")
      #expect(page.contains(" 400 ") && page.contains("not the answer to your sign-in"), "\(page)")
    }
    #expect(tokenRequests.isEmpty)
    #expect(try home.browse(address, "-L").contains("You are signed in"))
    try user.see("signed in to br:local with Web, for read")
    #expect(try user.end() == 0)
    #expect(tokenRequests.count == 1)
  }

  @Test func `a server that answers with another state signs nobody in`() throws {
    try configure(
      "{ type: 'oauth2', issuer: '\(server.address)', clientID: 'state', scopes: ['read'] }")
    let user = try home.desktopUser("session", "login", "br")
    let page = try home.browse(try home.opened(by: user), "-L")
    #expect(page.contains("not the answer to your sign-in"), "\(page)")
    try user.seeCursor(between: Self.question)
    try user.type("\u{3}")
    #expect(try user.end() == 130)
    #expect(tokenRequests.isEmpty)
  }

  @Test func `an issuer alone says where users sign in, and tokens are renewed there`() throws {
    try configure(
      "{ type: 'oauth2', issuer: '\(server.address)', clientID: 'app', scopes: ['read'] }")
    let user = try home.desktopUser("session", "login", "br")
    _ = try home.browse(try home.opened(by: user), "-L")
    try user.see("signed in to br:local with auth, for read")
    #expect(try user.end() == 0)
    // 'api add' has asked for the catalogue.
    let asked = server.allRequests.filter { $0.path.contains("/.well-known/") }
    #expect(asked.filter { !$0.path.hasSuffix("/api-catalog") }.count == 1)
    try home.succeed("session", "refresh", "br")
    #expect(try home.succeed("br", "readMe").contains("ann"))
    try configure("{ type: 'oauth2', issuer: '\(server.address)', clientID: 'app' }")
    let changed = try home.seashell("session", "refresh", "br")
    #expect(changed.status == 4 && changed.errors.contains("have changed"), "\(changed.errors)")
  }

  @Test func `codes without S256 are not requested`() throws {
    try configure(
      "{ type: 'oauth2', issuer: '\(server.address)/plain', clientID: 'app', scopes: ['read'] }")
    let user = try home.desktopUser("session", "login", "br")
    try user.see("does not protect codes with S256 (PKCE): it offers plain")
    #expect(try user.end() == 8)
    #expect(home.lines("opened").isEmpty)
  }

  @Test func `without a desktop the address is shown, and the browser's is pasted at the prompt`()
    throws
  {
    let user = try PromptUser.atPrompt(in: home, columns: 400)
    try user.type("session login br --scheme Web\r")
    try user.seeCursor(between: "client id: ")
    try user.type("app\r")
    try user.seeCursor(between: Self.question)
    let address = String(
      try #require(user.screen.text.firstMatch(of: /http:\S+\/authorize\S+/)).output)
    let head = try home.browse(address, "-D", "-", "-o", "/dev/null")
    let target = try #require(head.firstMatch(of: /(?i)location: (\S+)/)).1
    for (text, reason) in [
      ("br readMe", "a code has no spaces"), (address, "it leads to \(server.address), and not to"),
    ] {
      try user.type("\(text)\r")
      try user.see("that was not sent: \(reason)")
      try user.seeCursor(between: Self.question)
    }
    #expect(tokenRequests.isEmpty)
    try user.type("\(target)\r")
    try user.seePrompt()
    try user.enter("br readMe", seeing: "ann")
    try user.enter("history", seeing: "br readMe")
    #expect(!user.screen.text(from: user.screen.cursorRow - 4).contains("code="))
    #expect(try home.secrets(with: [String(target)], isInStore: false) == [])
  }

  @Test func `Ctrl-C cancels, and the port is closed`() throws {
    let user = try PromptUser.atPrompt(in: home, columns: 400)
    try user.type("session login br --scheme Web --user app\r")
    try user.seeCursor(between: Self.question)
    let port = try #require(
      user.screen.text.firstMatch(of: /redirect_uri=http%3A%2F%2F127.0.0.1%3A(\d+)/)
    ).1
    try user.type("\u{3}")
    try user.seePrompt()
    // Another program may have the port by now.
    #expect(try !home.browse("http://127.0.0.1:\(port)/callback").contains("the terminal"))
  }

  @Test func `a device shows its code and waits, also without a terminal`() async throws {
    let words = ["session", "login", "br", "--scheme", "Device", "--user", "app"]
    let shell = try Conversation.pipes(words, in: home)
    try shell.hear("enter the code WDJB-MJHT at \(server.address)/activate")
    try server.ask("POST", "/activate")
    try shell.hear("signed in to br:local with Device")
    #expect(try shell.end().status == 0)
    #expect(try home.succeed("br", "readMe").contains("ann"))
    // The code is no notice: without it the user cannot go on.
    let quiet = try Conversation.pipes(["-q"] + words, in: home)
    try quiet.hear("enter the code WDJB-MJHT at \(server.address)/activate")
    try server.ask("POST", "/activate")
    #expect(try quiet.end().status == 0)
    let user = try PromptUser(words, in: home, columns: 120)
    try user.seeCursor(between: "Ctrl-C cancels: ")
    try server.ask("POST", "/activate")
    try user.see("signed in to br:local with Device")
    #expect(try user.end() == 0)
  }

  @Test func `a job's code is shown above the prompt`() throws {
    let user = try PromptUser.atPrompt(in: home, columns: 120)
    try user.type("session login br --scheme Device --user app &\r")
    try user.see("job 1: enter the code WDJB-MJHT at \(server.address)/activate")
    try user.seePrompt()
    try server.ask("POST", "/activate")
    try user.enter("wait 1; br readMe", seeing: "ann")
    try user.enter("jobs show 1", seeing: "enter the code WDJB-MJHT")
    // The job's own browser would be on another machine.
    try user.type("session login br --scheme Web --user app & wait\r")
    try user.see("job 2 failed (2)")
    try user.enter("jobs show 2", seeing: "no browser can be opened here, so sign in without '&'")
  }

  @Test func `a job opens the browser, and shows the address`() throws {
    let user = try home.desktopUser("-q")
    try user.seePrompt()
    try user.type("session login br --scheme Web --user app &\r")
    try user.see("job 1: your browser opens this address, for you to sign in at \(server.address)")
    let address = try home.opened(by: user)
    try user.see("job 1: \(address)")
    #expect(try home.browse(address, "-L").contains("You are signed in"))
    try user.enter("wait 1; br readMe", seeing: "ann")
  }

  @Test func `a script cannot sign in with a browser`() throws {
    let result = try home.seashell(
      "session", "login", "br", "--scheme", "Web", "--user", "app")
    #expect(result.status == 2)
    #expect(result.errors.contains("not a terminal, so I can't sign in with a browser"))
    #expect(result.errors.contains("SEASHELL_TOKEN_BR"), "\(result.errors)")
  }
}

import FaultServer
import Foundation
import TestSupport
import Testing

/// Users who sign in to remote modules, whose servers are the SDK's own.
@Suite(
  .mayBlock,
  .enabled(
    if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl"), "curl is the browser here"))
struct ModuleSignInTests {
  private let home: Sandbox

  init() throws { home = try Sandbox() }

  private struct Server {
    let process: ChildProcess
    var origin: String { "http://127.0.0.1:\(process.firstLine)" }

    init(_ options: String...) throws {
      let root = TranscriptTests.root.path
      process = try ChildProcess(
        ["\(root)/.build/mcp/bin/python", "\(root)/Tests/ModuleServers/authorized.py"] + options)
    }
  }

  /// Adds the module 'notes', and signs in to it on the way.
  private func add(_ server: Server) throws {
    let user = try home.desktopUser(
      "modules", "add", "notes", "--yes", "--url", "\(server.origin)/mcp")
    try user.seeCursor(between: "sign in to 'notes' now? [y/N] ")
    try user.type("y\r")
    let page = try home.browse(try home.opened(by: user), "-L")
    #expect(page.contains("You are signed in"), "\(page)\n\(user.screen.text)")
    try user.see("notes who")
    #expect(try user.end() == 0, "\(user.screen.text)")
  }

  @Test func `a refused call offers to sign in, and tokens are renewed and revoked`() throws {
    let server = try Server()
    let script = try home.seashell(
      "modules", "add", "notes", "--yes", "--url", "\(server.origin)/mcp")
    #expect(script.status == 4 && script.errors.contains("add the module at a terminal"))
    try add(server)
    #expect(try home.succeed("notes", "who") == "ann\n")
    #expect(
      try home.browse("\(server.origin)/requests")
        .contains(#""/.well-known/oauth-authorization-server":1,"#))
    let address = try #require(home.lines("opened").last)
    for field in ["resource=http%3A%2F%2F127.0.0.1", "%2Fmcp", "scope=notes", "S256"] {
      #expect(address.contains(field))
    }
    let files = try home.secrets(with: ["refresh-"]).filter { !$0.contains("tokens/notes.json") }
    #expect(files == [])
    _ = try home.browse("\(server.origin)/expire", "-XPOST")
    #expect(try home.succeed("notes", "who") == "ann\n")
    #expect(
      try home.succeed("modules", "info", "notes", "-o", "json").contains(#""signed_in":true"#))
    let out = try home.seashell("modules", "logout", "notes")
    #expect(out.status == 0 && out.errors == "signed out of 'notes'\n", "\(out.errors)")
    let refused = try home.seashell("notes", "who")
    #expect(refused.status == 4)
    #expect(refused.errors.contains("run 'modules login notes' at a terminal"), "\(refused.errors)")
    #expect(try home.seashell("modules", "logout", "notes").status == 4)
    #expect(try home.browse("\(server.origin)/clients") == #"{"clients":1,"tokens":0}"#)
  }

  @Test func `ended tokens are asked for again at the prompt, and once declined not again`() throws
  {
    let server = try Server()
    try add(server)
    _ = try home.browse("\(server.origin)/forget", "-XPOST")
    let user = try PromptUser.atPrompt(in: home, columns: 200)
    try user.type("notes who\r")
    try user.seeCursor(between: "sign in to 'notes' now? [y/N] ")
    try user.type("n\r")
    try user.seePrompt()
    try user.enter("notes who", seeing: "does not accept the token")
    // A shell that is connected goes on after a sign-in.
    let other = try home.desktopUser("-q")
    try other.seePrompt()
    try FileManager.default.removeItem(at: home.home.appending(path: "opened"))
    for name in ["who", "again"] {
      if name == "again" { _ = try home.browse("\(server.origin)/forget", "-XPOST") }
      try other.type("notes who\r")
      try other.seeCursor(between: "sign in to 'notes' now? [y/N] ")
      try other.type("y\r")
      _ = try home.browse(try home.opened(by: other), "-L")
      try FileManager.default.removeItem(at: home.home.appending(path: "opened"))
      try other.see("ann")
      try other.seePrompt()
    }
    #expect(try !home.seashell("modules", "remove", "notes", "--yes").errors.contains("token"))
  }

  @Test func `the tokens of a removed module are revoked`() throws {
    let server = try Server()
    try add(server)
    try home.succeed("modules", "remove", "notes", "--yes")
    #expect(try home.secrets(with: ["refresh-"]) == [])
    #expect(try home.browse("\(server.origin)/clients") == #"{"clients":1,"tokens":0}"#)
  }

  @Test func `a client that is given is not registered`() throws {
    let server = try Server("--closed")
    try home.file(
      "state/seashell/modules.json",
      #"{"version":1,"modules":[{"name":"notes","url":"\#(server.origin)/mcp"}]}"#)
    let user = try home.desktopUser("modules", "login", "notes")
    try user.seeCursor(between: "client id: ")
    try user.type("given\r")
    #expect(try home.browse(try home.opened(by: user), "-L").contains("You are signed in"))
    try user.see("signed in to 'notes'")
    #expect(try user.end() == 0)
    #expect(home.lines("opened").last?.contains("client_id=given&") == true)
    // It is known after signing out, too, until the module is removed.
    try home.succeed("modules", "logout", "notes")
    try FileManager.default.removeItem(at: home.home.appending(path: "opened"))
    let again = try home.desktopUser("modules", "login", "notes")
    #expect(try home.browse(try home.opened(by: again), "-L").contains("You are signed in"))
    try again.see("signed in to 'notes'")
    #expect(try again.end() == 0)
    #expect(home.lines("opened").last?.contains("client_id=given&") == true)
    try home.succeed("modules", "remove", "notes", "--yes")
    let folder = home.home.appending(path: "state/seashell/modules/tokens")
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!left.contains { $0.hasSuffix(".json") }, "\(left)")
  }

  @Test(arguments: [false, true])
  func `where no browser can be opened, or is of no use, a code for devices is shown`(
    hasDesktop: Bool
  ) throws {
    let server = try hasDesktop ? Server("--device", "--pageless") : Server("--device")
    let user =
      try hasDesktop
      ? home.desktopUser("modules", "add", "notes", "--yes", "--url", "\(server.origin)/mcp")
      : PromptUser(
        ["modules", "add", "notes", "--yes", "--url", "\(server.origin)/mcp"], in: home,
        columns: 120)
    try user.seeCursor(between: "sign in to 'notes' now? [y/N] ")
    try user.type("y\r")
    try user.seeCursor(
      between: hasDesktop ? "Enter opens it in your browser: " : "Ctrl-C cancels: ")
    try user.see("enter the code WDJB-MJHT at \(server.origin)/activate")
    _ = try home.browse("\(server.origin)/activate", "-XPOST")
    try user.see("notes who")
    #expect(try user.end() == 0, "\(user.screen.text)")
    #expect(try home.succeed("notes", "who") == "ann\n")
  }

  private static let more = "'notes' needs more for this: write. Sign in again with it? [y/N] "

  @Test(arguments: [false, true])
  func `a call that is refused for its scopes asks once to sign in with more`(isStingy: Bool) throws
  {
    let server = try isStingy ? Server("--stingy") : Server()
    try add(server)
    try FileManager.default.removeItem(at: home.home.appending(path: "opened"))
    let script = try home.seashell("notes", "write")
    #expect(
      script.errors.contains("needs more for this than you have signed in for: write")
        && script.errors.contains("run 'modules login notes --scope write' at a terminal"),
      "\(script.errors)")
    let user = try home.desktopUser("-q")
    try user.seePrompt()
    try user.enter("notes who", seeing: "ann")
    try user.type("notes write\r")
    try user.seeCursor(between: Self.more)
    try user.type("y\r")
    let address = try home.opened(by: user)
    #expect(address.contains("scope=notes%20write"))
    #expect(try home.browse(address, "-L").contains("You are signed in"))
    try user.see("the refused command was not sent again")
    try user.see("run it again")
    try user.seePrompt()
    #expect(!user.screen.text.contains("written"))
    if isStingy {
      try user.enter(
        "notes write", seeing: "needs more for this than you have signed in for: write")
      #expect(try home.browse("\(server.origin)/clients") == #"{"clients":2,"tokens":2}"#)
    } else {
      try user.enter("notes write", seeing: "written")
    }
    try user.enter("notes who", seeing: "ann")
  }

  @Test func `more scopes are asked for by name, or declined`() throws {
    let server = try Server()
    try add(server)
    try FileManager.default.removeItem(at: home.home.appending(path: "opened"))
    let user = try PromptUser.atPrompt(in: home, columns: 200)
    try user.type("notes write\r")
    try user.seeCursor(between: Self.more)
    try user.type("n\r")
    try user.seePrompt()
    try user.enter("notes write", seeing: "run 'modules login notes --scope write' at a terminal")
    let login = try home.desktopUser("modules", "login", "notes", "--scope", "write")
    #expect(try home.browse(try home.opened(by: login), "-L").contains("You are signed in"))
    try login.see("signed in to 'notes'")
    #expect(try login.end() == 0)
    #expect(try home.succeed("notes", "write") == "written\n")
  }

  @Test func `a call that is refused with all scopes is not explained by them`() throws {
    let server = try Server("--grudging")
    try add(server)
    try FileManager.default.removeItem(at: home.home.appending(path: "opened"))
    let login = try home.desktopUser("modules", "login", "notes", "--scope", "write")
    #expect(try home.browse(try home.opened(by: login), "-L").contains("You are signed in"))
    try login.see("signed in to 'notes'")
    #expect(try login.end() == 0)
    let script = try home.seashell("notes", "write")
    #expect(script.status == 4)
    #expect(
      script.errors.contains("does not let you do this") && !script.errors.contains("needs more"),
      "\(script.errors)")
  }

  @Test(arguments: [
    ("--audience", "http://127.0.0.1:1/mcp", "it is for another server than"),
    ("--describes", "/other", "describes another server than"),
  ])
  func `another server's tokens and metadata are refused`(
    option: String, value: String, reason: String
  ) throws {
    let server = try Server(option, value)
    let user = try home.desktopUser(
      "modules", "add", "notes", "--yes", "--url", "\(server.origin)/mcp")
    if option == "--audience" {
      try user.seeCursor(between: "sign in to 'notes' now? [y/N] ")
      try user.type("y\r")
      let page = try home.browse(try home.opened(by: user), "-L")
      #expect(page.contains("You are not signed in"))
    }
    try user.see(reason)
    #expect(try user.end() == 8, "\(user.screen.text)")
    #expect(try home.secrets(with: ["refresh-"]) == [])
  }

  @Test func `a server that does not say that it protects codes is refused`() throws {
    let server = try Server("--unprotected")
    let user = try home.desktopUser(
      "modules", "add", "notes", "--yes", "--url", "\(server.origin)/mcp")
    try user.seeCursor(between: "sign in to 'notes' now? [y/N] ")
    try user.type("y\r")
    try user.see("does not say that it supports PKCE (S256)")
    #expect(try user.end() == 8, "\(user.screen.text)")
    #expect(home.lines("opened").isEmpty)
    #expect(try home.browse("\(server.origin)/clients") == #"{"clients":0,"tokens":0}"#)
  }

  @Test func `another server that issues the tokens is asked about first`() throws {
    let issuer = try Server()
    let server = try Server("--issuer", issuer.origin)
    for answer in ["n", "y"] {
      let user = try home.desktopUser(
        "modules", "add", "notes", "--yes", "--url", "\(server.origin)/mcp")
      try user.seeCursor(between: "sign in to 'notes' now? [y/N] ")
      try user.type("y\r")
      try user.seeCursor(between: "'notes' has you sign in at \(issuer.origin). Go on? [y/N] ")
      try user.type("\(answer)\r")
      if answer == "n" {
        try user.see("nothing was sent to \(issuer.origin)")
        #expect(try user.end() == 4)
        #expect(try home.browse("\(issuer.origin)/clients") == #"{"clients":0,"tokens":0}"#)
      } else {
        #expect(try home.browse(try home.opened(by: user), "-L").contains("You are signed in"))
        try user.see("notes who")
        #expect(try user.end() == 0)
      }
    }
  }

  @Test func `a script cannot sign in, and a module with a token needs not`() throws {
    try home.file(
      "state/seashell/modules.json",
      #"""
      {"version":1,"modules":[{"name":"notes","url":"https://notes.test/mcp"},
        {"name":"own","url":"https://notes.test/mcp","tokenVariable":"OWN"},
        {"name":"clock","server":["/bin/true"]}]}
      """#)
    for (name, reason) in [
      ("notes", "not a terminal"), ("own", "was added with its token"),
      ("clock", "not a remote one"),
    ] {
      let result = try home.seashell("modules", "login", name)
      #expect(result.status == 2 && result.errors.contains(reason), "\(result.errors)")
    }
  }
}

import Foundation
import TestSupport
import Testing

/// Signing in at a terminal, by the user's wish and when a request needs it.
@Suite(.mayBlock) struct PromptSignInTests {
  private static func shell(_ user: SchemesUser) throws -> PromptUser {
    let shell = try PromptUser(in: user.home, columns: 120)
    try shell.seePrompt()
    return shell
  }

  @Test(arguments: SignInScheme.all)
  func `each scheme asks for its credentials, and shows no secret`(scheme: SignInScheme) throws {
    let user = try SchemesUser(for: scheme)
    let shell = try Self.shell(user)
    try shell.logIn(scheme)
    let who = scheme.user.map { " as \($0)" } ?? ""
    try shell.see("signed in to sc:local\(who) with \(scheme.id)")
    try shell.seePrompt()
    try shell.type("sc \(scheme.operation) | get schemes\r")
    try shell.see("a request") { _ in user.server.requests.contains { scheme.isSent($0) } }
    #expect(!String(decoding: shell.written, as: UTF8.self).contains(scheme.secret))
  }

  @Test func `a user chooses one of several schemes`() throws {
    let user = try SchemesUser(hasIssuer: true)
    let shell = try Self.shell(user)
    try shell.type("session login sc\r")
    for scheme in SignInScheme.all { try shell.see(scheme.id) }
    try shell.type("\u{03}")
    try shell.seePrompt()
    #expect(user.server.requests.isEmpty)
  }

  @Test func `a refused request offers to sign in, and is then sent once more`() throws {
    let user = try SchemesUser()
    let shell = try Self.shell(user)
    try shell.type("sc readHeader -o jsonl\r")
    try shell.see("sign in to sc:local with HeaderKey now?")
    try shell.type("y\r")
    try shell.answer(.header)
    try shell.see(#""schemes":["HeaderKey"]"#)
    try shell.seePrompt()
    #expect(user.requests("/header").last?.status == 200)
    #expect(user.requests("/header").filter { $0.status == 200 }.count == 1)
  }

  @Test func `declining to sign in leaves the request refused`() throws {
    let user = try SchemesUser()
    let shell = try Self.shell(user)
    try shell.type("sc readHeader\r")
    try shell.see("sign in to sc:local with HeaderKey now?")
    try shell.type("n\r")
    try shell.seePrompt()
    try shell.enter("print status $?", seeing: "status 4")
    #expect(user.requests("/header").allSatisfy { $0.status == 401 })
  }

  @Test func `after a sign-in only the refused request is sent again`() throws {
    let user = try SchemesUser()
    try user.signIn(.password)
    let shell = try Self.shell(user)
    try shell.type("sc addNote -o jsonl; sc readHeader -o jsonl\r")
    try shell.see("sign in to sc:local with HeaderKey now?")
    try shell.type("y\r")
    try shell.answer(.header)
    try shell.see(#""schemes":["HeaderKey"]"#)
    try shell.seePrompt()
    #expect(user.requests("/notes").filter { $0.method == "POST" }.count == 1)
  }

  @Test func `a forbidden request does not offer a sign-in`() throws {
    let user = try SchemesUser()
    try user.signIn(.password)
    let shell = try Self.shell(user)
    try shell.type("sc readSecret\r")
    try shell.see("403")
    try shell.seePrompt()
    #expect(!shell.screen.text.contains("now?"))
    try shell.enter("print status $?", seeing: "status 4")
  }

  @Test func `a script at a terminal is not asked to sign in`() throws {
    let user = try SchemesUser()
    let file = try user.home.file("script", "sc readHeader\n")
    let shell = try PromptUser(["-f", file], in: user.home, columns: 120)
    #expect(try shell.end() == 4)
    #expect(!shell.screen.text.contains("now?"))
  }

  @Test func `a wrong password is reported, and Ctrl-C cancels a sign-in`() throws {
    let user = try SchemesUser()
    let shell = try Self.shell(user)
    try shell.type("session login sc --scheme Password\r")
    try shell.seeCursor(between: "user: ")
    try shell.type("ann\r")
    try shell.seeCursor(between: "password: ")
    try shell.type("wrong-secret\r")
    try shell.seePrompt()
    try shell.enter("print status $?", seeing: "status 4")
    try shell.type("session login sc --scheme Password --user ann\r")
    try shell.seeCursor(between: "password: ")
    try shell.type("half\u{03}")
    try shell.seePrompt()
    #expect(user.server.tokenRequests("password").count == 1)
    let written = String(decoding: shell.written, as: UTF8.self)
    #expect(!written.contains("wrong-secret") && !written.contains("half"))
  }
}

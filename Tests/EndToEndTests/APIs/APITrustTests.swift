import FaultServer
import Foundation
import TestSupport
import Testing

/// What the user must agree to, and how far a description is trusted.
@Suite(.mayBlock) struct APITrustTests {
  private static let uploads = """
    "/items": {"get": {"operationId": "listItems"}, "post": {"operationId": "addItem", "parameters": [
      {"name": "Idempotency-Key", "in": "header", "schema": {"type": "string"}}]}},
    "/up": {"post": {"operationId": "upload", "servers": [{"url": "ONE"}]}},
    "/down": {"servers": [{"url": "TWO/deep"}], "get": {"operationId": "download"}}
    """

  /// An API whose operations are on three servers.
  private struct Servers {
    let own, one, two: FaultServer
    let home: Sandbox
    let file: String

    init() throws {
      own = try FaultServer(.json("{}"))
      one = try FaultServer(.json("{}"))
      two = try FaultServer(.json("{}"))
      home = try Sandbox()
      file = try home.file(
        "openapi.json",
        AddingAPIsTests.description(
          uploads.replacing("ONE", with: one.url).replacing("TWO", with: two.url)))
    }

    var configuration: String? {
      try? String(
        contentsOf: home.home.appending(path: "config/seashell/config.json"), encoding: .utf8)
    }
  }

  /// `rest` are further members of the document.
  private static func description(_ paths: String, _ rest: String) -> String {
    String(AddingAPIsTests.description(paths).dropLast()) + ",\(rest)}"
  }

  @Test func `each other origin and a promise is asked about, also with --yes`() throws {
    let servers = try Servers()
    let user = try PromptUser(
      ["api", "add", "wh", servers.file, "--url", servers.own.url, "--yes"], in: servers.home,
      columns: 120)
    try user.see("May requests go to \(servers.one.url) too?")
    try user.type("y\r")
    try user.see("May requests go to \(servers.two.url) too?")
    try user.type("n\r")
    try user.see("Send a write again if its response is lost?")
    try user.type("n\r")
    #expect(try user.end() == 0)
    let configuration = try #require(servers.configuration)
    #expect(configuration.contains(servers.one.url))
    #expect(!configuration.contains(servers.two.url))
    #expect(!configuration.contains("idempotencyKeys"))
    let token = ["SEASHELL_TOKEN_WH": "t-wh"]
    let sent = try servers.home.seashell(
      "-c", "wh upload --yes; wh listItems", environment: token)
    #expect(sent.status == 0, "\(sent.errors)")
    #expect(servers.own.requests.map { $0.header("Authorization") } == ["Bearer t-wh"])
    // The user has agreed to requests, which is no consent to send credentials.
    #expect(servers.one.requests.map(\.target) == ["/up"])
    #expect(servers.one.requests.allSatisfy { $0.header("Authorization") == nil })
    let refused = try servers.home.seashell("wh", "download", environment: token)
    #expect(refused.status == 2)
    #expect(
      refused.errors.contains("goes to \(servers.two.url), which you have not agreed to"),
      "\(refused.errors)")
    #expect(servers.two.requests.isEmpty)
  }

  @Test func `without a terminal, --yes agrees to no other origin and to no promise`() throws {
    let servers = try Servers()
    let added = try servers.home.seashell(
      "api", "add", "wh", servers.file, "--url", servers.own.url, "--yes")
    #expect(added.status == 0, "\(added.errors)")
    for other in [servers.one, servers.two] {
      #expect(added.errors.contains("requests to \(other.url) are refused"), "\(added.errors)")
    }
    let configuration = try #require(servers.configuration)
    #expect(!configuration.contains("allowedOrigins"))
    #expect(!configuration.contains("idempotencyKeys"))
    for line in ["wh upload --yes", "wh download"] {
      #expect(try servers.home.seashell("-c", line).status == 2)
    }
    #expect(servers.one.requests.isEmpty && servers.two.requests.isEmpty)
    // A write whose response is lost is sent once, although the description declares Idempotency-Key.
    let lossy = try FaultServer(FaultAnswer([.close]))
    _ = try servers.home.seashell(
      "api", "add", "lossy", servers.file, "--url", lossy.url, "--yes")
    #expect(try servers.home.seashell("lossy", "addItem").status == 5)
    #expect(lossy.requests.count == 1)
  }

  @Test func `an address that only a file names is agreed to at a terminal, also with --yes`()
    throws
  {
    let servers = try Servers()
    let file = try servers.home.file(
      "named.json",
      Self.description(
        "\"/items\": {\"get\": {}}", "\"servers\": [{\"url\": \"\(servers.own.url)/v1\"}]"))
    let script = try servers.home.seashell("api", "add", "wh", file, "--yes")
    #expect(script.status == 2)
    #expect(
      script.errors.contains("only the description says that the API is at \(servers.own.url)/v1"),
      "\(script.errors)")
    #expect(servers.configuration == nil)
    let other = try servers.home.file(
      "other.json",
      Self.description(
        "\"/items\": {\"get\": {}}", "\"servers\": [{\"url\": \"\(servers.own.url)/v1;env\"}]"))
    // What is copied from the hint is one word, also of another shell.
    #expect(
      try servers.home.seashell("api", "add", "wh", other, "--yes").errors
        .contains("pass --url '\(servers.own.url)/v1;env'"))
    let user = try PromptUser(
      ["api", "add", "wh", file, "--yes"], in: servers.home, columns: 120)
    try user.see("Add it as 'wh'?")
    try user.type("y\r")
    #expect(try user.end() == 0)
    #expect(servers.configuration?.contains("\(servers.own.url)/v1") == true)
  }

  @Test func `plain http to another machine is asked about, also with --yes`() throws {
    let servers = try Servers()
    let user = try PromptUser(
      ["api", "add", "wh", servers.file, "--url", "http://wh.example", "--yes"], in: servers.home,
      columns: 120)
    try user.see("http://wh.example over plain http, which is not encrypted; go on?")
    try user.type("n\r")
    try user.see("nothing was added")
    #expect(try user.end() == 1)
    #expect(servers.configuration == nil)
  }

  @Test(arguments: ["/v2", "OTHER/v2", "//OTHER-HOST/v2"])
  func `the origin of an API is the typed one, whatever redirects and the text say`(
    server: String
  ) throws {
    let servers = try Servers()
    let other = servers.one.url
    let text = #"{"openapi":"3.1.0","servers":[{"url":"\#(server)"}],"info":{"title":"x"}}"#
      .replacing("OTHER-HOST", with: other.dropFirst("http://".count))
      .replacing("OTHER", with: other)
    let description = try FaultServer(.json(text))
    let typed = try FaultServer(.redirect(to: "\(description.url)/openapi.json"))
    defer { for server in [description, typed] { server.stop() } }
    try servers.home.succeed("api", "add", "wh", "\(typed.url)/openapi.json", "--yes")
    #expect(
      try servers.home.succeed("-e", "wh:local", "-c", "env show | get base_url")
        == "\(typed.url)/v2\n")
    try servers.home.succeed("api", "refresh", "wh")
    #expect(servers.one.requests.isEmpty)
  }

  private static let key = #""K": {"type": "apiKey", "in": "header", "name": "X-Key"}"#
  private static let login =
    #""O": {"type": "oauth2", "flows": {"clientCredentials": {"tokenUrl": "/token", "scopes": {}}}}"#

  /// The operation and the security scheme before and after a change, and how the change is reported.
  private static let changes:
    [(old: String, new: String, schemes: (String, String), said: String)] =
      [
        (
          #""/a": {"put": {"operationId": "x"}}"#, #""/b": {"put": {"operationId": "x"}}"#,
          (key, key), "x goes to another path: PUT /a → PUT /b"
        ),
        (
          #""/a": {"get": {"operationId": "x"}}"#, #""/a": {"delete": {"operationId": "x"}}"#,
          (key, key), "x has another method: GET /a → DELETE /a"
        ),
        (
          #""/a": {"delete": {"operationId": "x"}}"#,
          #""/a": {"delete": {"operationId": "x", "x-read-only": true}}"#, (key, key),
          "x is now said to change nothing"
        ),
        (
          #""/a": {"get": {"operationId": "x"}}"#,
          #""/a": {"get": {"operationId": "x", "x-cli-hidden": true}}"#, (key, key),
          "x is now hidden: shown → hidden"
        ),
        (
          #""/a": {"get": {"operationId": "x"}}"#,
          #""/a": {"get": {"operationId": "x", "x-cli-ignore": true}}"#, (key, key),
          "x is now hidden: shown → ignored"
        ),
        (
          #""/a": {"get": {"operationId": "x", "security": [{"K": []}]}}"#,
          #""/a": {"get": {"operationId": "x", "security": []}}"#, (key, key),
          "x needs no credential now: K → none"
        ),
        (
          #""/a": {"get": {"operationId": "x"}}"#,
          #""/a": {"get": {"operationId": "x", "servers": [{"url": "https://e.example"}]}}"#,
          (key, key), "x has other servers: the API's → https://e.example"
        ),
        (
          #""/a": {"get": {"operationId": "x"}}"#, #""/a": {"get": {"operationId": "x"}}"#,
          (key, key.replacing("header", with: "query")), "K is another way to sign in"
        ),
        (
          #""/a": {"get": {"operationId": "x"}}"#, #""/a": {"get": {"operationId": "x"}}"#,
          (login, login.replacing("/token", with: "https://e.example/token")),
          "O is another way to sign in"
        ),
        (
          #""/a": {"get": {"operationId": "x"}}"#, #""/a": {"get": {"operationId": "x"}}"#,
          (login, login.replacing("{}}", with: #"{"admin": ""}}"#)), "scopes admin"
        ),
      ]

  @Test(arguments: changes.indices)
  func `a refresh that matters for trust is refused in a script, until --yes`(row: Int) throws {
    let (old, new, schemes, said) = Self.changes[row]
    func description(_ paths: String, _ scheme: String) -> String {
      Self.description(paths, #""components":{"securitySchemes":{\#(scheme)}}"#)
    }
    let home = try Sandbox()
    let file = try home.file("openapi.json", description(old, schemes.0))
    try home.succeed("api", "add", "wh", file, "--url", "http://127.0.0.1:1", "--yes")
    let index = try #require(home.descriptionFiles.first)
    let before = try #require(FileManager.default.contents(atPath: index))
    try home.file("openapi.json", description(new, schemes.1))
    let refused = try home.seashell("api", "refresh", "wh")
    #expect(refused.status == 2)
    #expect(refused.errors.contains(said), "\(refused.errors)")
    #expect(FileManager.default.contents(atPath: index) == before)
    #expect(try home.descriptionFiles == [index])
    let user = try PromptUser(["api", "refresh", "wh"], in: home, columns: 160)
    try user.see("Use the new description?")
    #expect(user.screen.text.contains(said), "\(user.screen.text)")
    try user.type("n\r")
    #expect(try user.end() == 1)
    #expect(FileManager.default.contents(atPath: index) == before)
    try home.succeed("api", "refresh", "wh", "--yes")
    #expect(FileManager.default.contents(atPath: index) != before)
  }

  @Test func `Tab starts no secret program, asks nothing and does not sign in`() throws {
    let server = try FaultServer(.status(401, "{}"))
    let home = try Sandbox()
    let paths = """
      "/items": {"get": {"operationId": "listItems", "responses": {"200": {"description": "",
        "content": {"application/json": {"schema": {"type": "array"}}}}}}},
      "/items/{id}": {"get": {"operationId": "getItem"}}
      """
    try home.file(
      "config/seashell/openapi.json",
      Self.description(
        paths,
        #""security":[{"B":[]}],"components":{"securitySchemes":{"B":{"type":"http","scheme":"bearer"}}}"#
      ))
    let program = try home.file("helper", "#!/bin/sh\ntouch \"${0%/*}/started\"\necho token\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program)
    try home.configure(
      """
      { apis: {
        wh: { description: 'openapi.json', environments: { live: { baseURL: '\(server.url)',
          auth: { type: 'bearer', token: { command: ['\(program)'] } } } } },
        tk: { description: 'openapi.json', environments: { live: { baseURL: '\(server.url)' } } } } }
      """)
    let user = try PromptUser.atPrompt(in: home, columns: 120)
    try user.type("wh getItem \t")
    try user.seeCursor(between: "embedded> wh getItem ")
    try user.type("\u{15}tk getItem \t")
    try block(until: "a request for the list") { !server.requests.isEmpty }
    try user.type("\u{15}")
    try user.enter("print usable", seeing: "\nusable")
    // Nor does Tab of another shell.
    try home.succeed("complete", "--", "tk", "getItem", "")
    #expect(!user.screen.text.contains("?"), "\(user.screen.text)")
    #expect(!FileManager.default.fileExists(atPath: "\(home.home.path)/started"))
    #expect(server.requests.map(\.target) == ["/items"])
    #expect(server.requests.allSatisfy { $0.header("Authorization") == nil })
  }
}

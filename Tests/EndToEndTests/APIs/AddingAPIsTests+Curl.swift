import FaultServer
import Foundation
import Testing

/// `api add --from-curl`.
extension AddingAPIsTests {
  /// A server without a description, whose orders need a token.
  private static func orders() throws -> FaultServer {
    try FaultServer { request in
      guard request.target.hasPrefix("/v1/orders") else { return .status(404, "none") }
      return request.header("Authorization") == "Bearer hush-token-1"
        ? .json(#"[{"id":7}]"#) : .status(401, "no")
    }
  }

  private static func line(_ address: String) -> String {
    """
    curl '\(address)/v1/orders?limit=5' \\
      -H 'accept: */*' \\
      -H 'authorization: Bearer hush-token-1' \\
      -H 'user-agent: Mozilla/5.0' \\
      -H 'x-tenant: acme' \\
      --insecure

    """
  }

  /// The line that the command suggests, as words of a shell.
  private static func suggested(_ errors: String) throws -> String {
    let line = try #require(
      errors.split(separator: "\n").first { $0.contains("try: ") }, "\(errors)")
    let start = try #require(line.firstRange(of: "try: "))
    return String(line[start.upperBound...])
  }

  private static func configuration(of home: Sandbox) throws -> String {
    try String(
      contentsOf: home.home.appending(path: "config/seashell/config.json"), encoding: .utf8)
  }

  @Test func `a copied request adds its API, stores its credential, and can be sent`() throws {
    let server = try Self.orders()
    defer { server.stop() }
    let home = try Sandbox()
    let added = try home.seashell(
      "api", "add", "tk", "--from-curl", "--yes", input: Self.line(server.url))
    #expect(added.status == 0 && added.output == "", "\(added.errors)")
    for text in [
      "requests go to \(server.url)/v1, as tk:local", "each request sends x-tenant",
      "credential: a bearer token, which is stored", "is a guess; 'baseURL' in config.json",
      "left out, as a client's own: accept, user-agent", "'--insecure' is left out",
    ] {
      #expect(added.errors.contains(text), "\(added.errors)")
    }
    let line = try Self.suggested(added.errors)
    #expect(line == "api get tk:/orders?limit=5")
    let configuration = try Self.configuration(of: home)
    #expect(!"\(added.errors)\(configuration)".contains("hush"))
    #expect(configuration.contains("bearer"), "\(configuration)")
    #expect(server.requests.allSatisfy { $0.header("Authorization") == nil })

    #expect(try home.succeed("-c", "\(line) | get id") == "7\n")
    let sent = try #require(server.requests.last)
    #expect(sent.target == "/v1/orders?limit=5" && sent.header("x-tenant") == "acme")
    try home.succeed("session", "logout", "tk")
    #expect(try home.seashell("-c", line).status == 4)
  }

  @Test func `a description at the request's address gives the commands`() throws {
    let live = try WebApplication("warehouse", "live")
    let home = try Sandbox()
    let added = try home.seashell(
      "api", "add", "wh", "--from-curl", "--yes", input: "curl \(live.address)/items/i-1")
    #expect(added.status == 0, "\(added.errors)")
    #expect(added.errors.contains("Warehouse 2.1"), "\(added.errors)")
    #expect(try home.succeed("-c", "\(Self.suggested(added.errors)) | get name") == "Anchor\n")
    #expect(try home.succeed("wh", "getItem", "i-1", "-o", "tsv").contains("Anchor"))
  }

  @Test func `paths of a description that contain the version are below the origin`() throws {
    let description = Self.description(#""/v1/orders":{"get":{"operationId":"listOrders"}}"#)
    let server = try FaultServer { request in
      switch request.target {
      case "/v1/openapi.json": .json(description)
      case "/v1/orders": .json("[]")
      default: .status(404, "none")
      }
    }
    defer { server.stop() }
    let home = try Sandbox()
    let added = try home.seashell(
      "api", "add", "tk", "--from-curl", "--yes", input: "curl \(server.url)/v1/orders")
    #expect(added.status == 0, "\(added.errors)")
    #expect(try Self.suggested(added.errors) == "api get tk:/v1/orders")
    try home.succeed("tk", "listOrders")
    try home.succeed("-c", Self.suggested(added.errors))
  }

  @Test func `a line that the shell prints is read back`() throws {
    let server = try FaultServer(.status(404, "none"))
    defer { server.stop() }
    let home = try Sandbox()
    let first = try home.seashell(
      "api", "add", "tk", "--from-curl", "--yes",
      input: #"curl \#(server.url)/v1/a%20b -X PATCH -u ann:hush-1 --json '{"a":"it'\''s"}'"#
        + " -H 'If-Match: \"1\"'")
    #expect(first.status == 0, "\(first.errors)")
    let line = try Self.suggested(first.errors)
    let traced = try home.seashell("--curl", "-c", line).errors
    let curl = try #require(
      traced.split(separator: "\n").first { $0.contains("curl ") }, "\(traced)")
    let second = try home.seashell(
      "api", "add", "kt", "--from-curl", "--yes", input: String(curl.drop { $0 != "c" }))
    #expect(second.status == 0, "\(second.errors)")
    #expect(try Self.suggested(second.errors) == line.replacing("tk:", with: "kt:"))
    #expect(second.errors.contains("'session login kt' asks for the credential"))
  }

  @Test(arguments: [
    (["--yes"], "", "no line of curl", 2),
    (["--yes", "http://127.0.0.1:1"], "curl x", "SOURCE and --from-curl cannot be used", 2),
    (["--yes", "--url", "http://127.0.0.1:1"], "curl x", "--url and --from-curl cannot be", 2),
    (["--yes"], "curl 'http://127.0.0.1:1", "ends inside '…'", 2),
    (["--yes"], "curl http://127.0.0.1:1/", "127.0.0.1:1", 5),
  ])
  func `a line that cannot be used adds nothing`(
    options: [String], input: String, message: String, status: Int32
  ) throws {
    let home = try Sandbox()
    let result = try Program.run(
      Program.seashell.path, ["api", "add", "tk", "--from-curl"] + options,
      input: Data(input.utf8), environment: home.environment, directory: home.home)
    #expect(result.status == status && result.output == "", "\(result.errors)")
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(
      !FileManager.default.fileExists(atPath: "\(home.home.path)/config/seashell/config.json"))
  }

  @Test func `a credential that cannot be stored is an error, and the API is added`() throws {
    let server = try Self.orders()
    defer { server.stop() }
    let home = try Sandbox(environment: ["SEASHELL_TOKEN_TK": "other"])
    let added = try home.seashell(
      "api", "add", "tk", "--from-curl", "--yes", input: Self.line(server.url))
    #expect(added.status != 0)
    #expect(added.errors.contains("the credential was not stored"), "\(added.errors)")
    #expect(added.errors.contains("try: api get"), "\(added.errors)")
    #expect(!added.errors.contains("hush"))
    #expect(try Self.configuration(of: home).contains("tk"))
  }

  @Test func `at a prompt the line is pasted into an editor`() throws {
    let server = try Self.orders()
    defer { server.stop() }
    let home = try Sandbox()
    let editor = try home.file(
      "editor", "grep -q '^# Paste' \"$1\" && cat copied >> \"$1\"\n")
    try home.file("copied", Self.line(server.url))
    let user = try PromptUser.atPrompt(
      in: home, environment: ["EDITOR": "sh \(editor)", "TMPDIR": home.home.path])
    try user.type("api add tk --from-curl\r")
    try user.see("requests go to \(server.url)/v1")
    try user.see("Add it as 'tk'?")
    try user.type("y\r")
    try user.seePrompt()
    try user.enter("api get tk:/orders?limit=5 | get id", seeing: "7")
    let files = try FileManager.default.contentsOfDirectory(atPath: home.home.path)
    #expect(!files.contains { $0.hasSuffix(".txt") }, "\(files)")
  }
}

import FaultServer
import Foundation
import TestSupport
import Testing

/// `api add` and `refresh` where the server wants a credential, or has no description.
@Suite(.mayBlock) struct ClosedDoorsTests {
  private static let keyed =
    String(
      AddingAPIsTests.description(#""/items":{"get":{"operationId":"listItems"}}"#).dropLast())
    + #","security":[{"key":[]}],"components":{"securitySchemes":{"#
    + #""key":{"type":"apiKey","in":"header","name":"X-Key"},"user":{"type":"http","scheme":"basic"}}}}"#

  /// A server that shows its description and its items only to those with the key.
  private static func closed(_ text: String = keyed, at path: String = "/_openapi") throws
    -> FaultServer
  {
    try FaultServer { request in
      guard request.target == path || request.target == "/items" else { return .status(404) }
      guard request.header("X-Key") == "hunter2" else { return .status(401, "no") }
      return .json(request.target == path ? text : #"[{"id":"i-1"}]"#)
    }
  }

  private static func config(_ home: Sandbox) -> String {
    let url = home.home.appending(path: "config/seashell/config.json")
    return (try? String(contentsOf: url, encoding: .utf8)) ?? ""
  }

  @Test func `an API whose every path is closed is added with its address, and says so`() throws {
    let server = try FaultServer(.status(403, "no"))
    let home = try Sandbox()
    let added = try home.seashell("api", "add", "syn", "\(server.url)/rest", "--yes")
    #expect(added.status == 0, "\(added.errors)")
    #expect(added.errors.contains("there is no description at \(server.url)/rest"))
    #expect(added.errors.contains("/rest answers 403: it needs a credential"))
    #expect(!added.errors.contains("may be a description"))
    #expect(Self.config(home).contains("\(server.url)/rest"))
  }

  @Test func `a typed description that is closed is status 4, and adds nothing`() throws {
    let server = try Self.closed()
    let home = try Sandbox()
    let refused = try home.seashell("api", "add", "sup", "\(server.url)/_openapi", "--yes")
    #expect(refused.status == 4, "\(refused.errors)")
    #expect(refused.errors.contains("/_openapi needs a credential; pass --header NAME:VALUE"))
    let wrong = try home.seashell(
      "api", "add", "sup", "\(server.url)/_openapi", "--header", "X-Key: wrong", "--yes")
    #expect(wrong.status == 4, "\(wrong.errors)")
    #expect(wrong.errors.contains("does not accept the credential in X-Key"))
    #expect(!wrong.errors.contains("wrong"))
    #expect(Self.config(home) == "")
  }

  @Test func `--header reads a closed description, and keeps nothing`() throws {
    let server = try Self.closed()
    let home = try Sandbox()
    let added = try home.seashell(
      "api", "add", "sup", "\(server.url)/_openapi", "--header", "X-Key: hunter2", "--yes")
    #expect(added.status == 0, "\(added.errors)")
    #expect(added.errors.contains("X-Key was sent for the description only; --scheme key keeps it"))
    #expect(try home.seashell("sup", "listItems").status == 4)
    let refreshed = try home.seashell("api", "refresh", "sup")
    #expect(refreshed.status == 4, "\(refreshed.errors)")
    #expect(refreshed.errors.contains("session login sup"), "\(refreshed.errors)")
    #expect(try home.secrets(with: ["hunter2"]) == [])
  }

  @Test func `--scheme keeps it for the requests of the API, and for its refresh`() throws {
    let server = try Self.closed()
    let home = try Sandbox()
    for (scheme, problem) in [("other", "choose one of key, user"), ("user", "HTTP basic")] {
      let wrong = try home.seashell(
        "api", "add", "sup", "\(server.url)/_openapi", "--header", "X-Key: hunter2", "--scheme",
        scheme, "--yes")
      #expect(wrong.status == 2 && wrong.errors.contains(problem), "\(wrong.errors)")
    }
    #expect(Self.config(home) == "")
    let added = try home.seashell(
      "api", "add", "sup", "\(server.url)/_openapi", "--header", "X-Key: hunter2", "--scheme",
      "key",
      "--yes")
    #expect(added.status == 0, "\(added.errors)")
    #expect(added.errors.contains("X-Key is kept for sup, as key"), "\(added.errors)")
    #expect(try home.succeed("sup", "listItems", "-o", "tsv").contains("i-1"))
    try home.succeed("api", "refresh", "sup")
    #expect(try home.secrets(with: ["hunter2"], isInStore: false) == [])
    try home.succeed("session", "logout", "sup")
    #expect(try home.seashell("api", "refresh", "sup").status == 4)
  }

  @Test func `without declared schemes it is kept as the API's auth`() throws {
    let server = try Self.closed(at: "/none")
    let home = try Sandbox()
    let added = try home.seashell(
      "api", "add", "syn", server.url, "--header", "X-Key: hunter2", "--scheme", "auth", "--yes")
    #expect(added.status == 0, "\(added.errors)")
    #expect(try home.succeed("api", "get", "syn:items").contains("i-1"))
    #expect(Self.config(home).contains("apiKey") && !Self.config(home).contains("hunter2"))
  }

  @Test func `no other origin gets the credential, by --header or by refresh`() throws {
    let other = try FaultServer(.json(Self.keyed))
    let server = try FaultServer(.redirect(to: "\(other.url)/openapi.json"))
    let home = try Sandbox()
    try home.succeed(
      "api", "add", "wh", "\(server.url)/openapi.json", "--header", "X-Key: hunter2", "--scheme",
      "key", "--yes")
    try home.succeed("api", "refresh", "wh")
    #expect(!other.requests.isEmpty)
    #expect(other.requests.allSatisfy { $0.header("X-Key") == nil })
    #expect(server.requests.contains { $0.header("X-Key") == "hunter2" })
  }

  @Test func `a refresh from another origin than the API's gets no credential`() throws {
    let other = try FaultServer(.status(401))
    let server = try Self.closed()
    let home = try Sandbox()
    try home.configure(
      """
      { apis: { wh: { description: '\(other.url)/openapi.json',
          environments: { live: { baseURL: '\(server.url)' } },
          auth: { type: 'apiKey', in: 'header', name: 'X-Key', value: { env: 'WH_KEY' } } } } }
      """)
    let refused = try home.seashell("-c", "api refresh wh", environment: ["WH_KEY": "hunter2"])
    #expect(refused.status == 4, "\(refused.errors)")
    #expect(
      refused.errors.contains("that of 'wh' is not sent to \(other.url)"), "\(refused.errors)")
    #expect(other.requests.allSatisfy { $0.header("X-Key") == nil })
  }

  @Test func `a web page or a wrong address is not added without a word`() throws {
    let home = try Sandbox()
    for (name, answer, problem) in [
      ("wha", FaultAnswer.html(), "is a web page, not an API's answer; is the address right?"),
      ("whb", .status(404), "answers 404; is the address right?"),
    ] {
      let server = try FaultServer(answer)
      let asked = try home.seashell("api", "add", name, "\(server.url)/app")
      #expect(asked.status == 2 && asked.errors.contains(problem), "\(asked.errors)")
      let added = try home.seashell("api", "add", name, "\(server.url)/app", "--yes")
      #expect(added.status == 0 && added.errors.contains(problem), "\(added.errors)")
      let document = try home.seashell("api", "add", "whc", "\(server.url)/_openapi", "--yes")
      #expect(document.status == 3, "\(document.errors)")
    }
  }

  @Test func `an environment of an API that is not there names api add`() throws {
    let home = try Sandbox()
    let failed = try home.seashell("env", "add", "wh:qa", "https://wh.example")
    #expect(failed.status == 3, "\(failed.errors)")
    #expect(failed.errors.contains("'api add wh URL' adds an API"), "\(failed.errors)")
  }

  @Test func `at a terminal it asks for the credential, and whether to keep it`() throws {
    let server = try Self.closed()
    let home = try Sandbox()
    let user = try PromptUser(in: home, columns: 120)
    try user.seePrompt()
    try user.type("api add sup \(server.url)/_openapi\r")
    try user.see("/_openapi needs a credential, which only \(server.url) gets")
    try user.see("header field: Authorization")
    try user.type("\u{15}X-Key\r")
    try user.see("value of X-Key")
    try user.type("hunter2\r")
    try user.see("Add it as 'sup'?")
    try user.type("y\r")
    try user.see("Keep X-Key for the requests of 'sup'")
    try user.type("y\r")
    try user.see("X-Key is kept for sup, as key")
    try user.seePrompt()
    try user.type("sup listItems -o jsonl\r")
    try user.see(#"{"id":"i-1"}"#)
    try user.seePrompt()
    try user.type("\u{4}")
    #expect(try user.end() == 0)
    #expect(try home.secrets(with: ["hunter2"], isInStore: false) == [])
  }
}

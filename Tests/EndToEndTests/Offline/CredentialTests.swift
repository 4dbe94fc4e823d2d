import Foundation
import TestSupport
import Testing

/// Writes with a credential, which must not be queued, because the secret would be on disk.
@Suite(.mayBlock) struct CredentialTests {
  /// Words of `api post orders` with the secret `s3cret-word`, and the name that the error quotes.
  static let forms: [(words: [String], name: String)] = [
    (["--json", #"{"password":"s3cret-word"}"#], "password"),
    (["--json", #"{"a":[{"accessToken":"s3cret-word"}]}"#], "accessToken"),
    (["--json", #"{"client_secret":"s3cret-word"}"#], "client_secret"),
    (["--json", #"{"\u0070assword":"s3cret-word"}"#], "password"),
    (["--json", #"{"access\u005ftoken":"s3cret-word"}"#], "access_token"),
    (["--query", "access_token=s3cret-word"], "access_token"),
    (["--query", "token=s3cret-word"], "token"),
    (["--query", "api_key=s3cret-word"], "api_key"),
    (["--header", "X-Api-Key: s3cret-word"], "X-Api-Key"),
    (["--header", "X-Auth-Token: s3cret-word"], "X-Auth-Token"),
    (["--header", "Authorization: Bearer s3cret-word"], "Authorization"),
    (["--header", "Cookie: id=s3cret-word"], "Cookie"),
    (["--form", "password=s3cret-word"], "password"),
    (["--form", "file=@secret.json"], "apiKey"),
    (["--body-file", "secret.json"], "apiKey"),
    (
      [
        "--body-file", "form.txt", "--header", "Content-Type: application/x-www-form-urlencoded",
      ], "passwd"
    ),
  ]

  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.file("secret.json", #"{"apiKey":"s3cret-word"}"#)
    try sandbox.file("form.txt", "user=ann&passwd=s3cret-word")
    return sandbox
  }

  /// The files of the shell that contain the secret.
  private func leaks(in sandbox: Sandbox) throws -> [String] {
    var leaks: [String] = []
    for folder in ["state", "data", "config"] {
      let files = FileManager.default.enumerator(
        at: sandbox.home.appending(path: folder), includingPropertiesForKeys: nil)
      for file in files?.compactMap({ $0 as? URL }) ?? [] {
        let content = try? Data(contentsOf: file)
        if content?.firstRange(of: Data("s3cret-word".utf8)) != nil { leaks.append(file.path) }
      }
    }
    return leaks
  }

  @Test(arguments: forms)
  func `a write with a credential cannot be queued, and is not stored`(
    words: [String], name: String
  ) throws {
    let sandbox = try sandbox()
    let line = "api post orders " + words.map { "'\($0)'" }.joined(separator: " ")
    for script in ["\(line) --later", "set offline always; \(line)"] {
      let result = try sandbox.seashell("-c", script)
      #expect(result.status == 2, "\(result.errors)")
      #expect(
        result.errors.contains(
          "'\(name)' looks like a credential, so the write cannot wait in the queue"),
        "\(result.errors)")
      #expect(!result.errors.contains("s3cret"))
      #expect(sandbox.offlineFiles.isEmpty)
      #expect(try leaks(in: sandbox).isEmpty)
    }
  }

  @Test func `ordinary writes are queued`() throws {
    let sandbox = try Sandbox.signedIn()
    for words in [
      [
        "reviews", "add", "p-1", "--rating", "4", "--comment", "my password: x, token=y", "--later",
      ],
      ["api", "post", "orders", "--form", "keyword=a", "--query", "page_token=b", "--later"],
      ["api", "post", "orders", "--json", #"{"tokens_used":5,"next_page_token":"a"}"#, "--later"],
      ["api", "post", "orders", "--header", "X-Request-Id: 1", "--later"],
    ] {
      let result = try Program.run(
        Program.seashell.path, words, environment: sandbox.environment, directory: sandbox.home)
      #expect(result.status == 0, "\(result.errors)")
    }
    #expect(try sandbox.queued().count == 4)
  }

  @Test func `a failed write with a credential is not offered to be queued`() throws {
    let shop = try LosableShop()
    let home = try shop.client()
    shop.lose()
    for (field, isOffered) in [("rating=5", true), ("password=s3cret-word", false)] {
      let words = ["api", "post", "orders", "--form", field]
      let user = try PromptUser(["--offline"] + words, in: home, columns: 120)
      if isOffered {
        try user.see("[y/N]")
        try user.type("n\r")
      }
      #expect(try user.end() == 5)
      #expect(user.screen.text.contains("[y/N]") == isOffered, "\(user.screen.text)")
      let script = try Program.run(
        Program.seashell.path, words, environment: home.environment, directory: home.home)
      #expect(script.status == 5)
      #expect(script.errors.contains("pass --later") == isOffered, "\(script.errors)")
    }
    #expect(try leaks(in: home).isEmpty)
    #expect(!home.offlineFiles.contains("queue.db"))
  }

  @Test func `a write queued by an older version is shown without credentials`() throws {
    let sandbox = try Sandbox.signedIn()
    let words = ["api", "post", "orders", "--json", #"{"a":1}"#, "--later"]
    let queued = try Program.run(
      Program.seashell.path, words, environment: sandbox.environment, directory: sandbox.home)
    #expect(queued.status == 0, "\(queued.errors)")
    try sandbox.sqlite(
      sandbox.offlineFolder.appending(path: "queue.db").path,
      """
      UPDATE writes SET fields = '{"user":"ann","password":"s3cret-word"}',
        base = '{"apiKey":"s3cret-word"}', theirs = '[{"token":"s3cret-word"}]'
      """)
    for line in ["queue show q-1", "queue show q-1 -o json", "queue list --all -o json"] {
      let result = try sandbox.seashell("-c", line)
      #expect(result.status == 0, "\(result.errors)")
      #expect(!(result.output + result.errors).contains("s3cret"), "\(result.output)")
    }
    let shown = try sandbox.seashell("queue", "show", "q-1", "-o", "json").output
    #expect(shown.contains(#""fields":{"user":"ann","password":"…"}"#), "\(shown)")
  }

  @Test func `a line with a credential by its name is not in the history`() throws {
    let sandbox = try Sandbox()
    let user = try PromptUser.atPrompt(in: sandbox, columns: 120)
    for line in [
      "api head 'products?access_token=s3cret-word'", "let password = s3cret-word",
      "nosuch --api-key s3cret-word", "print keyword=kept",
    ] {
      try user.type(line + "\r")
      try user.seePrompt()
    }
    try user.type("exit\r")
    _ = try user.end()
    #expect(try leaks(in: sandbox).isEmpty)
    let history = try String(
      contentsOf: sandbox.home.appending(path: "state/seashell/history"), encoding: .utf8)
    #expect(history.contains("print keyword=kept"))
  }
}

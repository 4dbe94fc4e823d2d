import FaultServer
import Foundation
import TestSupport
import Glibc
import Testing

/// The configuration, the environments and the process's variables, with the built program.
@Suite(.mayBlock) struct ConfigurationTests {
  static let configuration = """
    { environment: 'qa', // JSON5
      environments: {
        qa: { baseURL: 'https://127.0.0.1:9', version: 'v2' },
        live: { baseURL: 'https://live.example', production: true },
      } }
    """

  static func sandbox(_ configuration: String? = configuration) throws -> Sandbox {
    let sandbox = try Sandbox()
    if let configuration { try sandbox.configure(configuration) }
    return sandbox
  }

  static let name = ["-o", "json", "env", "show"]

  @Test(
    arguments: [
      ([], [:], "qa"), ([], ["SEASHELL_ENV": "live"], "live"), ([], ["SEASHELL_ENV": ""], "qa"),
      (["-e", "dev"], ["SEASHELL_ENV": "live"], "dev"), (["--env=embedded"], [:], "embedded"),
      (["--no-config"], [:], "embedded"),
    ] as [([String], [String: String], String)])
  func `-e takes precedence over the variable, then over the file`(
    options: [String], variables: [String: String], name: String
  ) throws {
    let result = try Self.sandbox().seashell(
      words: options + Self.name, environment: variables)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains(#""name":"\#(name)""#))
  }

  @Test func `--config reads another file, with paths from its folder`() throws {
    let sandbox = try Self.sandbox()
    try FileManager.default.createDirectory(
      at: sandbox.home.appending(path: "team"), withIntermediateDirectories: true)
    try sandbox.file("team/ca.pem", "")
    try sandbox.file(
      "team/shop.json",
      """
      { environment: 'test', environments: { test: { baseURL: 'https://127.0.0.1:9',
          certificateAuthorities: 'ca.pem', headers: { 'X-Key': { env: 'NO_SUCH_KEY' } } } } }
      """)
    let shown = try sandbox.seashell("--config", "team/shop.json", "-o", "json", "env", "show")
    #expect(shown.status == 0, "\(shown.errors)")
    #expect(shown.output.contains(#""name":"test""#))
    #expect(shown.output.contains("/team/ca.pem\""))
    #expect(shown.output.contains(#""headers":"X-Key from the variable NO_SUCH_KEY""#))
    let sent = try sandbox.seashell("--config", "team/shop.json", "api", "get", "/x")
    #expect(sent.status == 4)
    #expect(
      sent.errors
        == "seashell: test sends the header field X-Key from the variable NO_SUCH_KEY,"
        + " which is not set; set NO_SUCH_KEY before the shell starts\n")
    try sandbox.file("team/wrong.json", "{\n environment: 5 }")
    let wrong = try sandbox.seashell("--config", "team/wrong.json", "print", "x")
    #expect(wrong.status == 2)
    #expect(
      wrong.errors.hasSuffix(
        "/team/wrong.json:2: environment must be a string in quotes, not a number\n"))
  }

  @Test(
    arguments: [
      (["-e", "liev"], [:], "seashell: no environment is called 'liev'; did you mean 'live'?"),
      ([], ["SEASHELL_ENV": "Q"], "seashell: SEASHELL_ENV: no environment is called 'Q'"),
      (["--insecure", "-e", "live"], [:], "seashell: live is a production environment"),
      ([], ["SEASHELL_TOKEN": "geheim token"], "seashell: SEASHELL_TOKEN has characters"),
      ([], ["SEASHELL_TOKEN": "geheim\n"], "seashell: SEASHELL_TOKEN has characters"),
    ] as [([String], [String: String], String)])
  func `contradictory start options are status 2`(
    options: [String], variables: [String: String], message: String
  ) throws {
    let result = try Self.sandbox().seashell(
      words: options + ["version"], environment: variables)
    #expect(result.status == 2)
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(!result.errors.contains("geheim"))
    #expect(result.output == "")
  }

  @Test(arguments: [
    ["help"], ["version"], ["--help"], ["-V"], ["help", "products"],
    ["products", "list", "--help"],
    ["-e", "qa", "version"],
  ])
  func `help works with a broken configuration`(words: [String]) throws {
    let result = try Self.sandbox("{ environments: 5 }").seashell(words: words)
    #expect(result.status == 0, "\(result.errors)")
    #expect(!result.output.isEmpty)
    #expect(result.errors == "")
  }

  @Test(
    arguments: [
      (["products", "list"], 2, "environments must be an object"),
      // A value that looks like the help option must not lead to a request to another shop.
      (["products", "list", "--query", "-h"], 5, "the configuration is broken"),
    ] as [([String], Int32, String)])
  func `a broken configuration sends no request elsewhere`(
    words: [String], status: Int32, message: String
  ) throws {
    let result = try Self.sandbox("{ environments: 5 }").seashell(words: words)
    #expect(result.status == status, "\(result.errors)")
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(result.output == "")
  }

  @Test func `a broken configuration ends a script with status 2`()
    throws
  {
    let sandbox = try Self.sandbox("{\n  environments: { qa: {\n    baseUrl: 'x' } } }")
    let path = "\(sandbox.home.path)/config/seashell/config.json"
    let result = try sandbox.seashell("-c", "print no")
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(
      result.errors
        == "\(path):3: unknown field 'baseUrl' in environments.qa; did you mean baseURL?\n")
    for option in ["--version", "--help"] { #expect(try sandbox.seashell(option).status == 0) }
    #expect(try sandbox.seashell("--no-config", "-c", "print yes").output == "yes\n")
    let json = try sandbox.seashell("-o", "json", "modules")
    #expect(json.errors.contains(#""file":"\#(path)","line":3"#), "\(json.errors)")
  }

  @Test func `a misspelt field is reported instead of its consequences`() throws {
    let sandbox = try Self.sandbox("{\n  enviroments: { qa: { baseURL: 'https://127.0.0.1:9' } } }")
    let message =
      "config.json:2: unknown field 'enviroments' in the configuration; did you mean environments?\n"
    for options in [[], ["-e", "qa"]] {
      let result = try sandbox.seashell(words: options + ["-c", "print no"])
      #expect(result.status == 2)
      #expect(result.errors.hasSuffix(message), "\(result.errors)")
    }
    #expect(try sandbox.seashell("help").status == 0)
  }

  @Test(
    arguments: [
      ("environments: [] }", ["-e", "qa"], "environments must be an object, not an array"),
      ("environment: 'dev', x: 1 }", [], "unknown field 'x' in the configuration"),
    ] as [(String, [String], String)])
  func `a prompt with a broken configuration starts on the embedded shop`(
    text: String, options: [String], message: String
  ) throws {
    let sandbox = try Self.sandbox("{\n  \(text)")
    let user = try PromptUser(["-q"] + options, in: sandbox, columns: 200)
    try user.seePrompt("embedded> ")
    #expect(user.screen.text.contains("config.json:2: \(message)"))
    #expect(
      user.screen.text.contains("the configuration is ignored; requests go to embedded"))
  }

  @Test func `a prompt whose configuration is repaired sends the token that it was started with`()
    throws
  {
    let server = try FaultServer(.json("{}"))
    defer { server.stop() }
    let apis = "apis: { wh: { environments: { live: { baseURL: '\(server.url)' } } } }"
    // It is found only when the modules are made.
    let sandbox = try Self.sandbox("{ modules: { nosuch: 1 }, \(apis) }")
    let user = try PromptUser(
      ["-q"], in: sandbox, columns: 200, environment: ["SEASHELL_TOKEN_WH": "t-wh"])
    try user.seePrompt("embedded> ")
    try sandbox.configure("{ \(apis) }")
    try user.type("env add qa http://127.0.0.1:9\r")
    try user.see("a second prompt") { $0.cursorLine == ("embedded> ", "") && $0.cursorRow > 3 }
    try user.type("env use wh:live\r")
    try user.seePrompt("wh:live> ")
    try user.type("api get x\r")
    try user.see("a prompt after the answer") {
      $0.cursorLine == ("wh:live> ", "") && $0.text.contains("{}")
    }
    #expect(server.requests.map { $0.header("Authorization") } == ["Bearer t-wh"])
  }

  @Test func `the prompt shows the environment, and a production one in words and in red`() throws {
    let user = try PromptUser(["-q", "-e", "live"], in: Self.sandbox())
    try user.seePrompt("live (production)> ")
    #expect(user.text.contains("\u{1B}[1;31mlive (production)> "))
    try user.type("env use q\t\r")
    try user.seePrompt("qa> ")
    #expect(!user.text.contains("\u{1B}[1;31mqa> "))
    try user.type("env use live\r")
    try user.see("a second prompt of live") {
      $0.cursorLine == ("live (production)> ", "") && $0.cursorRow > 1
    }
  }

  @Test func `--insecure warns, and refuses production environments`() throws {
    let sandbox = try Self.sandbox()
    for options in [["--insecure"], ["--insecure", "-q"]] {
      let result = try sandbox.seashell(words: options + ["-c", "env show | cut -f 1,16"])
      #expect(result.status == 0)
      #expect(result.output == "qa\tfalse\n")
      #expect(result.errors.hasPrefix("--insecure: server certificates are not verified"))
    }
    let result = try sandbox.seashell("--insecure", "-c", "env use live; print no")
    #expect(result.status == 2)
    #expect(result.errors.contains("live is a production environment"))
    #expect(result.output == "")
  }

  @Test(arguments: [
    "api get products/p-1 --header 'X-Key: geheim'",
    "api post products --json '{\"a\":\"geheim\"}'",
    "api post products --form a=geheim", "api post products --body-file geheim",
  ])
  func `a line of api with header fields or a body is not stored`(line: String) throws {
    let sandbox = try Self.sandbox(nil)
    let user = try PromptUser.atPrompt(in: sandbox)
    let row = user.screen.cursorRow
    try user.type(line + "\r")
    try user.see("the next prompt") { $0.cursorRow > row && $0.cursorLine == ("embedded> ", "") }
    try user.enter("print kept", seeing: "kept")
    try user.type("exit\r")
    _ = try user.end()
    let history = FileManager.default.contents(
      atPath: "\(sandbox.home.path)/state/seashell/history")
    let text = String(decoding: history ?? Data(), as: UTF8.self)
    #expect(text.contains("print kept") && !text.contains("geheim"))
    let script = try sandbox.seashell("-c", line + "; nosuch")
    #expect(!script.errors.contains("geheim") || line.contains("body-file"))
  }

  @Test func `api escapes a response on a terminal, not in a pipe`() throws {
    let sandbox = try Self.sandbox(nil)
    try sandbox.signIn()
    let posted = try sandbox.seashell(
      "api", "post", "products/p-1/reviews", "--json", "{\"rating\":5,\"comment\":\"\u{202E}é\"}")
    #expect(posted.status == 0, "\(posted.errors)")
    let line = "api get products/p-1/reviews?per_page=1"
    #expect(try sandbox.seashell("-c", line).output.contains("\u{202E}é"))
    let user = try PromptUser.atPrompt(in: sandbox)
    try user.enter(line, seeing: #"\u{202E}é"#)
    #expect(!user.text.contains("\u{202E}"))
  }
}

extension Sandbox {
  /// Writes the user's configuration.
  func configure(_ text: String) throws {
    try FileManager.default.createDirectory(
      atPath: "\(home.path)/config/seashell", withIntermediateDirectories: true)
    try file("config/seashell/config.json", text)
  }

  /// Runs the built shell to its end.
  func seashell(
    words: [String], environment extra: [String: String] = [:]
  ) throws -> Program.Result {
    try Program.run(
      Program.seashell.path, words, environment: environment.merging(extra) { $1 }, directory: home)
  }

  /// Signs in on an environment as the embedded shop's first account.
  func signIn(to environment: String) throws {
    let result = try seashell(
      "-e", environment, "session", "login", "--user", "demo", "--password-stdin", input: "demo\n")
    guard result.status == 0 else { throw Failure(text: result.errors) }
  }
}

extension PromptUser {
  /// All output, including escape sequences.
  var text: String { String(decoding: written, as: UTF8.self) }
}

import Foundation
import TestSupport
import Testing

/// Secrets of modules in other processes, from the question to the module's environment.
@Suite(.mayBlock) struct ModuleSecretTests {
  private let sandbox: Sandbox
  private let program: String

  init() throws {
    sandbox = try Sandbox(environment: ["OUTER_KEY": "from-outside"])
    // A file that was just written may be busy, since children of other tests have it open. So sh reads it.
    program = try sandbox.file(
      "tell.sh",
      #"""
      #!/bin/sh
      if [ "$1" = --seashell-describe ]; then
        echo '{"tools":[{"name":"key","description":"Tell","inputSchema":{"type":"object"}}]}'
      else
        echo "{\"key\":\"key=$API_KEY\"}"
      fi
      """#)
  }

  /// The files below the home that contain a text, by their paths.
  private func files(with text: String) -> [String] {
    let names = FileManager.default.enumerator(atPath: sandbox.home.path)?.allObjects ?? []
    return names.compactMap { $0 as? String }.filter { name in
      let data = FileManager.default.contents(atPath: "\(sandbox.home.path)/\(name)")
      return data?.range(of: Data(text.utf8)) != nil
    }
  }

  private func add(_ options: String...) throws -> Program.Result {
    try Program.run(
      Program.seashell.path,
      ["modules", "add", "tell", "--yes", "--program"] + options + ["--", "/bin/sh", program],
      environment: sandbox.environment, directory: sandbox.home)
  }

  @Test func `a module's secret is asked for, private, and removed with it`() throws {
    let user = try PromptUser.atPrompt(in: sandbox)
    try user.type("modules add tell --yes --program --env API_KEY -- /bin/sh \(program)\r")
    try user.seeCursor(between: "API_KEY: ")
    try user.type("hush-${hush}\r")
    try user.see("tell key  Tell")
    try user.enter("tell key", seeing: "key=hush-${hush}")
    try user.enter("print x | sh -c 'echo \"other=$API_KEY\"'", seeing: "\nother=\n")
    try user.enter("modules info tell", seeing: "API_KEY")
    let before = String(decoding: user.written, as: UTF8.self)
    #expect(before.components(separatedBy: "hush-").count == 2, "only the module printed it")
    #expect(files(with: "hush-") == ["state/seashell/modules/secrets/tell.json"])
    try user.enter("modules remove tell --yes; print gone", seeing: "\ngone")
    #expect(files(with: "hush-").isEmpty)
  }

  @Test func `a secret in a module's argument is refused with advice`() throws {
    let refused = try add("--env", "API_KEY=hush-hush")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("the variable 'API_KEY' is a secret"), "\(refused.errors)")
    #expect(refused.errors.contains("--env 'API_KEY=${API_KEY}'"), "\(refused.errors)")
    #expect(!refused.errors.contains("hush-hush"), "\(refused.errors)")
    let unasked = try add("--env", "API_KEY")
    #expect(unasked.status == 2)
    #expect(unasked.errors.contains("--env 'API_KEY=${API_KEY}'"), "\(unasked.errors)")
    #expect(files(with: "hush-hush").isEmpty)
  }

  @Test func `a module's variables and files are read when it starts`() throws {
    #expect(try add("--env", "API_KEY=${OUTER_KEY}").status == 0)
    #expect(try sandbox.seashell("tell", "key").output.contains("key=from-outside"))
    #expect(files(with: "from-outside").isEmpty)
    #expect(try sandbox.seashell("modules", "remove", "tell", "--yes").status == 0)
    let file = try sandbox.file("key", "from-a-file\n")
    chmod(file, 0o600)
    #expect(try add("--env", "API_KEY=${file:~/key}").status == 0)
    #expect(try sandbox.seashell("tell", "key").output.contains("key=from-a-file"))
    #expect(files(with: "from-a-file") == ["key"])
    chmod(file, 0o644)
    let refused = try sandbox.seashell("tell", "key")
    #expect(refused.status != 0)
    #expect(refused.errors.contains("run chmod 600 ~/key"), "\(refused.errors)")
  }

  @Test func `secrets recorded in clear by an older version are moved`() throws {
    #expect(try add("--env", "API_KEY=${OUTER_KEY}").status == 0)
    let path = "state/seashell/modules.json"
    let text = try String(contentsOfFile: "\(sandbox.home.path)/\(path)", encoding: .utf8)
    try sandbox.file(path, text.replacing("${OUTER_KEY}", with: "hush-hush"))
    let first = try sandbox.seashell("tell", "key")
    #expect(first.output.contains("key=hush-hush"))
    #expect(first.errors.contains("in private files now"), "\(first.errors)")
    #expect(files(with: "hush-hush") == ["state/seashell/modules/secrets/tell.json"])
    let second = try sandbox.seashell("tell", "key")
    #expect(second.output.contains("key=hush-hush"))
    #expect(second.errors == "")
  }

  @Test func `another client's servers are added without their secrets`() throws {
    let list = try sandbox.file(
      "mcp.json",
      #"{"mcpServers":{"clock":{"command":"\#(ModulesTests.clock)","env":{"API_KEY":"hush-hush"}}}}"#
    )
    let added = try sandbox.seashell("modules", "add", "clock", "--yes", "--from", list)
    #expect(added.status == 0, "\(added.errors)")
    #expect(
      added.errors.contains("kept in a file that only you can read: the variable API_KEY"),
      "\(added.errors)")
    #expect(
      files(with: "hush-hush").sorted() == [
        "mcp.json", "state/seashell/modules/secrets/clock.json",
      ])
  }
}

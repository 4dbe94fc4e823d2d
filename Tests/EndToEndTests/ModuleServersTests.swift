import FaultServer
import Foundation
import TestSupport
import Testing

/// Third-party servers of the Model Context Protocol as modules.
@Suite(.mayBlock) struct ModuleServersTests {
  /// The repository's folder.
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  private static let page = """
    <html><head><title>Mugs</title></head><body><article><h1>Mugs</h1>
    <p>The ocean mug holds a quarter of a litre and survives the dishwasher.</p></article></body></html>
    """

  /// Adds a server whose messages are recorded in the file `log` of the sandbox.
  private static func add(
    _ name: String, _ command: String..., options: [String] = [], to sandbox: Sandbox
  ) throws {
    let recorder = [
      "\(root)/.build/mcp/bin/python", "\(root)/Tests/ModuleServers/record.py",
      "\(sandbox.home.path)/log",
    ]
    let result = try Program.run(
      Program.seashell.path,
      ["modules", "add", name, "--yes", "--data", "\(sandbox.home.path)/log"] + options + ["--"]
        + recorder + command,
      environment: sandbox.environment, directory: sandbox.home)
    #expect(result.status == 0, "\(result.errors)")
  }

  /// Waits until a text is in the log; false if that takes too long.
  private static func sees(_ text: String, in sandbox: Sandbox) throws -> Bool {
    let log = sandbox.home.appending(path: "log")
    return
      (try? block(until: text) {
        try String(contentsOf: log, encoding: .utf8).contains(text)
      }) != nil
  }

  /// Validates every recorded message with the types of the protocol's SDK.
  private static func validate(in sandbox: Sandbox) throws {
    let result = try Program.run(
      "\(root)/.build/mcp/bin/python",
      ["\(root)/Tests/ModuleServers/validate.py", "\(sandbox.home.path)/log"],
      environment: sandbox.environment, directory: sandbox.home)
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func `mcp-server-time answers in a script, in a pipeline and at a prompt`() throws {
    let sandbox = try Sandbox()
    try Self.add("clock", "\(Self.root)/.build/mcp/bin/mcp-server-time", to: sandbox)
    let script = try sandbox.seashell(
      input: """
        clock get-current-time Europe/Berlin -o jsonl | grep -c '"timezone":"Europe/Berlin"'
        clock convert_time UTC 12:00 Asia/Tokyo -o jsonl | grep -o 'T21:00:00'
        clock get-current-time Nowhere/Land || print "status $?"
        """)
    #expect(script.output == "1\nT21:00:00\nstatus 1\n")
    #expect(script.errors.contains("Nowhere/Land"))
    let user = try PromptUser.atPrompt(in: sandbox)
    try user.type("clock get-current-time\r")
    try user.see("timezone")
    try user.type("Asia/Tokyo\r")
    try user.see("is_dst")
    try user.seePrompt()
    try user.type("\u{4}")
    #expect(try user.end() == 0)
    try Self.validate(in: sandbox)
  }

  @Test func `mcp-server-fetch fetches a page`() throws {
    let sandbox = try Sandbox()
    let site = try FaultServer(.status(200, Array(Self.page.utf8), type: "text/html"))
    defer { site.stop() }
    // If it finds Node.js, it runs `npm install` at its first page, which needs a network.
    try Self.add(
      "web", "\(Self.root)/.build/mcp/bin/mcp-server-fetch", "--allow-private-ips",
      "--ignore-robots-txt", options: ["--env", "PATH=\(Self.root)/.build/mcp/bin"], to: sandbox)
    let result = try sandbox.seashell("web", "fetch", "\(site.url)/mugs.html")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("survives the dishwasher"))
    let raw = try sandbox.seashell(
      "-c", "web fetch \(site.url)/mugs.html --raw --max-length 5000 | grep -c '<h1>Mugs</h1>'")
    #expect(raw.output == "1\n", "\(raw.errors)")
    let wrong = try sandbox.seashell("web", "fetch", "mugs", "--max-length", "0")
    #expect(wrong.status == 2)
    let lost = try sandbox.seashell("web", "fetch", "http://127.0.0.1:1/")
    #expect(lost.status == 1)
    #expect(lost.errors.contains("127.0.0.1:1"))
    try Self.validate(in: sandbox)
  }

  @Test func `a script answers the form of a tool`() throws {
    let sandbox = try Sandbox()
    try Self.add(
      "all", "\(Self.root)/.build/mcp/bin/python", "\(Self.root)/Tests/ModuleServers/everything.py",
      to: sandbox)
    let answered = try sandbox.seashell("all", "order", "--answers", #"{"count":3}"#, "-o", "json")
    #expect(answered.output == "\"ordered 3\"\n", "\(answered.errors)")
    try sandbox.file("answers.json", #"[{"count": 2}]"#)
    #expect(
      try sandbox.seashell("all", "order", "--answers", "@answers.json").output == "ordered 2\n")
    let silent = try sandbox.seashell("all", "order")
    #expect(silent.status == 2)
    #expect(silent.errors.contains(#"pass --answers '{"count":…}'"#))
    try Self.validate(in: sandbox)
  }

  @Test func `Ctrl-C also cancels a call in the server`() throws {
    let sandbox = try Sandbox()
    try Self.add(
      "all", "\(Self.root)/.build/mcp/bin/python", "\(Self.root)/Tests/ModuleServers/everything.py",
      to: sandbox)
    let user = try PromptUser.atPrompt(in: sandbox)
    try user.begin("all slow")
    // Wait until the tool runs: if it is cancelled before that, it does not notice.
    #expect(try Self.sees("notifications/progress", in: sandbox))
    try user.interrupt()
    #expect(try Self.sees("notifications/cancelled", in: sandbox))
    // The same process continues, and knows that the call was cancelled.
    var tries = 0
    while !user.screen.text.contains("yes"), tries < 200 {
      try user.enter("all read note://cancelled", seeing: "embedded> ")
      tries += 1
    }
    #expect(user.screen.text.contains("yes"))
    try user.type("\u{4}")
    #expect(try user.end() == 0)
    try Self.validate(in: sandbox)
  }

  @Test func `every tool and resource of mcp-server-sqlite can be used`() throws {
    let sandbox = try Sandbox()
    try sandbox.file("shop.db", "")
    try Self.add(
      "db", "\(Self.root)/.build/mcp1/bin/mcp-server-sqlite", "--db-path", "shop.db",
      options: ["--data", "shop.db"], to: sandbox)
    let script = try sandbox.seashell(
      input: """
        db create-table 'CREATE TABLE mugs (name TEXT, price REAL)'
        db write-query "INSERT INTO mugs VALUES ('Ocean mug', 18.5), ('Slate mug', 21)"
        db read-query 'SELECT name FROM mugs WHERE price < 20' | grep -c 'Ocean mug'
        db list-tables | grep -c mugs
        db describe-table mugs | grep -c price
        db append-insight 'Mugs sell.'
        db resources -o jsonl | grep -o 'memo://insights'
        db read memo://insights | grep -c 'Mugs sell.'
        db read-query 'DROP TABLE mugs'
        """)
    #expect(script.status == 0, "\(script.errors)")
    let lines = script.output.split(separator: "\n")
    #expect(lines.contains("memo://insights"), "\(script.output)")
    #expect(lines.count { $0 == "1" } == 4, "\(script.output)")
    #expect(script.output.contains("Only SELECT queries are allowed"), "\(script.output)")
    try Self.validate(in: sandbox)
  }
}

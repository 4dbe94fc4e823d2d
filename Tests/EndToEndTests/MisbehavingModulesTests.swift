import Foundation
import TestSupport
import Testing

/// Every way in which a module can misbehave, with a real process.
///
/// Each causes one line that names the module, and status 7. Nothing of the module is left, and the shell
/// continues.
@Suite(.mayBlock) struct MisbehavingModulesTests {
  /// A way to misbehave.
  struct Row: CustomTestStringConvertible, Sendable {
    let mode: String
    var limits = ""
    /// The line after the module's name, with `{{…}}` for unknown parts.
    let reason: String
    var testDescription: String { mode }
  }

  private static let flooding = "bytesPerSecond: 262144"
  private static let small = "messageBytes: 65536"
  private static let impatient = "silenceSeconds: 1"

  private static let rows = [
    // At its start.
    Row(
      mode: "exit",
      reason: "it ended with status 3; its last line on standard error: 'no configuration'"),
    Row(mode: "crash", reason: "it was ended by signal 11 (segmentation fault)"),
    Row(mode: "half", reason: "it ended with status 4 in the middle of a line"),
    Row(mode: "hang", limits: "startSeconds: 1", reason: "it did not start within 1 s"),
    Row(mode: "hang-at-start", limits: "startSeconds: 1", reason: "it did not start within 1 s"),
    Row(mode: "ignore-sigterm", limits: "startSeconds: 1", reason: "it did not start within 1 s"),
    Row(
      mode: "garbage", reason: "it wrote a line that is not JSON: expected a value at byte 0; {{…}}"
    ),
    Row(mode: "flood", limits: flooding, reason: "it floods: over 256 KiB a second"),
    Row(
      mode: "flood-errors", limits: flooding,
      reason: "it floods: over 256 KiB a second; its last line on standard error: 'all is lost'"),
    Row(mode: "endless", limits: small, reason: "it wrote a line longer than 64 KiB"),
    Row(
      mode: "nested",
      reason: "it wrote a line that is not JSON: nested more than 128 deep at byte 640; {{…}}"),
    Row(
      mode: "invalid",
      reason: "it wrote a line that is not JSON: a string is not UTF-8 at byte 5; {{…}}"),
    Row(
      mode: "fork",
      reason: "it ended with status 0; its last line on standard error: '{{…}}'"),
    Row(
      mode: "fork-keeps-output",
      reason: "it ended with status 0; its last line on standard error: '{{…}}'"),
    Row(
      mode: "memory", limits: "memoryBytes: 67108864",
      reason: "it ended with status 1; its last line on standard error: 'MemoryError'"),
    Row(
      mode: "files", limits: "files: 20",
      reason: "it ended with status 1; its last line on standard error: "
        + "'OSError: [Errno 24] Too many open files: '/dev/null''"),
    Row(
      mode: "list-many", limits: "messageBytes: 67108864",
      reason: "its answer to 'tools/list' has more than 1000 tools"),
    Row(mode: "list-pages", reason: "its answer to 'tools/list' never ends"),
    Row(mode: "list-large-pages", reason: "its answer to 'tools/list' is longer than 16 MiB"),
    // At a call.
    Row(mode: "call-exit", reason: "it ended with status 5"),
    Row(mode: "call-half", reason: "it ended with status 6 in the middle of a line"),
    Row(mode: "call-hang", limits: impatient, reason: "it said nothing for 1 s"),
    Row(mode: "call-never", limits: impatient, reason: "it said nothing for 1 s"),
    Row(mode: "call-fork", limits: impatient, reason: "it said nothing for 1 s"),
    Row(
      mode: "call-garbage",
      reason: "it wrote a line that is not JSON: expected a value at byte 0; {{…}}"),
    Row(
      mode: "call-nested",
      reason: "it wrote a line that is not JSON: nested more than 128 deep at byte 640; {{…}}"),
    Row(
      mode: "call-invalid",
      reason: "it wrote a line that is not JSON: a string is not UTF-8 at byte 5; {{…}}"),
    Row(mode: "call-endless", limits: small, reason: "it wrote a line longer than 64 KiB"),
    Row(mode: "call-flood", limits: flooding, reason: "it floods: over 256 KiB a second"),
    Row(
      mode: "call-other-id",
      reason: #"it answered the request "another's", which was never sent"#),
    Row(mode: "call-no-id", reason: "it sent an answer without an id"),
    Row(mode: "call-wrong-type", reason: "it sent a result that is not an object"),
    Row(mode: "call-no-object", reason: "it sent a message that is not an object"),
    Row(mode: "call-no-version", reason: #"it sent a message whose 'jsonrpc' is not "2.0""#),
    Row(mode: "call-both", reason: "it sent an answer with both a result and an error"),
    Row(mode: "call-wrong-error", reason: "it sent an error without a code or a message"),
    Row(mode: "call-close-input", reason: "it closed its input"),
    Row(mode: "call-close-output", reason: "it closed its output"),
    Row(
      mode: "call-unread-requests", reason: "it does not read the answers to its requests"),
    Row(mode: "call-long-id", reason: "it sent a request with an id longer than 1000 bytes"),
    Row(mode: "call-long-uri", reason: "it sent a 'uri' longer than 4 KiB"),
  ]

  @Test(arguments: rows)
  func `a misbehaving module is one line and status 7, and leaves nothing`(row: Row) throws {
    try check(row)
  }

  @Test(arguments: [
    Row(mode: "program-half", reason: "it ended with status 0 in the middle of a line"),
    Row(mode: "program-garbage", reason: "it wrote a record that is not JSON: {{…}}"),
    Row(mode: "program-hang", limits: impatient, reason: "it wrote nothing for 1 s"),
    Row(mode: "program-flood", limits: flooding, reason: "it floods: over 256 KiB a second"),
    Row(mode: "program-crash", reason: "it was ended by signal 11 (segmentation fault)"),
  ])
  func `a misbehaving program is one line and status 7`(row: Row) throws {
    try check(row, ["--program"])
  }

  private func check(_ row: Row, _ options: [String] = []) throws {
    let sandbox = try Sandbox()
    let module = try MisbehavingModule("bad", mode: row.mode, in: sandbox, options)
    try sandbox.limitModules(row.limits)
    let script = try sandbox.file("calls.sea", "bad go > bad.txt\nprint on it goes\n")
    let result = try sandbox.seashell("--keep-going", "-f", script)
    let expected = "\(script):1: the module 'bad' broke: \(row.reason)"
    let lines = result.errors.split(separator: "\n").map(String.init)
    #expect(lines.count >= 1 && Transcript.matches(lines[0], expected), "\(result.errors)")
    #expect(lines.dropFirst() == ["  bad go > bad.txt", "  ^^^^^^"], "\(result.errors)")
    #expect(result.output == "on it goes\n")
    #expect(result.status == 7)
    #expect(try module.processes.count >= 2)
    #expect(try module.leftProcesses == [])
  }

  @Test func `a module's second answer is reported after the first's result`() throws {
    // The command has its result, so its status is 0: the second answer may arrive at any time.
    let sandbox = try Sandbox()
    let module = try MisbehavingModule("bad", mode: "call-twice", in: sandbox)
    let result = try sandbox.seashell("bad", "go")
    #expect(result.status == 0)
    #expect(result.output == "once\n")
    #expect(result.errors == "the module 'bad' broke: it answered the request 3 twice\n")
    #expect(try module.leftProcesses == [])
  }

  @Test func `Ctrl-C leaves a module that ignores cancellation`() throws {
    let sandbox = try Sandbox()
    let module = try MisbehavingModule("bad", mode: "call-ignore-cancelled", in: sandbox)
    let shell = try Conversation.pipes(["-v", "bad", "go"], in: sandbox)
    try shell.hear("called")
    shell.interrupt()
    #expect(try shell.end().status == 130)
    #expect(try module.leftProcesses == [])
  }

  @Test func `a module's error message is one line of limited length`() throws {
    let sandbox = try Sandbox()
    _ = try MisbehavingModule("bad", mode: "call-long-message", in: sandbox)
    let result = try sandbox.seashell("bad", "go")
    #expect(result.status == 1)
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(result.errors.utf8.count < 2_100)
  }

  @Test(.measures) func `a schema that would take forever to read accepts any JSON`() throws {
    let sandbox = try Sandbox()
    _ = try MisbehavingModule(
      "bad", mode: "list-large-schema", in: sandbox, addedAs: "list-large-schema")
    let result = try sandbox.seashell("bad", "go", "--json", "{}")
    #expect(result.output == "well\n", "\(result.errors)")
  }

  @Test(.measures, arguments: ["call-progress", "call-updates"])
  func `endless notices of a module do not fill the memory`(mode: String) throws {
    let sandbox = try Sandbox()
    _ = try MisbehavingModule("bad", mode: mode, in: sandbox)
    let shell = try Conversation.pipes([], in: sandbox)
    try shell.say("bad go\nprint on it goes\n")
    try shell.hear("on it goes")
    #expect(try shell.peakMemory < 64 << 20)
    shell.closeInput()
    #expect(try shell.end().status == 0)
  }

  @Test func `a module inherits only standard streams and a clean environment`() throws {
    let sandbox = try Sandbox(environment: [
      "SEASHELL_TOKEN": "t-secret", "AWS_SECRET_ACCESS_KEY": "a-secret", "LC_TIME": "C.UTF-8",
      "SEASHELL_GATEWAY": "http://127.0.0.1:1/mine",
    ])
    _ = try MisbehavingModule("bad", mode: "call-process", in: sandbox)
    let result = try sandbox.seashell("bad", "go", "-o", "json")
    let found = try JSONDecoder().decode(Found.self, from: Data(result.output.utf8))
    #expect(found.files == [0, 1, 2])
    #expect(
      Set(found.environment.keys) == [
        "HOME", "PATH", "LANG", "LC_TIME", "TERM", "XDG_CONFIG_HOME", "XDG_DATA_HOME",
        "XDG_STATE_HOME",
      ])
    #expect(found.environment["TERM"] == "dumb")
  }

  @Test func `a module's gateway ends with it, and its events have its name`() throws {
    let sandbox = try Sandbox()
    let allows = ["--allow", "events", "--allow", "GET /products/**"]
    for name in ["one", "two"] {
      _ = try MisbehavingModule(name, mode: "call-gateway", in: sandbox, allows)
    }
    _ = try MisbehavingModule("none", mode: "call-gateway", in: sandbox)
    let shell = try Conversation.pipes([], in: sandbox)
    /// Runs a command, and returns the last word of its output.
    func address(_ name: String) throws -> String {
      try shell.say("\(name) go\nprint end of \(name)\n")
      let text = try shell.hear("end of \(name)")
      return String(try #require(text.split(separator: "\n").dropLast().last))
    }
    func status(_ path: String, _ more: String...) throws -> String {
      try Program.run(
        "/usr/bin/curl", ["-s", "-o", "/dev/null", "-w", "%{http_code}", path] + more,
        environment: [:], directory: sandbox.home
      ).output
    }
    #expect(try address("none") == "none")
    let (one, two) = (try address("one"), try address("two"))
    #expect(one != two)
    #expect(try status("\(one)/api/products/p-1") == "200")
    #expect(try status("\(two)/api/products/p-1/reviews") == "200")
    #expect(try status("\(two)/api/session") == "403")
    #expect(try status("\(two)/events", "-d", #"{"name":"two.came"}"#) == "204")
    #expect(try status("\(two)/events", "-d", #"{"name":"one.came"}"#) == "403")
    #expect(try status("\(two)/events", "-d", #"{"name":"api.data.updated"}"#) == "403")
    try shell.say("modules disable one\nprint one is disabled\n")
    try shell.hear("one is disabled")
    #expect(try status("\(one)/api/products/p-1") == "404")
    try shell.say("modules disable two\nprint two is disabled\n")
    try shell.hear("two is disabled")
    // The server has ended with the last module that used it.
    #expect(try status("\(two)/api/products/p-1") == "000")
    shell.closeInput()
    #expect(try shell.end().status == 0)
  }

  private struct Found: Decodable {
    let environment: [String: String]
    let files: [Int]
  }
}

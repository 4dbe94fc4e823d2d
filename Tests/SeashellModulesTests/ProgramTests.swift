import Glibc
import SeashellKit
@testable import SeashellModules
import SeashellTesting
import TestSupport
import Testing

@Suite(.mayBlock) @MainActor struct ProgramTests {
  private final class Caller: ToolCaller {
    var rows: [String] = []
    var texts: [String] = []
    var errorLines: [String] = []
    var onRow: () -> Void = {}

    func row(_ value: CellValue) {
      rows.append(value.jsonText)
      onRow()
    }

    func text(_ line: String) { texts.append(line) }
    func errorLine(_ line: String) { errorLines.append(line) }
    func progress(_ update: ProgressUpdate) {}
    func log(level: String, text: String) {}
    func elicit(_ request: CellValue) async throws -> CellValue { .null }
  }

  /// A program in `sh`, whose text sees the tool's name as `$1`.
  private func program(
    _ script: String, limits change: (inout ModuleLimits) -> Void = { _ in }
  ) -> ProgramProvider {
    var limits = ProcessProbe.limits
    change(&limits)
    return ProgramProvider(
      ["sh", "-c", script, "program"], environment: ModuleEnvironment.clean(), limits: limits)
  }

  private let caller = Caller()

  private func call(
    _ program: ProgramProvider, _ tool: String = "go", _ arguments: CellValue = .record([])
  ) async throws {
    let result = try await program.call(tool, arguments: arguments, for: caller)
    #expect(result.content.isEmpty && result.structured == nil && !result.isError)
  }

  // The description.

  @Test func `a program describes its tools, with or without a schema`() async throws {
    let program = program(
      #"""
      [ "$1" = --seashell-describe ] && printf '%s\n' '{"tools":[' '{"name":"greet"},' \
        '{"name":"add","description":"Adds","inputSchema":{"type":"object"}}]}'
      """#)
    let offer = try await program.start { _ in }
    #expect(offer == ProviderOffer(dialect: "program"))
    let tools = try await program.tools()
    #expect(tools.map(\.name) == ["greet", "add"])
    #expect(tools.map(\.description) == ["", "Adds"])
    #expect(
      tools.map(\.inputSchema.jsonText) == [
        #"{"type":"object","properties":{},"additionalProperties":false}"#, #"{"type":"object"}"#,
      ])
    #expect(try await program.resources().isEmpty)
    #expect(program.memory == nil)
  }

  @Test(arguments: [
    (
      "echo hello",
      "called with --seashell-describe, it printed no JSON: expected a value at byte 0"
    ),
    ("true", "called with --seashell-describe, it printed no JSON: expected a value at byte 0"),
    (#"echo '{"tools":{}}'"#, "called with --seashell-describe, it printed no list 'tools'"),
    (#"echo '{"tools":[{}]}'"#, "it offers a tool without a name"),
    (#"echo '{"tools":["greet"]}'"#, "it offers a tool without a name"),
    ("exit 2", "called with --seashell-describe, it ended with status 2"),
    ("yes", "its description is longer than 64 KiB"),
    (
      "kill -SEGV $$",
      "called with --seashell-describe, it was ended by signal 11 (segmentation fault)"
    ),
    ("sleep 100", "it wrote nothing for 300 ms"),
  ])
  func `a program's wrong description is an error with advice`(
    script: String, reason: String
  ) async throws {
    let program = program(script) { $0.start = .milliseconds(300) }
    let error = await #expect(throws: ModuleError.self) { try await program.start { _ in } }
    #expect(error?.reason == reason)
    if script != "sleep 100" {
      #expect(
        error?.hint
          == #"it must print its tools: {"tools":[{"name":"greet","description":"Say hello"}]}"#
      )
    }
  }

  @Test func `a program that cannot describe itself is quoted`() async throws {
    let program = program("echo 'unknown option' >&2; exit 2")
    var errorLines: [String] = []
    let error = await #expect(throws: ModuleError.self) {
      try await program.start { event in
        if case .errorLine(let line) = event { errorLines.append(line) }
      }
    }
    #expect(error?.hint == "its last line on standard error: 'unknown option'")
    #expect(errorLines == ["unknown option"])
  }

  @Test(arguments: [
    ("#!/no/such/sh\n", "the interpreter in its first line does not exist"),
    ("echo hello\n", "a script begins with a line such as #!/bin/sh"),
  ])
  func `a program that cannot be started is named, with the reason`(
    text: String, hint: String
  ) async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("program", text)
    #expect(chmod(path, 0o755) == 0)
    let program = ProgramProvider([path], environment: [:], limits: ModuleLimits())
    let error = await #expect(throws: ModuleError.self) { try await program.start { _ in } }
    #expect(error?.reason.hasPrefix("'\(path)' cannot be started: ") == true)
    #expect(error?.hint == hint)
  }

  @Test func `a missing program is named`() async throws {
    let program = ProgramProvider(["./no-such"], environment: [:], limits: ModuleLimits())
    let error = await #expect(throws: ModuleError.self) { try await program.start { _ in } }
    #expect(error?.reason == "there is no program './no-such'")
  }

  // Calls.

  @Test func `a program gets the tool's name and its arguments`() async throws {
    let arguments: CellValue = .record([
      .init("name", .text("a\nb")), .init("count", .integer(2)),
    ])
    try await call(program(#"echo "tool $1 of $#"; cat"#), "greet", arguments)
    #expect(caller.texts == ["tool greet of 1"])
    #expect(caller.rows == [#"{"name":"a\nb","count":2}"#])
  }

  @Test func `a program's lines are records or text, even without a last newline`() async throws {
    try await call(program(#"printf ' {"a":1}\r\n[1]\r\n\n42\n{"b":{}}'"#))
    #expect(caller.rows == [#"{"a":1}"#, #"{"b":{}}"#])
    #expect(caller.texts == ["[1]", "42"])
  }

  @Test func `a record arrives while the program goes on`() async throws {
    let folder = try TemporaryFolder()
    let program = program(
      "echo '{\"n\":1}'; until [ -e '\(folder.file("seen"))' ]; do sleep 0.01; done; echo '{\"n\":2}'"
    )
    caller.onRow = {
      guard self.caller.rows.count == 1 else { return }
      #expect(program.memory ?? 0 > 0)
      #expect(throws: Never.self) { try folder.write("seen", "") }
    }
    try await call(program)
    // It holds the folder, which would outlive the test.
    caller.onRow = {}
    #expect(caller.rows == [#"{"n":1}"#, #"{"n":2}"#])
    #expect(program.memory == nil)
  }

  @Test func `a program need not read its input`() async throws {
    let large: CellValue = .record([.init("text", .text(String(repeating: "a", count: 1 << 20)))])
    try await call(program("echo ready; exec <&-; echo done"), "go", large)
    #expect(caller.texts == ["ready", "done"])
  }

  private nonisolated static let statuses: [(Int32, ShellError.Code)] = [
    (1, .failed), (2, .usage), (3, .notFound), (4, .unauthorized), (5, .unconnected),
    (6, .invalid), (7, .pluginBroke), (8, .unavailable), (130, .interrupted), (141, .failed),
  ]

  @Test(arguments: statuses)
  func `a program's exit status is passed on`(status: Int32, code: ShellError.Code) async throws {
    await #expect(
      throws: ShellError(code, "'go' ended with status \(status)", status: .init(rawValue: status))
    ) {
      try await call(program("echo '{}'; exit \(status)"))
    }
    #expect(caller.rows == ["{}"])
  }

  @Test func `a program's last line on standard error is the message`()
    async throws
  {
    await #expect(throws: ShellError(.notFound, "no such product")) {
      try await call(program("echo looking >&2; echo still >&2; echo no such product >&2; exit 3"))
    }
    #expect(caller.errorLines == ["looking", "still"])
  }

  @Test func `the user sees no standard error of a call that succeeds`() async throws {
    try await call(program("echo note >&2"))
    #expect(caller.errorLines.isEmpty)
  }

  @Test(arguments: [
    ("exit 9", "it ended with status 9", nil),
    (
      "echo why >&2; exit 127", "it ended with status 127", "its last line on standard error: 'why'"
    ),
    ("kill -KILL $$", "it was ended by signal 9 (killed)", nil),
    (
      "echo '{'", "it wrote a record that is not JSON: expected a name in double quotes at byte 1",
      "a record is one line, as 'jq -c' writes it"
    ),
    ("printf '{\"a\":'", "it ended with status 0 in the middle of a line", nil),
    (
      "printf '{\"a\":'; kill -KILL $$",
      "it was ended by signal 9 (killed) in the middle of a line", nil
    ),
    ("exec >&- 2>&-; sleep 100", "it closed its output", nil),
    ("sleep 100", "it wrote nothing for 300 ms", nil),
  ])
  func `a program that ends in another way counts as broken`(
    script: String, reason: String, hint: String?
  ) async throws {
    await #expect(throws: ModuleError(reason, hint: hint)) {
      try await call(program(script) { $0.silence = .milliseconds(300) })
    }
  }

  // Ending.

  @Test(arguments: [
    ("trap 'echo interrupted >&2; exit 130' INT", 30_000, ["interrupted"]),
    ("trap 'echo terminated >&2; exit 130' TERM; trap '' INT", 50, ["terminated"]),
    ("trap '' INT TERM", 50, []),
  ])
  func `cancelling a call interrupts it, then terminates it, then kills it`(
    trap: String, grace: Int, expected: [String]
  ) async throws {
    let program = program(
      """
      [ "$1" = --seashell-describe ] && echo '{"tools":[]}' && exit
      \(trap)
      echo '{}'
      while :; do sleep 0.01; done
      """
    ) { $0.grace = .milliseconds(grace) }
    var errorLines: [String] = []
    _ = try await program.start { event in
      if case .errorLine(let line) = event { errorLines.append(line) }
    }
    var isRunning = false
    caller.onRow = { isRunning = true }
    let calling = Task { try await call(program) }
    await until { isRunning }
    calling.cancel()
    await #expect(throws: CancellationError.self) { try await calling.value }
    // The script's own shell reports that its `sleep` was terminated.
    #expect(errorLines.filter { $0 != "Terminated" } == expected)
    #expect(program.memory == nil)
  }

  @Test func `stopping a program ends its calls`() async throws {
    let program = program("echo '{}'; sleep 100")
    var stopping: Task<Void, Never>?
    caller.onRow = { stopping = Task { await program.stop() } }
    await #expect(throws: ModuleError("it was ended during the call")) { try await call(program) }
    await stopping?.value
    #expect(program.memory == nil)
  }
}

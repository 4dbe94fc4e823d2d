import FaultServer
import Foundation
import Glibc
import TestSupport
import Testing

/// Before the shell waits, it writes.
///
/// Each server and program here goes on only after the test has seen what was written before.
@Suite(.mayBlock) struct SlowSourceTests {
  /// A body that comes in pieces.
  struct Body: Sendable {
    let type: String
    let pieces: [String]

    static let log = Body(type: "text/plain", pieces: ["line 1\n", "line 2\n", "line 3"])
    static let lines = Body(
      type: "application/x-ndjson", pieces: ["{\"id\":1}\n", "{\"id\":2}\n", "{\"id\":3}\n"])
    static let values = Body(
      type: "application/json", pieces: ["{\"id\":1}\n", "{\"id\":2}\n", "{\"id\":3}\n"])
    static let cutValues = Body(
      type: "application/json", pieces: ["{\"id\":1}{\"id\":", "2}\n{\"id\"", ":3}\n"])
    static let array = Body(
      type: "application/json", pieces: ["[{\"id\":1},", "{\"id\":2},", "{\"id\":3}]"])
  }

  /// A server that sends a piece of a body at `slow` when the gate of its number is open.
  private struct SlowServer {
    let server: FaultServer
    let gates = [FaultGate(), FaultGate(), FaultGate()]
    let sandbox: Sandbox

    init(_ body: Body) throws {
      let head = "HTTP/1.1 200 OK\r\nContent-Type: \(body.type)\r\nConnection: close\r\n\r\n"
      var steps = [FaultAnswer.Step.send(Array(head.utf8))]
      for (piece, gate) in zip(body.pieces, gates) {
        steps += [.await(gate), .send(Array(piece.utf8))]
      }
      let answer = FaultAnswer(steps + [.close])
      server = try FaultServer { request in
        if request.target == "/openapi.json" { return .json(Self.description(body.type)) }
        return request.target.contains("/slow") ? answer : .json("{\"id\":0}")
      }
      sandbox = try Sandbox(environment: ["SEASHELL_ENV": "dev"])
      try sandbox.configure(dev: server.url)
    }

    private static func description(_ type: String) -> String {
      """
      {"openapi":"3.0.0","info":{"title":"S","version":"1"},"paths":{"/slow":{"get":{"operationId":"slow",
      "parameters":[{"name":"watch","in":"query","schema":{"type":"boolean"}}],
      "responses":{"200":{"description":"ok","content":{"\(type)":{"schema":{"type":"object"}}}}}}}}}
      """
    }
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let line: String
    let body: Body
    /// What is written of each piece.
    var written = ["1\n", "2\n", "3\n"]
    var testDescription: String { line }

    static func records(
      _ body: Body, _ stages: String, _ written: [String]? = nil
    ) -> Case {
      var one = Case(line: "api get slow | \(stages)", body: body)
      if let written { one.written = written }
      return one
    }
  }

  private static let cases =
    [
      Case(line: "api get slow", body: .log, written: log),
      Case(line: "api get slow", body: .lines, written: jsonl),
      Case(line: "api get slow", body: .values, written: jsonl),
      Case(line: "api get slow -o jsonl", body: .values, written: jsonl),
      Case(line: "api get slow -o jsonl", body: .cutValues, written: jsonl),
      Case(line: "api get slow -o tsv", body: .array, written: held),
      Case(
        line: "api get 'slow?watch=true' -o tsv", body: .values, written: ["1\n", "2\n", "3\n"]),
      Case(line: "api get slow --query follow=1 | where id > 0", body: .values),
      .records(.lines, "from jsonl | to jsonl", jsonl),
      .records(.log, "from lines", ["line 1\n", "line 2\n", "line 3\n"]),
    ]
    + [Body.values, .array].flatMap { body in
      [
        .records(body, "where id > 0 | select id"), .records(body, "select id"),
        .records(body, "put double=(id * 2) | select double", ["2\n", "4\n", "6\n"]),
        .records(body, "expect id > 0 | select id"), .records(body, "get id"),
        .records(body, "skip 0 | select id"), .records(body, "first 3 | select id"),
        .records(body, "to jsonl", jsonl), .records(body, "where id > 0 | to jsonl", jsonl),
        .records(body, "select id | to csv", ["id\r\n1\r\n", "2\r\n", "3\r\n"]),
        .records(body, "to jsonl | from jsonl | select id"),
        // The columns are those of all records, if they are not named.
        .records(body, "where id > 0", held), .records(body, "to jsonl | from jsonl", held),
        .records(body, "to csv", ["", "", "id\r\n1\r\n2\r\n3\r\n"]),
        .records(body, "where id > 0 | each print $it.id"),
        .records(body, "where id > 0 | each { print $it.id }"),
        .records(body, "where id > 0 | each { api get $it.id | get id }", ["0\n", "0\n", "0\n"]),
        .records(body, "select id | run sed -u s/^/n/", ["n1\n", "n2\n", "n3\n"]),
      ]
    }

  private static let held = ["", "", "1\n2\n3\n"]
  private static let log = ["line 1\n", "line 2\n", "line 3"]
  private static let jsonl = ["{\"id\":1}\n", "{\"id\":2}\n", "{\"id\":3}\n"]

  @Test(arguments: cases)
  func `a pipe gets what was let pass before the source goes on`(_ one: Case) throws {
    let slow = try SlowServer(one.body)
    let shell = try Conversation.pipes(["-q", "-c", one.line], in: slow.sandbox)
    for (gate, text) in zip(slow.gates, one.written) {
      gate.open()
      if !text.isEmpty { #expect(try shell.hear(text) == text) }
    }
    let (status, rest) = try shell.end()
    #expect((status, rest) == (0, ""))
  }

  @Test(arguments: cases)
  func `a file gets what was let pass before the source goes on`(_ one: Case) throws {
    let slow = try SlowServer(one.body)
    let file = slow.sandbox.home.appending(path: "written")
    let shell = try Conversation.pipes(
      ["-q", "-c", "if true { \(one.line) } > written"], in: slow.sandbox)
    var text = ""
    for (gate, piece) in zip(slow.gates, one.written) {
      gate.open()
      text += piece
      try block(until: text) { (try? String(contentsOf: file, encoding: .utf8)) == text }
    }
    let (status, rest) = try shell.end()
    #expect((status, rest) == (0, ""))
  }

  @Test(arguments: [
    ("api get slow", Body.log, ["line 1\r\n", "line 2\r\n", "line 3\r\n"]),
    ("api get slow", .lines, ["1\r\n", "2\r\n", "3\r\n"]),
    ("api get slow", .array, ["1\r\n", "2\r\n", "3\r\n"]),
    ("api get slow", .values, ["1\r\n", "2\r\n", "3\r\n"]),
    ("api get slow | where id > 0", .values, ["1\r\n", "2\r\n", "3\r\n"]),
    ("api get slow | from jsonl", .lines, ["1\r\n", "2\r\n", "3\r\n"]),
  ])
  func `a terminal shows what was let pass before the source goes on`(
    line: String, body: Body, shown: [String]
  ) throws {
    let slow = try SlowServer(body)
    let shell = try Conversation.terminal(
      columns: 80, ["-q", "-c", line], in: slow.sandbox, environment: ["NO_COLOR": "1"])
    for (gate, text) in zip(slow.gates, shown) {
      gate.open()
      try shell.hear(text)
    }
    #expect(try shell.end().status == 0)
  }

  @Test(arguments: [
    ("api get slow", Body.log, ["line 1", "line 2", "line 3"]),
    ("api get slow | get id", .values, ["\n1", "\n2", "\n3"]),
    ("print step 1; api get slow > f", .log, ["\nstep 1"]),
  ])
  func `the prompt shows what was let pass before the source goes on`(
    line: String, body: Body, shown: [String]
  ) throws {
    let slow = try SlowServer(body)
    let user = try PromptUser(["-q"], in: slow.sandbox)
    try user.seePrompt("dev> ")
    try user.type(line + "\r")
    for (gate, text) in zip(slow.gates, shown) {
      gate.open()
      try user.see(text)
    }
    for gate in slow.gates { gate.open() }
    try user.seePrompt("dev> ")
  }

  @Test(arguments: [
    ("-o jsonl", Body.lines, jsonl), ("| get id", .lines, ["1\n", "2\n", "3\n"]),
    ("--raw", .lines, jsonl), ("--watch true -o jsonl", .values, jsonl),
    ("--watch true", .log, log),
  ])
  func `an operation of an added API writes what came before the source goes on`(
    words: String, body: Body, written: [String]
  ) throws {
    let slow = try SlowServer(body)
    try slow.sandbox.succeed(
      "api", "add", "s", slow.server.url, "--environment", "live", "--yes")
    let shell = try Conversation.pipes(["-q", "-c", "s slow \(words)"], in: slow.sandbox)
    for (gate, text) in zip(slow.gates, written) {
      gate.open()
      #expect(try shell.hear(text) == text)
    }
    let (status, rest) = try shell.end()
    #expect((status, rest) == (0, ""))
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `what was written before a wait outlives a signal`(_ signal: Int32) throws {
    for (line, written) in [
      ("print step 1; api get slow > f", "step 1\n"), ("print step 1; sleep 600", "step 1\n"),
      ("print step 1; run cat", "step 1\n"), ("print step 1; from lines", "step 1\n"),
      ("print step 1; sleep 600 & wait", "step 1\n"),
      ("print step 1; run cat | from lines | to csv > f", "step 1\n"),
      ("if true { print step 1; sleep 600 } > f", ""),
    ] {
      let slow = try SlowServer(.log)
      let shell = try Conversation.pipes(["-q", "-c", line], in: slow.sandbox)
      if written.isEmpty {
        let file = slow.sandbox.home.appending(path: "f")
        try block(until: line) { (try? String(contentsOf: file, encoding: .utf8)) == "step 1\n" }
      } else {
        #expect(try shell.hear(written) == written, "\(line)")
      }
      shell.send(signal)
      shell.closeInput()
      _ = try shell.end()
    }
  }

  @Test func `each line of a program is a record before the program goes on`() throws {
    let sandbox = try Sandbox()
    let shell = try Conversation.pipes(
      ["-q", "-c", "run cat | from lines | where line != x | to jsonl"], in: sandbox)
    for number in 1...3 {
      try shell.say("\(number)\n")
      #expect(try shell.hear("}\n") == "{\"line\":\(number)}\n")
    }
    shell.closeInput()
    #expect(try shell.end().rest == "")
  }

  /// Adds a program module with a record for each line of a named pipe, and opens the pipe.
  private static func addProgram(to sandbox: Sandbox) throws -> Int32 {
    let path = sandbox.home.appending(path: "source").path
    guard mkfifo(path, 0o600) == 0 else { throw Sandbox.Failure(text: "no named pipe") }
    let script = try sandbox.file(
      "tick.sh",
      """
      #!/bin/sh
      case $1 in
      --seashell-describe)
        echo '{"tools":[{"name":"tick","description":"Tick","inputSchema":{"type":"object"}}]}' ;;
      tick)
        cat > /dev/null
        while read -r line; do printf '%s\\n' "$line"; done < '\(path)' ;;
      esac

      """)
    let pipe = open(path, O_RDWR | O_CLOEXEC)
    guard pipe >= 0 else { throw Sandbox.Failure(text: "the named pipe does not open") }
    let added = try sandbox.seashell(
      "modules", "add", "t", "--program", "--yes", "--", "sh", script)
    #expect(added.status == 0, "\(added.errors)")
    return pipe
  }

  @Test(arguments: [
    ("t tick -o jsonl", ["{\"i\":1}\n", "{\"i\":2}\n", "{\"j\":3}\n"]),
    ("t tick", ["1\n", "2\n", "\n"]), ("t tick | where i > 0 | get i", ["1\n", "2\n"]),
    ("t tick -o csv", ["i\r\n1\r\n", "2\r\n"]),
  ])
  func `each record of a program module is written before the program goes on`(
    line: String, written: [String]
  ) throws {
    let sandbox = try Sandbox()
    let pipe = try Self.addProgram(to: sandbox)
    defer { close(pipe) }
    let shell = try Conversation.pipes(["-q", "-c", line], in: sandbox)
    for (record, text) in zip(["{\"i\":1}", "{\"i\":2}", "{\"j\":3}"], written) {
      _ = Array("\(record)\n".utf8).withUnsafeBytes { write(pipe, $0.baseAddress, $0.count) }
      #expect(try shell.hear(text) == text)
    }
    shell.interrupt()
    _ = try shell.end()
  }

  @Test func `a stage that needs no more records ends a program module`() throws {
    let sandbox = try Sandbox()
    let pipe = try Self.addProgram(to: sandbox)
    defer { close(pipe) }
    let shell = try Conversation.pipes(
      ["-q", "-c", "t tick | first 2; print done"], in: sandbox)
    for number in 1...2 {
      _ = Array("{\"i\":\(number)}\n".utf8).withUnsafeBytes {
        write(pipe, $0.baseAddress, $0.count)
      }
      #expect(try shell.hear("\n") == "\(number)\n")
    }
    let (status, rest) = try shell.end()
    #expect((status, rest) == (0, "done\n"))
  }

  @Test(arguments: [
    ("api get a; api get b", "{\"id\":0}\n{\"id\":0}"), ("api get a", "{\"id\":0}"),
    ("api get a; print b", "{\"id\":0}\nb\n"), ("print a; api get b", "a\n{\"id\":0}"),
    ("api get a; sleep 0", "{\"id\":0}"), ("api get a; run echo b", "{\"id\":0}\nb\n"),
    ("if true { api get a; api get b } | run cat", "{\"id\":0}\n{\"id\":0}"),
    ("for x in (1, 2) { api get $x }", "{\"id\":0}\n{\"id\":0}"),
    ("for x in (1, 2) { api get $x >> f }; run cat f", "{\"id\":0}\n{\"id\":0}"),
    ("api get a > f; print b >> f; run cat f", "{\"id\":0}\nb\n"),
    ("api get a >> f; api get b > f; run cat f", "{\"id\":0}"),
    ("run printf a > f; print b >> f; run cat f", "ab\n"),
  ])
  func `a body without a final newline gets one before other output`(
    line: String, written: String
  ) throws {
    let slow = try SlowServer(.log)
    let result = try slow.sandbox.seashell("-q", "-c", line)
    #expect(result.output == written)
    #expect(result.status == 0, "\(result.errors)")
  }
}

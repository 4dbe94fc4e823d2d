import Foundation
import Glibc
import TestSupport
import Testing

/// Ctrl-C in every kind of statement, stage and source.
///
/// Nothing but Ctrl-C ends these lines: what they read has no end, or they sleep or loop for hours.
@Suite(.mayBlock) struct InterruptionTests {
  private static let sources = [
    "from csv FLOWING.csv | each { sleep 60 }", "from tsv FLOWING.tsv | each { sleep 60 }",
    "from json FLOWING.json | each { sleep 60 }", "from jsonl FLOWING.jsonl | each { sleep 60 }",
    "from lines FLOWING.lines | each { sleep 60 }", "from csv < FLOWING.csv | each sleep 60",
    "! cat FLOWING.csv | from csv | each { sleep 60 }", "run cat FLOWING.csv | from csv | count",
    "from csv FLOWING.csv | ! cat | from csv | each { sleep 60 }",
    "from csv HELD.csv", "from csv HELD.csv | each { sleep 60 }",
    "! cat HELD.csv | from csv | count",
    "from csv HELD.csv | ! head -n 1 | from csv | each { sleep 60 }", "$x | each { sleep 60 }",
    "from csv FLOWING.csv > /dev/null", "from csv HELD.csv > /dev/null",
    "if (1 = 1) { from csv FLOWING.csv } > /dev/null", "products list --all | each sleep 60",
    "for a in from csv HELD.csv { print $a.a }", "let y = from csv HELD.csv",
    "for a in $x { for b in $x { for c in $x { } } }",
    "for a in $x { for b in $x { for c in $x { let z = (1) } } }",
    "for a in $x { for b in $x { $x | count } } > /dev/null",
  ]

  private static let stages = [
    "count", "where a = 2", "where a in $x[*].a | count", "select a | count", "drop a | count",
    "put c=(a + 1) | count", "get a | count", "first 1000000000000 | count", "skip 3 | count",
    "last 3",
    "uniq-by b", "group-by b", "expect a = 1 | count", "to json > /dev/null",
    "to csv | cat > /dev/null", "to csv | from csv | count", "each sleep 60", "each ! sleep 60",
    "each ! yes > /dev/null",
    "each --jobs 20 { sleep 60 }", "each { print $it.a } > /dev/null",
    "each { $x | each { sleep 60 } }", "each { $x } | each { sleep 60 }",
    "each { for a in $x { for b in $x { } } }", "each { from csv HELD.csv | count }",
  ]

  private static let statements = [
    "if (1 = 1) { sleep 60 }", "if (1 = 1) { from csv FLOWING.csv | count }",
    "for i in (1, 2) { sleep 60 }", "for i in (1, 2) { sleep 60 } | count",
    "try { sleep 60 } else { print no }",
    "try { from csv FLOWING.csv | each { sleep 60 } } else { print no }",
    "expect { sleep 60 } within 60min", "expect { fail x } within 60min",
    "expect { fail x } within 60min every 60min", "expect 200 { sleep 60 }",
    "expect { from csv FLOWING.csv | each { sleep 60 } } within 60min",
    "time from csv FLOWING.csv | count",
    "time { from csv FLOWING.csv | each { sleep 60 } }", "f", "f | count", "let y = f | count", "d",
    "d | count",
    "source HELD.sea", "source FLOWING.sea", "test 't' { sleep 60 }",
    "test 't' { from csv FLOWING.csv | each { sleep 60 } }", "wait",
    "print a > unread", "sleep 60; print no", "sleep 60 || print no",
  ]

  /// Every stage on a source that goes on, and those that hold records on one that stops.
  private static let lines =
    sources + stages.map { "from csv FLOWING.csv | \($0)" }
    + ["sort-by a", "chart bar b a", "last 3", "group-by b"].map { "from csv HELD.csv | \($0)" }
    + statements

  /// What the lines use.
  private static func prepare(_ sandbox: Sandbox) throws {
    try sandbox.file(
      "rows.csv", "a,b\n" + (1...3000).map { "\($0),x\n" }.joined())
    try #require(mkfifo(sandbox.home.appending(path: "unread").path, 0o600) == 0)
  }

  private static let preparations = ["let x = from csv rows.csv", "def f { sleep 60 }"]

  /// What single lines use.
  private static let ownPreparations = [
    "d": "def d { from csv FLOWING.csv | each { sleep 60 } }",
    "d | count": "def d { from csv FLOWING.csv | each { sleep 60 } }",
    "wait": "sleep 3600 &",
  ]

  /// Enters a line that prints nothing.
  private static func enter(_ line: String, by user: PromptUser) throws {
    let row = user.screen.cursorRow
    try user.type(line + "\r")
    try user.see("a prompt below '\(line)'") {
      $0.cursorRow > row && $0.cursorLine == ("embedded> ", "")
    }
  }

  @Test(arguments: lines)
  func `Ctrl-C ends what a line does, and the prompt is back`(line: String) throws {
    let sandbox = try Sandbox()
    try Self.prepare(sandbox)
    let inputs = try EndlessInputs(
      (Self.ownPreparations[line].map { $0 + "\n" } ?? "") + line, in: sandbox)
    var lines = inputs.line.split(separator: "\n").map(String.init)
    let typed = lines.removeLast()
    let user = try PromptUser.atPrompt(in: sandbox, columns: 250)
    for line in Self.preparations + lines { try Self.enter(line, by: user) }
    if inputs.inputs.isEmpty {
      try user.begin(typed)
    } else {
      try user.type(typed + "\r")
      try user.wait(for: "a line that reads") { inputs.areRead }
    }
    try user.interrupt()
    try user.enter("print status $?", seeing: "status 130")
    #expect(!user.screen.lines.contains("no"))
  }

  @Test(arguments: [
    "from csv FLOWING.csv | each { sleep 60 }", "from csv FLOWING.csv | count",
    "from csv HELD.csv | sort-by a",
    "let x = from csv HELD.csv", "from csv FLOWING.csv | each { print $it.a } > /dev/null",
    "try { from json FLOWING.json | each { sleep 60 } } else { print no }", "source HELD.sea",
    "test 't' { from csv FLOWING.csv | each { sleep 60 } }",
    "expect { from csv FLOWING.csv | count } within 60min",
  ])
  func `Ctrl-C ends a script with status 130`(line: String) throws {
    let sandbox = try Sandbox()
    let inputs = try EndlessInputs(line, in: sandbox)
    // Once it has waited, the shell handles the signal.
    let script = try sandbox.file(
      "script.sea", "print ready | cat\n\(inputs.line)\nprint no\n")
    let talk = try Conversation.pipes(["-f", script], in: sandbox)
    try talk.hear("ready\n")
    try block(until: "a line that reads") { inputs.areRead }
    talk.interrupt()
    let (status, rest) = try talk.end()
    #expect(status == 130)
    #expect(rest.contains("interrupted"), "\(rest)")
    #expect(!rest.contains("no\n"), "\(rest)")
  }

  @Test(arguments: ["from csv FLOWING.csv | each { sleep 60 }", "from csv HELD.csv | sort-by a"])
  func `cancel ends a job that reads`(line: String) throws {
    let sandbox = try Sandbox()
    let inputs = try EndlessInputs(line, in: sandbox)
    let user = try PromptUser.atPrompt(in: sandbox, columns: 250)
    try Self.enter(inputs.line + " &", by: user)
    try user.wait(for: "a job that reads") { inputs.areRead }
    try Self.enter("cancel 1; wait", by: user)
    try user.enter("jobs", seeing: "cancelled")
  }
}

import SeashellTesting
import ShellOutput
import ShellRuntime
import ShellTestSupport
import Testing

/// Statements with blocks, as they run.
@MainActor
@Suite struct BlockRunTests {
  @Test(
    "Blocks choose, repeat and name statements",
    arguments: [
      ("if (1 < 2) { print a } else { print b }", "a\n"), ("if (1 > 2) { print a }", ""),
      ("let n = 3; if $n = 1 { print a } else if $n = 3 { print b } else { print c }", "b\n"),
      ("if true {\n}", ""), ("let t = 'true'\nif $t { print yes }", "yes\n"),
      ("for x in (1, 2) { print $x; print $x }", "1\n1\n2\n2\n"), ("for x in () { print $x }", nil),
      ("let l = (1, 2, 3)\nfor x in $l { print $x }", "1\n2\n3\n"),
      ("for x in shop list 2 { print $x.name }", "thing 1\nthing 2\n"),
      ("let r = shop list 3\nfor x in $r | where id > 1 { print $x.id }", "2\n3\n"),
      ("for x in $r[*].id { print $x }", nil),
      ("let r = shop list 2\nfor x in ($r[*].id) { print ($x + 1) }", "2\n3\n"),
      ("for x in ('one') { print $x }", "one\n"),
      ("for a b in ((1, 2), (3, 4)) { print $a $b }", "1 2\n3 4\n"),
      ("for x in run printf 'a\\nb\\n' { print \"<$x>\" }", "<a>\n<b>\n"),
      ("for x in (1, 2, 3, 4) { if $x = 2 { continue }; if $x = 4 { break }; print $x }", "1\n3\n"),
      ("for x in (1, 2) { for y in (1, 2) { if $y = 2 { break }; print $x$y } }", "11\n21\n"),
      ("let x = out\nfor x in (1) { print $x }\nprint $x", "1\nout\n"),
      ("let n = 0\nfor x in (1, 2, 3) { let n = ($n + $x) }\nprint $n", "6\n"),
      ("def f a b=2 { print $a $b }\nf 1\nf 1 3", "1 2\n1 3\n"),
      ("def f a { return ($a * 2) }\nf 4\nlet x = f 5\nprint ($x + 1)", "8\n11\n"),
      ("def f { for x in (1, 2) { return ($x) } }\nf", "1\n"),
      ("def f { let n = 2 }\nlet n = 1\nf\nprint $n", "1\n"),
      ("let n = 1\ndef f { print $n }\nlet n = 2\nf", "2\n"),
      ("def f list { print $list[1] }\nlet l = ('a', 'b')\nf $l", "b\n"),
      ("def f { shop list 2 }\nf | where id = 2\nlet x = f now", nil),
      ("def f x { shop list $x }\nlet r = f 3\nprint $r[2].name", "thing 3\n"),
      ("def f n { if $n > 0 { print $n; f ($n - 1) } }\nf 3", "3\n2\n1\n"),
      ("def f x { print $x }\nf --help", "Usage: f X\n"),
      ("def f x { print \"<$x>\" }\nshop list 2 | each f $it.id", "<1>\n<2>\n"),
      ("def f x { return ($x + 1) }\nshop list 2 | each f $it.id", "2\n3\n"),
      ("shop list 2 | each { let y = ($it.id * 2); print $y }", "2\n4\n"),
      ("shop list 3 | each { shop list $it.id | first 1 } | count", "3\n"),
      ("shop list 3 | each --jobs 3 --keep id=of { shop list 1 } | get of", "1\n2\n3\n"),
      ("shop list 2 | each { run echo $it.id }", "1\n2\n"),
      ("shop list 2 | each run echo $it.id", "1\n2\n"),
      ("shop list 2 | each { if $it.id = 1 { print first } }", "first\n"),
      ("for x in (1, 2) { shop list $x } | get id", "1\n1\n2\n"),
      ("for x in (2, 1) { run echo $x } | run sort | from lines | get line", "1\n2\n"),
      ("for x in (1, 2) { run echo $x } | from lines | count", "2\n"),
      ("if true { shop list 3 | where id > 1 } | first 1", "2\tthing 2\n"),
      ("for x in (1, 2, 3) { shop list 3 } | first 2", "1\tthing 1\n2\tthing 2\n"),
      ("let r = for x in (1, 2) { shop list $x }\nprint (count($r))", "3\n"),
      ("let t = run printf 'a\\nb\\n\\n'\nprint \"[$t]\"", "[a\nb]\n"),
      ("let t = run printf 5\nprint ($t + 1)", "6\n"),
      ("for x in (1, 2) { print $x } && print end", "1\n2\nend\n"),
      ("for x in (1, 2) { print $x } &\nwait", "1\n2\n"),
      ("if true { print a };print b", "a\nb\n"),
    ] as [(String, String?)])
  func runs(script: String, output: String?) async throws {
    let outcome = await TestShell().run(script)
    if let output {
      #expect(outcome == .init(0, output), "\(script)")
    } else {
      #expect(outcome.status != 0, "\(script)")
    }
  }

  @Test(
    "try handles failures and refused values, but neither wrong usage nor what was handled inside",
    arguments: [
      (
        "try { fail no } else { print \"$error.status $error.code $error.message\" }", 0,
        "1 failed no\n", false
      ),
      ("try { shop fail; print no } else { print handled }\nprint on", 0, "handled\non\n", false),
      ("try { fail a || print b } else { print no }", 0, "b\n", true),
      ("try { print a } else { print no }", 0, "a\n", false),
      ("try { shop nosuch } else { print no }", 2, "", true),
      ("try { try { fail a } else { fail b } } else { print $error.message }", 0, "b\n", false),
      (
        "try { run false } else { print $error.message }", 0, "'false' ended with status 1\n", false
      ),
      ("def f { fail deep }\ntry { f } else { print $error.message }", 0, "deep\n", false),
      ("for x in (1, 2) { try { fail $x } else { continue } }", 0, "", false),
      ("try { exit 4 } else { print no }", 4, "", false),
      ("try { fail a } else { fail b }\nprint no", 1, "", true),
      (
        "let n = x; try { shop list $n } else { print $error.status $error.code }", 0, "2 usage\n",
        false
      ),
      ("let n = x; try { shop list $n --nope } else { print no }", 2, "", true),
      ("try { shop list x } else { print no }", 2, "", true),
      (
        "let n = x; try { shop list 1 && shop list $n } else { print $error.status }", 0,
        "1\tthing 1\n2\n", false
      ),
      ("def f x { shop list $x }\ntry { f a } else { print $error.status }", 0, "2\n", false),
      (
        "try { shop list 1 | each { shop list $it.name } } else { print $error.status }", 0, "2\n",
        false
      ),
      (
        "try { shop list 1 | each shop list $it.name } else { print $error.status }", 0, "2\n",
        false
      ),
      (
        "try { shop list 2 | each --keep-going shop list $it.name } else { print $error.status }",
        0, "2\n", false
      ),
      ("let x = ('a'); try { print ($x + 1) } else { print $error.status }", 0, "2\n", false),
      ("try { print ($nope + 1) } else { print no }", 2, "", true),
      ("try { print ('a' + 1) } else { print no }", 2, "", true),
      ("try { shop list 1 | where name < 5 } else { print $error.status }", 0, "2\n", false),
      ("try { shop list 1 | where nome < 5 } else { print no }", 2, "", true),
      ("let c = nosuch; try { $c x } else { print no }", 2, "", true),
      ("try { fail a } else { print b }\nlet e = $error.message\nprint $e", 0, "b\na\n", false),
    ])
  func handled(script: String, status: Int32, output: String, reports: Bool) async throws {
    let outcome = await TestShell().run(script)
    #expect(outcome.status == status && outcome.output == output, "\(outcome)")
    #expect(outcome.errors.isEmpty == !reports, "\(outcome.errors)")
  }

  @Test(
    "A failure ends its block, and is reported at its place",
    arguments: [
      (
        "if true { fail a; print no }\nprint no", 1,
        "test:1: a\n  if true { fail a; print no }\n            ^^^^^^\n"
      ),
      ("for x in (1, 2) {\n  print x\n  fail $x\n}", 1, "test:3: 1\n    fail $x\n    ^^^^^^^\n"),
      ("def f {\n  fail b\n}\n\nf", 1, "test:2: b\n    fail b\n    ^^^^^^\n"),
      (
        "if 3 { print a }", 2,
        "test:1: '3' is a number, and a condition is true or false; compare it, such as '> 0' or 'is not empty'\n  if 3 { print a }\n     ^\n"
      ),
      (
        "for x in a b { print $x }", 2,
        "test:1: 'a' is not a command; to loop over values, write ('a', 'b')\n  for x in a b { print $x }\n           ^^^\n"
      ),
      ("def f a { print $a }\nf", 2, "test:2: 'f' needs a value for A; usage: f A\n  f\n  ^\n"),
      (
        "def print { fail a }", 2,
        "test:1: 'print' is a command of the shell; choose another name\n  def print { fail a }\n  ^^^^^^^^^^^^^^^^^^^^\n"
      ),
      (
        "shop list 2 | each { fail $it.id }", 1,
        "test:1: record 1: 1\n  shop list 2 | each { fail $it.id }\n                       ^^^^^^^^^^^\n"
      ),
      (
        "def f x { return (1 + $x) }\nshop list 1 | each { try { fail no } else { f (null) } }", 2,
        "test:2: record 1: '$x' is null, and '+' calculates with numbers; check it first: if … is empty then … else …\n  shop list 1 | each { try { fail no } else { f (null) } }\n                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
      ),
      (
        "let n = 1\nshop list 2 | each { let n = 2 }", 2,
        "test:2: record 1: 'n' cannot be set: it is a variable around this block of 'each', which has its own ones; choose another name\n  shop list 2 | each { let n = 2 }\n                           ^\n"
      ),
      (
        "for x in (1, 2) { print $x } | count", 2,
        "test:1: 'print' writes text, and 'count' takes records; write 'from json', 'from csv' or the like between them\n  for x in (1, 2) { print $x } | count\n                    ^^^^^^^^\n"
      ),
      (
        "alias if = 'print'", 2,
        "test:1: 'if' begins a statement, so it cannot be an alias; choose another name\n  alias if = 'print'\n        ^^\n"
      ),
      (
        "let error = x", 2,
        "test:1: 'error' cannot be set: $error is the error that 'try' has handled; choose another name\n  let error = x\n      ^^^^^\n"
      ),
      (
        "def f { f }\nf", 1,
        "test:1: commands are nested more than 100 deep\n  def f { f }\n          ^\n"
      ),
    ])
  func errors(script: String, status: Int32, errors: String) async throws {
    let outcome = await TestShell().run(script)
    #expect(outcome.status == status)
    #expect(outcome.errors == errors, "\(outcome.errors)")
  }

  @Test func `a script that keeps going takes a block as one command`() async throws {
    let test = TestShell()
    test.settings.keepsGoing = true
    let outcome = await test.run(
      "for x in (1, 2) { fail $x }\nprint on\nif true {\n  bad $(x)\n  print no\n}\nprint end")
    #expect(outcome.output == "on\nend\n" && outcome.status == 1)
  }
}

import ShellTestSupport
import ShellOutput
import ShellRuntime
import Testing

/// Variables that keep the kind of their values, and values at the beginning of pipelines.
@MainActor
@Suite struct TypedVariableTests {
  @Test(
    "A variable keeps the value of an expression or of another variable",
    arguments: [
      ("let x = (1 + 2); print ($x * 2)", "6\n"),
      ("let x=(1, 2, 3); print $x[1] (sum($x))", "2 6\n"),
      ("let x = ('a'); let y = $x; print $y ($y is text)", "a true\n"),
      ("let r = shop list 3; let q = $r; print $q[1].id ($q[1].id + 1)", "2 3\n"),
      ("let r = shop list 3; let q = $r[0]; print $q.name ($q.id is number)", "thing 1 true\n"),
      (
        "let r = shop list 3; let ids = ($r[*].id); print $ids ($ids = (1, 2, 3))", "[1,2,3] true\n"
      ),
      ("let r = shop list 1; let q = \"$r\"; print $q", "[{\"id\":1,\"name\":\"thing 1\"}]\n"),
      ("let n = 5; let m = $n; print $m.txt ($m + 1)", "5.txt 6\n"),
      ("let x = ('a'); print $x.txt", "a.txt\n"), ("let x = ${nothing:-7}; print ($x + 1)", "8\n"),
      ("let d = (2026-11-22); print ($d + 1day)", "2026-11-23T00:00:00Z\n"),
      ("let t = (90min); print $t (today + $t > today)", "90min true\n"),
      ("let b = (1 < 2); print (if $b then 'yes' else 'no')", "yes\n"),
      ("let x = (null); print [$x] ($x is null)", "[] true\n"),
    ])
  func assignments(script: String, output: String) async throws {
    let outcome = await TestShell().run(script)
    #expect(outcome.output == output, "\(outcome.errors)")
  }

  @Test(
    "A variable shows its value, and begins a pipeline",
    arguments: [
      ("let r = shop list 2; $r", "1\tthing 1\n2\tthing 2\n"),
      ("let r = shop list 2; $r[1]", "2\tthing 2\n"),
      ("let r = shop list 2; $r[1].name", "thing 2\n"),
      (
        "let r = shop list 3; $r | where id > 1 | first 1 | to json",
        "[{\"id\":2,\"name\":\"thing 2\"}]\n"
      ),
      ("let r = shop list 3; let q = $r | skip 1; $q | get id", "2\n3\n"),
      ("let t = 'a b'; $t", "a b\n"), ("let n = (1 + 1); $n", "2\n"),
      ("let l = (1, 'a'); $l | to json", "[1,\n\"a\"]\n"),
      ("let n = (2); $n | put double=(value * 2) | to jsonl", "{\"value\":2,\"double\":4}\n"),
      (
        "let l = (parse('[{\"a\":1},{\"b\":2}]')); $l | to jsonl",
        "{\"a\":1}\n{\"b\":2}\n"
      ),
      ("let c = 'a,b'; let t = \"$c\n1,2\"; $t | from csv | get b", "2\n"),
      ("shop list 2; $_ | count | get count", "1\tthing 1\n2\tthing 2\n2\n"),
      ("let c = print; \"$c\" x", "x\n"), ("let c = print; $c x", "x\n"),
    ])
  func beginnings(script: String, output: String) async throws {
    let outcome = await TestShell().run(script)
    #expect(outcome.output == output, "\(outcome.errors)")
  }

  @Test(
    "An expression in a statement is evaluated when it runs",
    arguments: [
      ("print (1 + 2) x=(3) --y=('z')", "3 x=3 --y=z\n"), ("print (-5)", "-5\n"),
      ("shop list 3 | each print ($it.id * 10) $it.name", "10 thing 1\n20 thing 2\n30 thing 3\n"),
      ("let n = 2; shop list 9 | first ($n + 1) | get id", "1\n2\n3\n"),
      ("let n = 2; shop list 9 | where id = $n * 2 + 1 | get id", "5\n"),
      ("let n = 2; shop list 9 | where id = $n | get id", "2\n"),
      ("shop list 9 | where id = '2' | get id", ""),
      ("let f = id; shop list 2 | sort-by -$f | get id", "2\n1\n"),
      ("print note:=('a' ) list:=((1, 2))", "note:=\"a\" list:=[1,2]\n"),
    ])
  func expressions(script: String, output: String) async throws {
    let outcome = await TestShell().run(script)
    #expect(outcome.output == output, "\(outcome.errors)")
  }

  @Test(
    "An error points into the expression",
    arguments: [
      ("print x (1 / 0)", "a number cannot be divided by zero", "^"),
      ("let x = ($nope + 1)", "$nope is not defined", "^^^^^"),
      ("$nope", "$nope is not defined", "^^^^^"),
      ("let x = $nope", "$nope is not defined", "^^^^^"),
      ("print (2026-02-30)", "there is no day '2026-02-30'; quote it if it is text", "^^^^^^^^^^"),
      (
        "print (7x)", "'7x' is neither a number, a date nor a duration; quote it if it is text",
        "^^"
      ),
      (
        "let f = -id; shop list 2 | sort-by $f",
        "there is no field '-id'; did you mean 'id'? the fields are id, name", "^^"
      ),
      ("let _ = (1)", "'_' cannot be set", "^"),
      ("print (1 +)", "there is no value after '+'", "^"),
      ("let r = shop list 1; $r < x", "'$r' reads no input", "^"),
    ])
  func errors(script: String, message: String, caret: String) async throws {
    let outcome = await TestShell().run(script)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(
      outcome.errors.hasSuffix(" \(caret)\n"), "\(outcome.errors)")
  }

  @Test func `the whole of a result that was cut is an error in an expression`() async throws {
    let outcome = await TestShell().run("shop list 1001; print $_[999].id; print (count($_))")
    #expect(outcome.output.hasSuffix("\n1000\n"))
    #expect(outcome.errors.contains("$_ holds only the first 1,000 records"), "\(outcome.errors)")
    let whole = await TestShell().run("shop list 1000; print (count($_))")
    #expect(whole.output.hasSuffix("\n1000\n"))
  }
}

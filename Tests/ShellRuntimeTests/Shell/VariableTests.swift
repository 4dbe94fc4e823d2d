import ShellRuntime
import Testing

@MainActor
@Suite struct VariableTests {
  @Test(
    "A variable expands to one word that is never parsed again",
    arguments: [
      ("let a = 'x  y'; print $a", "x  y\n"),
      ("let a = 'x'\nprint \"<$a>\" '<$a>' \\$a ${a}b", "<x> <$a> $a xb\n"),
      ("let a = ''; print [ $a ]", "[  ]\n"),
      ("let a='print'; $a b", "b\n"),
      ("let a = 'print b'; $a || print no", "no\n"),
      ("let a = '; print b | > x # \"'; print $a", "; print b | > x # \"\n"),
      ("let a = '-o'; print $a json", "-o json\n"),
      ("let a = '--help'; print $a", "--help\n"),
      ("let a = '--'; print $a -h", nil),
      ("let a = '$HOME'; print $a", "$HOME\n"),
      (
        "print $HOME; let HOME = 'x'; print $HOME; unset HOME; print $HOME",
        "/home/ada\nx\n/home/ada\n"
      ),
      ("let a = 'x'; let a = \"$a$a\"; print $a", "xx\n"),
      ("let é = 'x'", nil),
      ("let n = '2'; shop list $n", "1\tthing 1\n2\tthing 2\n"),
      ("let n = '-2'; shop show $n", "-2\tthing -2\n"),
    ])
  func expansion(script: String, output: String?) async throws {
    let outcome = try await TestShell().run(script)
    if let output {
      #expect(outcome.output == output)
      #expect(outcome.status == 0 || script.contains("||"))
    } else if script.hasPrefix("let é") {
      #expect(outcome.status == 2)
    } else {
      #expect(outcome.output.contains("Usage:\n  print"))
    }
  }

  @Test(
    "What is not defined is told, with what to do",
    arguments: [
      ("print a $nme", "$nme is not defined; let nme = 'text'", "  print a $nme\n          ^^^^"),
      ("print \"a $b\"", "$b is not defined; let b = 'text'", "  print \"a $b\"\n        ^^^^^^"),
      ("print $1", "$1 is not defined; give the script more arguments", "  print $1\n        ^^"),
      (
        "print $_", "$_ is not defined; no command has produced a result yet",
        "  print $_\n        ^^"
      ),
      (
        "unset HOME", "no variable is called 'HOME'; let lists the variables",
        "  unset HOME\n  ^^^^^^^^^^"
      ),
      (
        "print a | cat $x", "$x is not defined; let x = 'text'",
        "  print a | cat $x\n                ^^"
      ),
      ("print a > $x", "$x is not defined; let x = 'text'", "  print a > $x\n            ^^"),
    ])
  func undefined(line: String, message: String, excerpt: String) async throws {
    let outcome = try await TestShell().run(line)
    #expect(outcome.errors == "test:1: \(message)\n\(excerpt)\n")
    #expect(outcome.status == (line.hasPrefix("unset") ? 3 : 2))
    #expect(outcome.output.isEmpty)
  }

  @Test(
    "A text is given with or without blanks around the sign",
    arguments: ["let a='b c'", "let a = 'b c'", "let a= 'b c'", "let a ='b c'", "let a = \"b c\""])
  func signs(line: String) async throws {
    #expect(try await TestShell().run("\(line)\nprint $a") == .init(0, "b c\n"))
  }

  @Test(
    "What is no assignment is refused at its place",
    arguments: [
      ("let a", "let needs a name, '=' and a text; let NAME = 'text'", 4, 1),
      ("let a =", "there is no text after '='; let a = 'text'", 0, 7),
      ("let a = b", "the text after '=' must be quoted; let a = 'b'", 8, 1),
      ("let a= b", "the text after '=' must be quoted; let a = 'b'", 7, 1),
      ("let a = 'b' c", "there is more than one text after '='; quote the whole text", 12, 1),
      ("let a=b c", "there is more than one text after '='; quote the whole text", 8, 1),
      ("let a='' 'b'", "there is more than one text after '='; quote the whole text", 9, 3),
      (
        "let 1a = 'b'", "'1a' is not a valid name; use letters, digits and '_', and no digit first",
        4, 2
      ),
      (
        "let -o json 1a = 'b'",
        "'1a' is not a valid name; use letters, digits and '_', and no digit first", 12, 2
      ),
      ("let =b", "let needs a name, '=' and a text; let NAME = 'text'", 4, 2),
      (
        "alias a-b = 'c'",
        "'a-b' is not a valid name; use letters, digits and '_', and no digit first", 6, 3
      ),
    ])
  func assignments(line: String, message: String, start: Int, length: Int) async throws {
    let outcome = try await TestShell().run("set output tsv\n\(line)")
    let caret = String(repeating: " ", count: start) + String(repeating: "^", count: length)
    guard !line.contains("json") else {
      #expect(outcome.errors.contains(message))
      return
    }
    #expect(outcome.errors == "test:2: \(message)\n  \(line)\n  \(caret)\n")
    #expect(outcome.status == 2)
  }

  @Test func `let lists the variables, in the form that is asked for`() async throws {
    let test = try TestShell()
    let outcome = await test.run("let b = '2'; let a = '1'\nlet\nlet -o json\nunset a b\nlet")
    #expect(
      outcome
        == .init(
          0, "a\t1\nb\t2\n" + #"[{"name":"a","text":"1"},\#n{"name":"b","text":"2"}]\#n"#))
  }

  @Test(
    "The last result is read as `$_`",
    arguments: [
      ("shop list 2; print $_", #"[{"id":1,"name":"thing 1"},{"id":2,"name":"thing 2"}]"#),
      ("shop list 1 -o jsonl; print \"$_\"", #"[{"id":1,"name":"thing 1"}]"#),
      ("shop list 0; print $_", "[]"),
      ("shop show 7\nprint $_", #"{"id":7,"name":"thing 7"}"#),
      ("shop show 7\nprint a\nlet x = 'y'\nhelp\nprint $_", #"{"id":7,"name":"thing 7"}"#),
      ("shop show 7\nshop half\nlet x = 'y'\nprint $_", #"{"id":7,"name":"thing 7"}"#),
      ("time shop show 7; print $_", #"{"id":7,"name":"thing 7"}"#),
      ("shop show 7 > /dev/null; print $_", #"{"id":7,"name":"thing 7"}"#),
    ])
  func lastResult(script: String, json: String) async throws {
    let test = try TestShell()
    test.settings.keepsGoing = true
    #expect(await test.run(script).output.split(separator: "\n").last.map(String.init) == json)
  }

  @Test func `Only the first thousand records of a result are kept`() async throws {
    let outcome = try await TestShell().run("shop list 1001 > /dev/null; print $_")
    #expect(outcome.output.hasSuffix(#"{"id":1000,"name":"thing 1000"}]\#n"#))
    #expect(outcome.output.split(separator: "}").count == 1001)
  }

  @Test func `A word that variables make longer than a mebibyte is refused`() async throws {
    let grow = "let a = \"$a$a$a$a$a$a$a$a$a$a\"\n"
    let outcome = try await TestShell().run(
      "let a = 'xxxxxxxxxx'\n" + String(repeating: grow, count: 9))
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("1 MiB"))
  }
}

@testable import ShellOutput
import ShellTestSupport
@testable import ShellRuntime
import ShellLanguage
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
      ("let a = 'print b'; \"$a\" || print no", "no\n"),
      ("let a = '; print b | > x # \"'; print $a", "; print b | > x # \"\n"),
      ("let a = '-o'; print $a json", "-o json\n"),
      ("let a = '--help'; print $a", "--help\n"),
      ("let a = '--'; print $a -h", nil),
      // A dash alone makes no option of a value: its name must be written.
      ("let a = 'help'; print --$a", "--help\n"), ("let a = 'h'; print -$a", "-h\n"),
      ("let a = 'put=json'; print --out$a x", "--output=json x\n"),
      ("let a = 'json'; print x --output=$a", "x\n"),
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
    let outcome = await TestShell().run(script)
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
    "An undefined variable is reported, with advice",
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
    let outcome = await TestShell().run(line)
    #expect(outcome.errors == "test:1: \(message)\n\(excerpt)\n")
    #expect(outcome.status == (line.hasPrefix("unset") ? 3 : 2))
    #expect(outcome.output.isEmpty)
  }

  @Test(
    "let accepts a text with or without blanks around the =",
    arguments: ["let a='b c'", "let a = 'b c'", "let a= 'b c'", "let a ='b c'", "let a = \"b c\""])
  func signs(line: String) async throws {
    #expect(await TestShell().run("\(line)\nprint $a") == .init(0, "b c\n"))
  }

  @Test(
    "An invalid assignment is refused at its position",
    arguments: [
      ("let a", "let needs a name, '=' and a text; let NAME = 'text'", 4, 1),
      ("let a =", "there is no text after '='; let a = 'text'", 0, 7),
      ("alias a = b", "the text after '=' must be quoted; alias a = 'b'", 10, 1),
      ("alias a= b", "the text after '=' must be quoted; alias a = 'b'", 9, 1),
      ("alias a = 'b' c", "there is more than one text after '='; quote the whole text", 14, 1),
      ("alias a=b c", "there is more than one text after '='; quote the whole text", 10, 1),
      ("alias a='' 'b'", "there is more than one text after '='; quote the whole text", 11, 3),
      (
        "let it = 5",
        "'it' cannot be set: $it is the record in an 'each' stage; choose another name", 4, 2
      ),
      ("let _=x", "'_' cannot be set: $_ is the last result; choose another name", 4, 3),
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
    let outcome = await TestShell().run("set output tsv\n\(line)")
    let caret = String(repeating: " ", count: start) + String(repeating: "^", count: length)
    guard !line.contains("json") else {
      #expect(outcome.errors.contains(message))
      return
    }
    #expect(outcome.errors == "test:2: \(message)\n  \(line)\n  \(caret)\n")
    #expect(outcome.status == 2)
  }

  @Test(
    "One word after the = of let is a text, quoted or not",
    arguments: [
      ("let n = 5", "5"), ("let n=5", "5"), ("let n= 5", "5"), ("let n =5", "5"), ("let n=", ""),
      ("let n=''", ""), ("let n = -3", "-3"), ("let n = a=b", "a=b"), ("let n=a=b", "a=b"),
      ("let m = 4; let n = $m", "4"), ("let m = 4; let n=$m$m", "44"), ("let n = '='", "="),
    ])
  func oneWord(line: String, text: String) async throws {
    #expect(await TestShell().run("\(line)\nprint \"<$n>\"") == .init(0, "<\(text)>\n"))
  }

  @Test(
    "Several words after the = of let are a command, as is one word with stages",
    arguments: [
      ("let m = products list", false, "m", "products|list", 8),
      ("let m=products list", false, "m", "products|list", 6),
      ("let m= products list", false, "m", "products|list", 7),
      ("let m =products list", false, "m", "products|list", 7),
      ("let m = status", true, "m", "status", 8), ("let m=status", true, "m", "status", 6),
      ("let m = 'a b' c", false, "m", "a b|c", 8),
      ("let --secret m = products list", false, "m", "products|list", 17),
    ])
  func commands(line: String, hasStages: Bool, name: String, words: String, start: Int) throws {
    let binding = try #require(try Self.binding(of: line, hasStages: hasStages))
    let command = binding.pipeline.command
    #expect(binding.name == name)
    #expect(command.map(\.text).joined(separator: "|") == words)
    #expect(command[0].start == start)
  }

  @Test(
    "Other forms of 'let' are errors",
    arguments: [
      ("let", false), ("let", true), ("let a", false), ("let a = b", false), ("let a=b", false),
      ("let a = 'b'", true), ("let a =", true), ("let 1a = b c", false),
      ("let -o json", false), ("let =b c", false), ("let a b = c", false),
    ])
  func noCommands(line: String, hasStages: Bool) throws {
    #expect(try Self.binding(of: line, hasStages: hasStages) == nil)
  }

  @Test func `A command in let keeps its variables`() throws {
    let words = try Self.words(of: "let a=$b c $d")
    let command = try #require(Pipeline(command: words).binding).pipeline.command
    #expect(command[0].content == .composed([.variable(.init("b"))]))
    #expect(command[2] == words[3])
  }

  private static func binding(
    of line: String, hasStages: Bool
  ) throws -> (name: String, pipeline: Pipeline, isSecret: Bool)? {
    var pipeline = Pipeline(command: try words(of: line))
    if hasStages { pipeline.stages = [[Word("count")]] }
    return pipeline.binding
  }

  private static func words(of line: String) throws -> [Word] {
    var parser = ScriptParser()
    var line = line
    let result = try line.withUTF8 { try parser.feed($0) }
    guard case .complete(let list) = result else { return [] }
    return list.first.command
  }

  @Test func `The words of an each stage keep $it, and nothing else`() throws {
    let test = TestShell()
    test.shell.variables.set("a", to: "-x y")
    let it = Word.Part.variable(.init("it", path: ".id"))
    func word(_ parts: [Word.Part]) -> Word {
      Word(content: .composed(parts), start: 3, end: 9, isQuoted: true)
    }
    let words = try test.shell.expandKeepingItem([
      Word("plain"), word([.variable(.init("a"))]), word([it]),
      word([.variable(.init("a")), .literal("="), it]), word([.literal("--n="), it]),
    ])
    #expect(words.map(\.text) == ["plain", "-x y", "", "", ""])
    #expect(words[3].content == .composed([.value("-x y"), .literal("="), it]))
    let record = CellValue.record([.init("id", .untyped("7"))])
    let expanded = try words.flatMap { try test.shell.variables.words(of: $0, item: record) }
    #expect(expanded.map(\.text) == ["plain", "-x y", "7", "-x y=7", "--n=7"])
    #expect(expanded.map(\.mayBeOption) == [true, false, false, false, true])
    #expect(expanded.map(\.data.ranges) == [[], [0..<4], [0..<1], [0..<4, 5..<6], [4..<5]])
    #expect(expanded[2].start == 3)
  }

  @Test func `let lists the variables, in the requested format`() async throws {
    let test = TestShell()
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
    let test = TestShell()
    test.settings.keepsGoing = true
    #expect(await test.run(script).output.split(separator: "\n").last.map(String.init) == json)
  }

  @Test func `Only the first thousand records of a result are kept`() async throws {
    let outcome = await TestShell().run("shop list 1001 > /dev/null; print $_")
    #expect(outcome.output.hasSuffix(#"{"id":1000,"name":"thing 1000"}]\#n"#))
    #expect(outcome.output.split(separator: "}").count == 1001)
  }

  @Test func `A word that expands to more than a mebibyte is refused`() async throws {
    let grow = "let a = \"$a$a$a$a$a$a$a$a$a$a\"\n"
    let outcome = await TestShell().run(
      "let a = 'xxxxxxxxxx'\n" + String(repeating: grow, count: 9))
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("1 MiB"))
  }
}

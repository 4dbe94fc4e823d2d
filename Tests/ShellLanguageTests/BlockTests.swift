@testable import ShellLanguage
import Testing

@Suite struct BlockTests {
  @Test(
    "Blocks are parsed into their statements",
    arguments: [
      ("if $a { print b }", "if(a){[print] [b]}"),
      ("if $a = { and } { print b }", nil),
      ("if $a { print b; print c }", "if(a){[print] [b] ; [print] [c]}"),
      ("if $a {\n  print b\n\n  # no\n  print c\n}", "if(a){[print] [b]; [print] [c]}"),
      ("if $a {\n} else {\n}", "if(a){} else{}"),
      (
        "if $a { print 1 } else if $b { print 2 } else { print 3 }",
        "if(a){[print] [1]} else if(b){[print] [2]} else{[print] [3]}"
      ),
      ("if $a > 1 and\n$b { x }", "if(a,b){[x]}"),
      ("if ($a\n= 1) { x }", "if(a){[x]}"), ("if $a{ { x }", nil),
      ("for x in (1, 2) { y }", "for(x in [(…)]){[y]}"),
      ("for x in $l { y }", "for(x in [{l}]){[y]}"),
      ("for a b in $l { y }", "for(a,b in [{l}]){[y]}"),
      (
        "for p in products list | where a = 1 | first 2 { y $p }",
        "for(p in [products] [list] | [where] [a] [=] [1] | [first] [2]){[y] [{p}]}"
      ),
      ("for l in run ls -l { y }", "for(l in ! [ls] [-l]){[y]}"),
      ("for l in ! ls { y }", "for(l in ! [ls]){[y]}"),
      ("for l in from lines < f { y }", "for(l in [from] [lines] < [f]){[y]}"),
      (
        "for p in a b | each { c } { d }",
        "for(p in [a] [b] | [each] {[c]}){[d]}"
      ),
      ("try { a } else { b }", "try{[a]} else{[b]}"),
      ("try {\n  a\n} else {\n  b\n} && c", "try{[a]} else{[b]} && [c]"),
      ("def f { a }", "def f(){[a]}"), ("def f x y=1 z=$x { a }", "def f(x,y=[1],z=[{x}]){[a]}"),
      ("def f-g x='a b' { a }", "def f-g(x=[a b]){[a]}"),
      ("def f { return }; def g { return (1) }", "def f(){<return>} ; def g(){<return [(…)]>}"),
      ("for x in $l { break; continue }", "for(x in [{l}]){<break> ; <continue>}"),
      ("for x in $l { if $x { break } }", "for(x in [{l}]){if(x){<break>}}"),
      ("a | each { b $it }", "[a] | [each] {[b] [{it}]}"),
      ("a | each --jobs 4 --keep id=x { b }", "[a] | [each] [--jobs] [4] [--keep] [id=x] {[b]}"),
      ("a | each --keep-going { b } | first", "[a] | [each] [--keep-going] {[b]} | [first]"),
      ("for x in $l { a } | to csv > f", "for(x in [{l}]){[a]} | [to] [csv] > [f]"),
      ("if $a { b } &", "if(a){[b]} &"), ("if $a { b } || c", "if(a){[b]} || [c]"),
      ("time { a }", "[time] {[a]}"), ("time for x in $l { a }", "[time] for(x in [{l}]){[a]}"),
      ("watch --every 2 { a }", "[watch] [--every] [2] {[a]}"),
      ("on a.b do { c }", "[on] [a.b] [do] {[c]}"),
      ("on a.b where c = 1 do if $x { d }", "[on] [a.b] [where] [c] [=] [1] [do] if(x){[d]}"),
      ("let x = for y in $l { a }", "[let] [x] [=] for(y in [{l}]){[a]}"),
      ("if $a { if $b { c } }", "if(a){if(b){[c]}}"),
      ("if $a { b | c > d }", "if(a){[b] | [c] > [d]}"),
      ("if $a {\nb |\nc }", "if(a){[b] | [c]}"),
      ("if $a { b {id} a{b} {a,b} }", "if(a){[b] [{id}] [a{b}] [{a,b}]}"),
      ("if $a { b '}' \\{ }", "if(a){[b] [}] [{]}"), ("run ls -l", "! [ls] [-l]"),
      ("a | run sort", "[a] | [run] [sort]"), ("let x = run date", "[let] [x] [=] [run] [date]"),
      // Elsewhere the same words and braces are those of a command.
      ("print } {", "[print] [}] [{]"), ("try", "[try]"), ("try x { y", "[try] [x] [{] [y]"),
      ("for x y", "[for] [x] [y]"), ("def", "[def]"), ("def f", "[def] [f]"),

      ("'if' $a { b", "[if] [{a}] [{] [b]"), ("each {", "[each] [{]"),
      ("a | each b {", "[a] | [each] [b] [{]"),
      ("print {a} f{ b}", "[print] [{a}] [f{] [b}]"), ("time {a}", "[time] [{a}]"),
      ("let x = {a}", "[let] [x] [=] [{a}]"),
      ("'run' a", "[run] [a]"), ("'break'", "[break]"),
      ("print for x in y", "[print] [for] [x] [in] [y]"),
    ] as [(String, String?)])
  func structure(script: String, expected: String?) throws {
    guard let expected else {
      #expect(throws: SyntaxError.self, "\(script)") { try ParsedScript(script) }
      return
    }
    #expect(try ParsedScript(script).statements == [expected])
  }

  @Test(
    "An error in a block says what to write, at its place",
    arguments: [
      ("if $a { b", "the '{' that begins here is never closed", 6..<7),
      ("if $a {\n if $b {\n}", "the '{' that begins here is never closed", 6..<7),
      ("if $a\n{ b }", "there is no '{' after the condition of 'if'", 0..<2),
      ("if $a {b }", "a brace of a block needs a blank before and after it", 6..<8),
      ("if $a { b}", "a brace of a block needs a blank before and after it", 8..<10),
      ("if $a { $b} }", "a brace of a block needs a blank before and after it", 8..<11),
      ("if $a { print { }", "no block can begin here", 14..<15),
      ("if a { b }", "'a' is neither a number nor quoted text", 3..<4),
      ("if { b }", "there is no condition", 0..<2),
      ("if $a { b } c", "text follows the '}' of a block", 12..<13),
      ("if $a { b } else c", "there is no '{' after 'else'", 17..<18),
      ("if $a { b } else", "there is no '{' after 'else'", 12..<16),
      ("if $a { b } else { c } else { d }", "this 'else' belongs to no 'if' or 'try'", 23..<27),
      ("try { a }", "there is no 'else' after the block of 'try'", 0..<3),
      ("try { a }\nelse { b }", "there is no 'else' after the block of 'try'", 0..<3),
      ("else { b }", "this 'else' belongs to no 'if' or 'try'", 0..<4),
      ("break", "'break' works only in a block of 'for'", 0..<5),
      ("for x in a | { b }", "there is no command after '|'", 11..<12),
      ("for x in a | where b and { c }", "there is no condition after 'and'", 21..<24),
      ("for x in a | > f { b }", "there is no command before this redirection", 13..<16),
      ("time break", "'break' works only in a block of 'for'", 5..<10),
      ("let a = if 1", "there is no '{' after the condition of 'if'", 8..<10),
      ("def f { continue }", "'continue' works only in a block of 'for'", 8..<16),
      ("a | each { break }", "'break' works only in a block of 'for'", 11..<16),
      ("return (1)", "'return' works only in a block of 'def'", 0..<6),
      ("def f { return a b }", "'return' takes one value in parentheses", 15..<18),
      ("for x in $l { break 2 }", "'break' takes no words", 20..<21),
      (
        "def f { a } | b",
        "'def', 'test', 'before' and 'after' cannot be joined with other commands", 0..<3
      ),
      (
        "def f { a } > b",
        "'def', 'test', 'before' and 'after' cannot be joined with other commands", 0..<3
      ),
      (
        "a && def f { b }",
        "'def', 'test', 'before' and 'after' cannot be joined with other commands", 5..<8
      ),
      ("if $a { b && }", "there is no command after '&&'", 10..<12),
      ("if $a { b > }", "'>' needs a file name", 10..<11),
      ("run", "there is no program after 'run'", 0..<3),
    ])
  func errors(script: String, message: String, range: Range<Int>) {
    do {
      _ = try ParsedScript(script)
      Issue.record("no error: \(script)")
    } catch {
      #expect(error.message == message, "\(script)")
      #expect(error.range == range, "\(script)")
    }
  }

  @Test func `blocks are at most 100 deep`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "if $a { ", count: depth) + "b" + String(repeating: " }", count: depth)
    }
    #expect(try ParsedScript(nested(100)).statements.count == 1)
    #expect(throws: SyntaxError.self) { try ParsedScript(nested(101)) }
  }

  @Test func `the rest of a block with an error is skipped`() throws {
    var parser = ScriptParser()
    #expect(try parser.feed("if $a {") == .incomplete)
    #expect(try parser.feed("  for x in $l {") == .incomplete)
    #expect(throws: SyntaxError.self) { try parser.feed("    bad $(x)") }
    for line in ["    delete all", "  }", "  delete all", "}"] {
      #expect(parser.isSkipping)
      #expect(try parser.feed(line) == .blank)
    }
    #expect(!parser.isSkipping)
    #expect(try ParsedScript.describe(#require(list(parser.feed("print a")))) == "[print] [a]")
  }

  @Test(
    arguments: [
      "if $a\n{\n  no\n}", "if bad {\n  no\n}", "if $a {\n} x {\n  no\n}", "else {\n  no\n}",
      "if $a { b }\nelse {\n  no\n}", "try { a }\nelse {\n  no\n}", "if $a {\n  b(\"\n  no\n}",
    ])
  func `no statement of a block with an error is read outside it`(script: String) {
    var parser = ScriptParser()
    var read: [String] = []
    for line in (script + "\nyes").split(separator: "\n", omittingEmptySubsequences: false) {
      if case .complete(let list)? = try? parser.feed(String(line)) {
        read.append(ParsedScript.describe(list))
      }
    }
    #expect(!read.contains("[no]"), "\(read)")
  }

  private func list(_ result: ScriptParser.Result) -> CommandList? {
    if case .complete(let list) = result { list } else { nil }
  }

  @Test(arguments: [
    ("{", "\\{"), ("}", "\\}"), ("{a", "\\{a"), ("a}", "a\\}"), ("}{", "}{"), ("a{b", "a{b"),
    ("{a}", "{a}"), ("}{}", "\\}\\{\\}"),
  ])
  func `a word that is put into a block is no brace of it`(text: String, written: String) throws {
    #expect(Quotation().written(text) == written)
    let script = try ParsedScript("if true { a \(written) }")
    guard case .conditional(let branches, _)? = script.lists[0].first.command[0].compound else {
      Issue.record("no condition")
      return
    }
    #expect(branches[0].body.statements[0].first.command[1].text == text)
  }

  @Test func `after a stage that sets fields, names in parentheses are no fields`() throws {
    var parser = ScriptParser()
    #expect(try parser.feed("a | put b=(c)") != .incomplete)
    #expect(throws: SyntaxError.self) { try parser.feed("(c)") }
  }

  @Test(arguments: ["run a | each { b }", "! a b | each { b }", "run a | c | each --jobs 2 { b }"])
  func `the records of a program are given to a block, too`(line: String) throws {
    var parser = ScriptParser()
    guard case .complete(let list) = try parser.feed(line) else {
      Issue.record("incomplete")
      return
    }
    #expect(list.first.programMark == 0)
    #expect(list.first.stages.last?.last?.compound != nil)
  }

  @Test(arguments: [
    "for x in (y) {", "test 'a' for x in (y) {", "def f x=(y) {", "a | each --jobs (y) {", "test {",
  ])
  func `the block of a head with an error is skipped`(head: String) throws {
    var parser = ScriptParser()
    #expect(throws: SyntaxError.self) { try parser.feed(head) }
    for line in ["  b", "  if $c {", "  d", "  }", "}"] { #expect(try parser.feed(line) == .blank) }
    #expect(!parser.isSkipping)
  }

  @Test func `a statement with blocks is as small as any other`() {
    #expect(MemoryLayout<Word>.size <= 48)
    #expect(MemoryLayout<Pipeline>.size <= 32)
    #expect(MemoryLayout<CommandList>.size <= 48)
  }
}

@testable import ShellLanguage
import Testing

@Suite struct GrammarTests {
  @Test(
    "Quotes, escapes and comments make words",
    arguments: [
      ("print hello world", "[print] [hello] [world]"),
      ("  print\thello  ", "[print] [hello]"),
      ("print 'a $b \"c\" \\d' e", "[print] [a $b \"c\" \\d] [e]"),
      (#"print "a \$b \" \\ \n \' c""#, #"[print] [a $b " \ \n \' c]"#),
      (##"print a\ b \"c\" \\ \$d \# \n"##, #"[print] [a b] ["c"] [\] [$d] [#] [n]"#),
      ("print 'a'\"b\"c", "[print] [abc]"),
      ("print '' \"\" ''''", "[print] [] [] []"),
      ("print a#b # and more", "[print] [a#b]"),
      ("print ''# c", "[print] [#] [c]"),
      ("print 'é' 漢字 \\🙂", "[print] [é] [漢字] [🙂]"),
      ("print * ~ ( ) { } [ ] ! = a=b", "[print] [*] [~] [(] [)] [{] [}] [[] []] [!] [=] [a=b]"),
      ("print \"`\" '`'", "[print] [`] [`]"),
      ("print a\u{7F}b \u{B}", "[print] [a\u{7F}b] [\u{B}]"),
      ("'pri'nt -x --y=z", "[print] [-x] [--y=z]"),
    ])
  func words(script: String, expected: String) throws {
    #expect(try ParsedScript(script).statements == [expected])
  }

  @Test(
    "`$` begins a variable before a name, digits, `?` and braces, and is text before all else",
    arguments: [
      ("print $name", "[{name}]"), ("print a$b.c", "[a{b}.c]"), ("print $a$b", "[{a}{b}]"),
      ("print $1 $12x $?x", "[{1}] [{12}x] [{?}x]"), ("print $_ $_x ${_}", "[{_}] [{_x}] [{_}]"),
      ("print ${name}s ${1}0 ${?}", "[{name}s] [{1}0] [{?}]"),
      ("print \"a $b c\"", "[a {b} c]"), ("print \"$a\"'$b'", "[{a}$b]"),
      ("print $ $. $é \"$\" a$", "[$] [$.] [$é] [$] [a$]"), ("print $_. ${_}.x", "[{_}.] [{_}.x]"),
      ("print $_x.y $_1.y", "[{_x}.y] [{_1}.y]"), ("print \"$_.\"", "[{_}.]"),
      ("print $_.a.b_1. $_[0][-12].c", "[{_.a.b_1}.] [{_[0][-12].c}]"),
      ("print \"$_.a b\" ${_.a}b ${_[0]}[1]", "[{_.a} b] [{_.a}b] [{_[0]}[1]]"),
      ("print \\$a '$a' \"\\$a\"", "[$a] [$a] [$a]"),
    ])
  func variables(script: String, expected: String) throws {
    #expect(try ParsedScript(script).statements == ["[print] " + expected])
  }

  @Test(
    "Operators join pipelines, programs and files",
    arguments: [
      ("a;b ; c;", "[a] ; [b] ; [c]"),
      ("a && b || c; d", "[a] && [b] || [c] ; [d]"),
      ("a|b c|d", "[a] | [b] [c] | [d]"),
      ("a b>f", "[a] [b] > [f]"),
      ("a >> 'f g' b", "[a] [b] >> [f g]"),
      ("> f a b", "[a] [b] > [f]"),
      ("a | b > f c && d", "[a] | [b] [c] > [f] && [d]"),
      ("a 2 > f", "[a] [2] > [f]"),
      ("a '2'>f", "[a] [2] > [f]"),
      ("a x2>f", "[a] [x2] > [f]"),
      ("a $b>$c", "[a] [{b}] > [{c}]"),
      ("a ';' '&&' \\| \\> '&' '<'", "[a] [;] [&&] [|] [>] [&] [<]"),
    ])
  func operators(script: String, expected: String) throws {
    #expect(try ParsedScript(script).statements == [expected])
  }

  @Test(
    "A statement ends with its line unless something continues it",
    arguments: [
      ("a\nb", ["[a]", "[b]"]),
      ("\n \t\n# c\n  # d\na", ["[a]"]),
      ("a b\\\nc \\\n d", ["[a] [bc] [d]"]),
      ("a \\\n# c\nb", ["[a]", "[b]"]),
      ("\\\n\na", ["[a]"]),
      ("a 'b\nc' d", ["[a] [b\nc] [d]"]),
      ("a \"b\nc\\\nd\\\\\"", ["[a] [b\ncd\\]"]),
      ("a 'b\\\nc'", ["[a] [b\\\nc]"]),
      ("a &&\n\n # c\nb ||\nc |\nd", ["[a] && [b] || [c] | [d]"]),
      ("a; b &&\nc;\nd", ["[a] ; [b] && [c]", "[d]"]),
      ("a '\n' '\n' b", ["[a] [\n] [\n] [b]"]),
      ("a \\\n'b\n' \\\nc", ["[a] [b\n] [c]"]),
    ])
  func lines(script: String, expected: [String]) throws {
    #expect(try ParsedScript(script).statements == expected)
  }

  @Test func `A word has its place and whether it was quoted`() throws {
    let list = try #require(try ParsedScript("a 'b\nc' \"$d\" \\e f\\\ng").lists.first)
    #expect(list.first.command.map(\.start) == [0, 2, 8, 13, 16])
    #expect(list.first.command.map(\.end) == [1, 7, 12, 15, 20])
    #expect(list.first.command.map(\.isQuoted) == [false, true, true, true, false])
  }

  @Test func `The fast path for plain lines agrees with the tokenizer on every byte`() throws {
    for byte in UInt8(1)...0x7F where byte != UInt8(ascii: "\n") {
      let line = Array("print a".utf8) + [byte] + Array("b ".utf8)
      let words = line.withUnsafeBufferPointer { PlainLine.words(of: $0) }
      let isSpecial = "\"#$&';<>\\`|".utf8.contains(byte)
      let isControl = byte < 0x20 && byte != UInt8(ascii: "\t") || byte == 0x7F
      #expect((words == nil) == (isSpecial || isControl), "byte \(byte)")
      guard let words else { continue }
      var parser = ScriptParser()
      guard case .complete(let list) = try parser.feed(line + Array("#".utf8)) else { continue }
      #expect(list.first.command == words, "byte \(byte)")
    }
  }
}

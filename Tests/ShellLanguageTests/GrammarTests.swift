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
      ("print * ~ '(' ) { } [ ] ! = a=b", "[print] [*] [~] [(] [)] [{] [}] [[] []] [!] [=] [a=b]"),
      ("print \"`\" '`'", "[print] [`] [`]"),
      ("print a\u{7F}b \u{B}", "[print] [a\u{7F}b] [\u{B}]"),
      ("'pri'nt -x --y=z", "[print] [-x] [--y=z]"),
    ])
  func words(script: String, expected: String) throws {
    #expect(try ParsedScript(script).statements == [expected])
  }

  @Test(
    "`$` begins a variable before a name, digits, `?` and braces; otherwise it is text",
    arguments: [
      ("print $name", "[{name}]"), ("print a$b-c", "[a{b}-c]"), ("print $a$b", "[{a}{b}]"),
      ("print $1 $12x $?x", "[{1}] [{12}x] [{?}x]"), ("print $_ $_x ${_}", "[{_}] [{_x}] [{_}]"),
      ("print ${name}s ${1}0 ${?}", "[{name}s] [{1}0] [{?}]"),
      ("print \"a $b c\"", "[a {b} c]"), ("print \"$a\"'$b'", "[{a}$b]"),
      ("print $ $. $é \"$\" a$", "[$] [$.] [$é] [$] [a$]"), ("print $_. ${_}.x", "[{_}.] [{_}.x]"),
      ("print \"$_.\"", "[{_}.]"),
      ("print $_.a.b_1. $_[0][-12].c", "[{_.a.b_1}.] [{_[0][-12].c}]"),
      ("print \"$_.a b\" ${_.a}b ${_[0]}[1]", "[{_.a} b] [{_.a}b] [{_[0]}[1]]"),
      ("print \\$a '$a' \"\\$a\"", "[$a] [$a] [$a]"),
    ])
  func variables(script: String, expected: String) throws {
    #expect(try ParsedScript(script).statements == ["[print] " + expected])
  }

  @Test(
    "A path after a variable's name belongs to the variable",
    arguments: [
      ("print $it.id $mugs[0].id", "[{it.id}] [{mugs[0].id}]"),
      ("print $_x.y $_1.y $_[-1].tags[0]", "[{_x.y}] [{_1.y}] [{_[-1].tags[0]}]"),
      ("print a$b.c/d.e \"$it.id b\" ${it.id}s", "[a{b.c}/d.e] [{it.id} b] [{it.id}s]"),
      ("print $it.a_1 $it._b $it.größe", "[{it.a_1}] [{it._b}] [{it.gr}öße]"),
      ("print $file. $x.5 $x.-a \"$x.\" $x..y", "[{file}.] [{x}.5] [{x}.-a] [{x}.] [{x}..y]"),
      ("print $x[abc] $x[ $x[] $x[-] $x[1", "[{x}[abc]] [{x}[] [{x}[]] [{x}[-]] [{x}[1]"),
      ("print $x[0][a] $x.b[c] $x[0-9]", "[{x[0]}[a]] [{x.b}[c]] [{x}[0-9]]"),
      ("print $1.txt $12[0] $?.a $@.a $#.a", "[{1}.txt] [{12}[0]] [{?}.a] [{@}.a] [{#}.a]"),
      ("print ${it}.id ${_}[x] $it\\.id $it''.id", "[{it}.id] [{_}[x]] [{it}.id] [{it}.id]"),
    ])
  func paths(script: String, expected: String) throws {
    #expect(try ParsedScript(script).statements == ["[print] " + expected])
  }

  @Test(
    "The text after `:-` is literal, in one word, with quotes and escapes as around the variable",
    arguments: [
      ("print ${a:-b} ${a:-} ${1:-b}", "[{a:-b}] [{a:-}] [{1:-b}]"),
      ("print ${a:-two words}s", "[{a:-two words}s]"),
      ("print ${it.a[0].b:-c} ${_[0]:-c} ${@:-b}", "[{it.a[0].b:-c}] [{_[0]:-c}] [{@:-b}]"),
      (#"print ${a:-b\}c} ${a:-{} ${a:-\\} ${a:-\n}"#, #"[{a:-b}c}] [{a:-{}] [{a:-\}] [{a:-n}]"#),
      (#"print ${a:-'b} $c'} ${a:-"b}c"} ${a:-it\'s}"#, "[{a:-b} $c}] [{a:-b}c}] [{a:-it's}]"),
      (#"print "${a:-it's}" "${a:-"b}"}" "${a:-\}\$\n}""#, #"[{a:-it's}] [{a:-b}}] [{a:-}$\n}]"#),
      ("print ${a:-b:-c;|>&#} ${a:--b} ${a:-'`'}", "[{a:-b:-c;|>&#}] [{a:--b}] [{a:-`}]"),
      ("print \"${a:-`}\" ${a:-é日}", "[{a:-`}] [{a:-é日}]"),
    ])
  func fallbacks(script: String, expected: String) throws {
    #expect(try ParsedScript(script).statements == ["[print] " + expected])
  }

  @Test(
    "`&` ends a part of the statement that runs as a job",
    arguments: [
      ("a &", "[a] &"), ("a& b", "[a] & [b]"), ("a &b", "[a] & [b]"), ("a & b &", "[a] & [b] &"),
      ("a && b | c & d; e", "[a] && [b] | [c] & [d] ; [e]"), ("a & # b", "[a] &"),
      ("a '&' \\& \"&\"", "[a] [&] [&] [&]"), ("! a & ! b", "! [a] & ! [b]"),
    ])
  func jobs(script: String, expected: String) throws {
    #expect(try ParsedScript(script).statements == [expected])
  }

  @Test(
    "The parts between `;` and `&` know their range in the source",
    arguments: [
      ("a && b & c", ["a && b", "c"]), ("! a | b > f &", ["! a | b > f"]),
      ("on e do a && b; c", ["on e do a && b", "c"]), ("a; b&", ["a", "b"]),
    ])
  func groups(script: String, expected: [String]) throws {
    let list = try #require(try ParsedScript(script).lists.first)
    let bytes = Array(script.utf8)
    #expect(list.groups.map { String(decoding: bytes[$0.list.range], as: UTF8.self) } == expected)
  }

  @Test(
    "Between `on EVENT where` and `do`, comparisons are separate words",
    arguments: [
      ("on e where a<2 do b", "[on] [e] [where] [a] [<] [2] [do] [b]"),
      ("on e where a>=2 do b > c", "[on] [e] [where] [a] [>=] [2] [do] [b] > [c]"),
      ("on e do b where a > c", "[on] [e] [do] [b] [where] [a] > [c]"),
      ("on e where a=b do c", "[on] [e] [where] [a] [=] [b] [do] [c]"),
      ("x on where a > c", "[x] [on] [where] [a] > [c]"),
    ])
  func rules(script: String, expected: String) throws {
    #expect(try ParsedScript(script).statements == [expected])
  }

  @Test(
    "In a where stage, comparisons, parentheses and commas are separate words",
    arguments: [
      ("price<20", "price|<|20"), ("price <= 20", "price|<=|20"), ("a>=b", "a|>=|b"),
      ("not(a=b)", "not|(|a|=|b|)"), ("x in(a,b, c)", "x|in|(|a|,|b|,|c|)"),
      ("a!=b c==d", "a|!=|b|c|==|d"), ("a~b", "a|~|b"), ("a<>b=!c!", "a|<|>|b|=|!c!"),
      ("2>1 and 3<4", "2|>|1|and|3|<|4"), ("a='b<c'\"d=e\"\\=f", "a|=|'b<cd=e=f'"),
      ("'a'='b' \\<", "'a'|=|'b'|'<'"), ("$it.a<$b", "$|<|$"), ("\"$a<b\"=1", "'$'|=|1"),
      ("tags[0]=-5", "tags[0]|=|-5"), ("é=日", "é|=|日"), ("a \\\n<20", "a|<|20"),
      ("a\\\n<20", "a|<|20"), ("a='b\n<'<1", "a|=|'b\n<'|<|1"), ("a=b#c # d=e", "a|=|b#c"),
      ("a=${b:-c=d}", "a|=|$"),
    ])
  func expressionWords(expression: String, expected: String) throws {
    let list = try #require(try ParsedScript("p | where \(expression)").lists.first)
    #expect(list.rest.isEmpty && list.first.redirections.isEmpty)
    let words = try #require(list.first.stages.first).map { word in
      let text = word.hasVariables ? "$" : word.text
      return word.isQuoted ? "'\(text)'" : text
    }
    #expect(words.joined(separator: "|") == "where|" + expected)
  }

  @Test(
    "Only words after where are split at comparisons",
    arguments: [
      ("where a=b", "[where] [a=b]"), ("where a<b", "[where] [a] < [b]"),
      ("! where a=b", "! [where] [a=b]"),
      ("a=b | where c=d | e=f", "[a=b] | [where] [c] [=] [d] | [e=f]"),
      ("a | where b=c; d=e", "[a] | [where] [b] [=] [c] ; [d=e]"),
      ("a | where b=c && d>e", "[a] | [where] [b] [=] [c] && [d] > [e]"),
      ("a | where b=c || d=e", "[a] | [where] [b] [=] [c] || [d=e]"),
      ("a | where b>c | d>e", "[a] | [where] [b] [>] [c] | [d] > [e]"),
      ("a | 'where' b=c", "[a] | [where] [b=c]"), ("a | \\where b=c", "[a] | [where] [b=c]"),
      ("a | ./where b=c>f", "[a] | [./where] [b=c] > [f]"),
      ("a | wherever b=c", "[a] | [wherever] [b=c]"),
      ("a | each where b=c", "[a] | [each] [where] [b=c]"),
      ("a | $b where=c", "[a] | [{b}] [where=c]"),
      ("a | 2> where b=c", "[a] | [b=c] 2> [where]"),
      ("a | 2> b where c=d", "[a] | [where] [c] [=] [d] 2> [b]"),
      ("a |\nwhere b=c", "[a] | [where] [b] [=] [c]"),
      ("a | where b=c |\nd=e", "[a] | [where] [b] [=] [c] | [d=e]"),
      ("a | where b=c | where d<e", "[a] | [where] [b] [=] [c] | [where] [d] [<] [e]"),
    ])
  func expressionStages(script: String, expected: String) throws {
    #expect(try ParsedScript(script).statements == [expected])
    let statements = try ParsedScript("a | where b=c\n\(script)\na=b").statements
    #expect(statements == ["[a] | [where] [b] [=] [c]", expected, "[a=b]"])
  }

  @Test(
    "`!` begins a pipeline with a program",
    arguments: [
      ("! ls -l", "! [ls] [-l]"), ("  !\tls", "! [ls]"), ("! ls | wc", "! [ls] | [wc]"),
      ("a; ! b && ! c || ! d", "[a] ; ! [b] && ! [c] || ! [d]"), ("a &&\n! b", "[a] && ! [b]"),
      ("! \\\nls", "! [ls]"), ("! ! a", "! [!] [a]"), ("> f ! a", "! [a] > [f]"),
      ("! < f sort > g", "! [sort] < [f] > [g]"), ("a ! b", "[a] [!] [b]"),
      ("a | ! b", "[a] | [!] [b]"),
      ("!a b", "[!a] [b]"), ("'!' a", "[!] [a]"), ("\\! a", "[!] [a]"), ("!'' a", "[!] [a]"),
      ("!= a", "[!=] [a]"), ("a !", "[a] [!]"),
    ])
  func programs(script: String, expected: String) throws {
    #expect(try ParsedScript(script).statements == [expected])
    #expect(try ParsedScript("\(script)\n! \\\na").statements == [expected, "! [a]"])
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
      ("a x2>f", "[a] [x2] > [f]"),
      ("a '2'>f", "[a] [2] > [f]"),
      ("a 2>f", "[a] 2> [f]"),
      ("a b 2>> f", "[a] [b] 2>> [f]"),
      ("a 1>f", "[a] > [f]"),
      ("a 1>>f", "[a] >> [f]"),
      ("a < f", "[a] < [f]"),
      ("a b<f c", "[a] [b] [c] < [f]"),
      ("< f a | b", "[a] | [b] < [f]"),
      ("a <f | b 2>g | c >h", "[a] | [b] | [c] < [f] 2> [g] > [h]"),
      ("a >f 2>g <h; b >f", "[a] > [f] 2> [g] < [h] ; [b] > [f]"),
      ("a 2>f |\nb", "[a] | [b] 2> [f]"),
      ("a $b2>f 2\\>", "[a] [{b2}] [2>] > [f]"),
      ("a '<' \\< \\2>f", "[a] [<] [<] [2] > [f]"),
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

  @Test(
    "A word that begins with a parenthesis, or has one after a name and `=`, is an expression",
    arguments: [
      ("print (1 + 2) x", "[print] [(…)] [x]"),
      ("print a=(1) --b=(2) c:=(3)", "[print] [a=(…)] [--b=(…)] [c:=(…)]"),
      ("print f(x) a(b (1)", "[print] [f(x)] [a(b] [(…)]"), ("print '('", "[print] [(]"),
      ("print a'='(1)", "[print] [a=(1)]"), ("print (1\n + # two\n 2) x", "[print] [(…)] [x]"),
      ("print ('a\nb')|c", "[print] [(…)] | [c]"),
      ("a | put x=(y * 2) z", "[a] | [put] [x=(…)] [z]"),
      ("a | where (b = 1 or\nc = 2)", "[a] | [where] [(] [b] [=] [1] [or] [c] [=] [2] [)]"),
      ("a | where b = 1 and\nnot\nc = 2", "[a] | [where] [b] [=] [1] [and] [not] [c] [=] [2]"),
      ("print $HOME(x) ${n:-(a)} (1)", "[print] [{HOME}(x)] [{n:-(a)}] [(…)]"),
    ])
  func parentheses(script: String, expected: String) throws {
    #expect(try ParsedScript(script).statements == [expected])
  }

  @Test(arguments: ["a | where b = and", "a | where b = not", "a | where b matches or"])
  func `A connective that is a value does not continue the statement`(script: String) throws {
    #expect(try ParsedScript(script + "\nc").statements.last == "[c]")
  }

  @Test func `A word has its range and knows whether it was quoted`() throws {
    let list = try #require(try ParsedScript("a 'b\nc' \"$d\" \\e f\\\ng").lists.first)
    #expect(list.first.command.map(\.start) == [0, 2, 8, 13, 16])
    #expect(list.first.command.map(\.end) == [1, 7, 12, 15, 20])
    #expect(list.first.command.map(\.isQuoted) == [false, true, true, true, false])
  }

  @Test func `The fast path for plain lines agrees with the tokenizer on every byte`() throws {
    for byte in UInt8(1)...0x7F where byte != UInt8(ascii: "\n") {
      let line = Array("print a".utf8) + [byte] + Array("b ".utf8)
      let words = line.withUnsafeBufferPointer { PlainLine.words(of: $0) }
      let isSpecial = "\"#$&'(;<>\\`|".utf8.contains(byte)
      let isControl = byte < 0x20 && byte != UInt8(ascii: "\t") || byte == 0x7F
      #expect((words == nil) == (isSpecial || isControl), "byte \(byte)")
      guard let words else { continue }
      var parser = ScriptParser()
      guard case .complete(let list) = try parser.feed(line + Array("#".utf8)) else { continue }
      #expect(list.first.command == words, "byte \(byte)")
    }
  }
}

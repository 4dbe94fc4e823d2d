@testable import ShellLanguage
import Testing

@Suite struct CheckTests {
  @Test(
    "Tests and expectations are parsed",
    arguments: [
      ("expect status = 200", "expect"), ("expect status < 300 and body.x is number", "expect"),
      ("expect status = 200; a", "expect ; [a]"), ("expect status = 200 && a", "expect && [a]"),
      ("expect (status = 200 or\nstatus = 201)", "expect"),
      ("expect status = 200 and\nbody.a = 1", "expect"),
      ("expect { a }", "expect success{[a]}"), ("expect 404 { a }", "expect [404]{[a]}"),
      ("expect 404, 2xx {\n a\n b\n}", "expect [404,2xx]{[a]; [b]}"),
      ("expect error { a }", "expect error{[a]}"), ("expect error 3 { a }", "expect error 3{[a]}"),
      ("expect 200 { a } within 5s", "expect [200]{[a]} within [5s]"),
      (
        "expect { a } within $t every 100ms; b",
        "expect success{[a]} within [{t}] every [100ms] ; [b]"
      ),
      ("expect 404 { a } > f", "expect [404]{[a]} > [f]"),
      ("if $a { expect 404 { b }; expect body.c = d }", "if(a){expect [404]{[b]} ; expect}"),
      ("a | expect b > 1 and c = d | e", "[a] | [expect] [b] [>] [1] [and] [c] [=] [d] | [e]"),
      ("test 'a b' { c }", "test [a b]{[c]}"), ("test $n {\n c\n d\n}", "test [{n}]{[c]; [d]}"),
      ("test 'a' for x y in $l { b }", "test [a] for(x,y in [{l}]){[b]}"),
      ("test 'a' for x in b | first 2 { c }", "test [a] for(x in [b] | [first] [2]){[c]}"),
      ("test 'a' { if $b { skip 'no b' } }", "test [a]{if(b){<skip [no b]>}}"),
      ("before { for a in $l { skip $a } }", "before{for(a in [{l}]){<skip [{a}]>}}"),
      ("if $a { skip b }", "if(a){[skip] [b]}"),
      ("test 'a' { b | skip 2 }", "test [a]{[b] | [skip] [2]}"),
      ("before { a }", "before{[a]}"), ("after { a; b }", "after{[a] ; [b]}"),
      // Elsewhere the words are those of a command.
      ("test a", "[test] [a]"), ("test", "[test]"), ("test a b {", "[test] [a] [b] [{]"),
      ("time test a {", "[time] [test] [a] [{]"), ("let a = after {", "[let] [a] [=] [after] [{]"),
      ("before", "[before]"), ("after a {", "[after] [a] [{]"),
      ("print expect a", "[print] [expect] [a]"),
      ("'expect' a", "[expect] [a]"), ("'test' a { b", "[test] [a] [{] [b]"),
    ])
  func structure(script: String, expected: String) throws {
    #expect(try ParsedScript(script).statements == [expected])
  }

  @Test(
    "An error in a check says what to write, at its place",
    arguments: [
      ("expect", "there is nothing to expect", 0..<6),
      ("expect ; a", "there is nothing to expect", 0..<6),
      ("expect status =", "there is no value after '='", 14..<15),
      ("expect 40 { a }", "this is no outcome of a block", 7..<9),
      ("expect 404 2xx { a }", "this is no outcome of a block", 7..<14),
      ("expect 404, { a }", "this is no outcome of a block", 7..<11),
      ("expect 404 a b", "a status is expected of a block", 7..<10),
      ("expect 404", "a status is expected of a block", 7..<10),
      ("test { a }", "the test has no name", 5..<6),
      ("test 'a' { skip }", "'skip' takes one word, the reason", 11..<15),
      ("test 'a' { skip b c }", "'skip' takes one word, the reason", 11..<15),
      ("expect 9xx { a }", "this is no outcome of a block", 7..<10),
      ("expect error x { a }", "this is no outcome of a block", 13..<14),
      ("expect status = 200 { a }", "this is no outcome of a block", 7..<19),
      ("expect { a } within", "there is no duration", 13..<19),
      ("expect { a } soon", "text follows the '}' of a block", 13..<17),
      ("expect { a } within 5s within 6s", "text follows the '}' of a block", 23..<29),
      (
        "test 'a' { b } && c",
        "'def', 'test', 'before' and 'after' cannot be joined with other commands", 0..<4
      ),
      (
        "test 'a' { b } > f",
        "'def', 'test', 'before' and 'after' cannot be joined with other commands", 0..<4
      ),
      (
        "a; after { b } &",
        "'def', 'test', 'before' and 'after' cannot be joined with other commands", 3..<8
      ),
      ("if $a { test 'b' { c } }", "'test' cannot be in a block", 17..<18),
      ("test 'a' { before { c } }", "'before' cannot be in a block", 18..<19),
      ("test 'a' { break }", "'break' works only in a block of 'for'", 11..<16),
      ("test 'a' { b", "the '{' that begins here is never closed", 9..<10),
    ])
  func errors(script: String, message: String, range: Range<Int>) {
    #expect {
      try ParsedScript(script)
    } throws: { error in
      guard let error = error as? SyntaxError else { return false }
      return error.message == message && error.range == range
    }
  }
}

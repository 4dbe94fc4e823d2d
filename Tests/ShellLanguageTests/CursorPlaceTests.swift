@testable import ShellLanguage
import Testing

/// The cursor's position in the grammar; here the cursor is always at the end of the line.
@Suite struct CursorPlaceTests {
  @Test(
    arguments: [
      ("", "command [] ''@0"), ("  ", "command [] ''@2"), ("ab", "command [] 'ab'@0"),
      ("ab ", "command [ab] ''@3"), ("ab c", "command [ab] 'c'@3"),
      ("a 'b c' d", "command [a|b c] 'd'@8"),
      ("a;b", "command [] 'b'@2"), ("a; ", "command [] ''@3"), ("a&&b c", "command [b] 'c'@5"),
      ("a || b", "command [] 'b'@5"), ("a & b", "command [] 'b'@4"),
      ("a | ", "stage [] ''@4"), ("a|b c|d e", "stage [d] 'e'@8"),
      ("a | b; c", "command [] 'c'@7"),
      ("a >", "file [a] ''@3"), ("a >>b", "file [a] 'b'@4"), ("a > b c", "command [a] 'c'@6"),
      ("a > b | c", "stage [] 'c'@8"), ("a |\nb", "stage [] 'b'@4"),
      ("a <", "file [a] ''@3"), ("a 2>", "file [a] ''@4"), ("a 2>>b", "file [a] 'b'@5"),
      ("!", "command [] '!'@0"), ("! ", "program [] ''@2"), ("! a b", "program [a] 'b'@4"),
      ("! a | b", "stage [] 'b'@6"), ("! a; b", "command [] 'b'@5"), ("a | ! b", "stage [!] 'b'@6"),
      ("a | where ", "stage [where] ''@10"), ("a | where b", "stage [where] 'b'@10"),
      ("a | where b<", "stage [where|b|<] ''@12"), ("a | where b<c", "stage [where|b|<] 'c'@12"),
      ("a | where b in(c,", "stage [where|b|in|(|c|,] ''@17"),
      ("a | where b\\=c", "stage [where] 'b=c'@10"),
      ("a | where b \\\n=c", "stage [where|b|=] 'c'@15"),
      ("a | where b='c", "stage [where|b|=] 'c'@12 single"),
      ("a | where b='c='", "stage [where|b|=] 'c='@12 single"),
      ("a | where b=c; d=e", "command [] 'd=e'@15"), ("a | where b=c | d=e", "stage [] 'd=e'@16"),
      ("a | where b=c\nd=e", "command [] 'd=e'@14"), ("a | where $b=", "stage [where|?|=] ''@13"),
      ("a &&\n  # why\nb", "command [] 'b'@13"), ("a b\nc", "command [] 'c'@4"),
      ("a b; \nc", "command [] 'c'@6"), ("a \\\nb", "command [a] 'b'@4"),
      ("a >\nb", "command [] 'b'@4"),
      ("a 'b", "command [a] 'b'@2 single"), ("a 'b'", "command [a] 'b'@2 single"),
      ("a \"b c", "command [a] 'b c'@2 double"), ("a b\"c", "command [a] 'bc'@2 double"),
      ("a \"b\"c", "command [a] 'bc'@2 double"), ("a b\\ c", "command [a] 'b c'@2"),
      ("a b\\", "command [a] 'b'@2"), ("a \\", "command [a] ''@2"),
      ("a \"b\\", "command [a] 'b'@2 double"),
      ("a '\n", nil), ("a 'b\nc", nil), ("a 'b\nc' d", "command [a|b\nc] 'd'@8"),
      ("a b\\\nc", nil), ("#", nil), ("a #b", nil), ("a#b", "command [] 'a#b'@0"),
      ("a `", nil), ("a $(", nil), ("a 3>", nil), ("a $_[", nil), ("a\0b", nil),
      ("a $_.b", "command [a] $_.b@5 or ''@6 behind"),
      ("a $b.c", "command [a] $b.c@5 or ''@6 behind"),
      ("a $b.", "command [a] $b.@5 or '.'@4 behind"), ("a ${b:-c", nil),
      ("a $b[-1].c.d", "command [a] $b[-1].c.d@11 or ''@12 behind"),
      ("a ${b.c", "command [a] $b.c@6 braced"), ("a ${b.", "command [a] $b.@6 braced"),
      ("a \"x $b.c", "command [a] $b.c@8 quoted or ''@9 double behind"),
      ("a $b.c.", "command [a] $b.c.@7 or '.'@6 behind"), ("a $b..", "command [a] '..'@4 behind"),
      ("a $b.c/d", "command [a] '/d'@6 behind"), ("a $b.c\"d", "command [a] 'd'@6 double behind"),
      ("a \\$b.c", "command [a] '$b.c'@2"), ("a '$b.c", "command [a] '$b.c'@2 single"),
      ("a | each b $it.c", "stage [each|b] $it.c@15 or ''@16 behind"),
      ("a ${b:-c}d", "command [a] 'd'@9 behind"),
      ("a $b", "command [a] $b@2"), ("a x$b", "command [a] $b@3"), ("a ${b", "command [a] ${b@2"),
      ("a ${", "command [a] ${@2"), ("a $", "command [a] $@2"),
      ("a \"b $c", "command [a] $c@5 quoted"),
      ("a \"b\n$c", "command [a] $c@5 quoted"), ("$b", "command [] $b@0"),
      ("a > $b", "file [a] $b@4"),
      ("a '$b", "command [a] '$b'@2 single"), ("a \\$b", "command [a] '$b'@2"), ("a ${b-", nil),
      ("a ${b}c", "command [a] 'c'@6 behind"), ("a $b/c", "command [a] '/c'@4 behind"),
      ("a \"$b/c", "command [a] '/c'@5 double behind"), ("a \"$b\"c", "command [a] 'c'@6 behind"),
      ("a \"$b", "command [a] $b@3 quoted"), ("a $b'c", "command [a] 'c'@4 single behind"),
      ("a $1", "command [a] ''@4 behind"), ("a $b $c/", "command [a|?] '/'@7 behind"),
      ("é 日", "command [é] '日'@3"), ("(1)", nil), ("a (1, $b)", nil), ("a b=(1)", nil),
      ("a (1) b", "command [a|?] 'b'@6"),
      ("if $a { b c", "command [b] 'c'@10"), ("if $a {\nb", "command [] 'b'@8"),
      ("if $a { b }", "command [b] '}'@10"), ("if $a { b; c } else { d e", "command [d] 'e'@24"),
      ("for x in a b", "command [a] 'b'@11"), ("for x in ", "command [] ''@9"),
      ("for x in a | b", "stage [] 'b'@13"), ("for x in run a b", "program [a] 'b'@15"),
      ("a | each { b c", "command [b] 'c'@13"), ("a | each { b | c", "stage [] 'c'@15"),
      ("try { a } else {\n  b c", "command [b] 'c'@21"), ("def f x { a b", "command [a] 'b'@12"),
      ("if $a { b } c", "command [?] 'c'@12"), ("expect 404 { a b", "command [a] 'b'@15"),
      ("test 'a' { b c", "command [b] 'c'@13"), ("before { a", "command [] 'a'@9"),
      ("run a b", "program [a] 'b'@6"),
    ] as [(String, String?)])
  func `the text before the cursor decides what is completed`(
    text: String, place: String?
  ) {
    #expect(CursorPlace(text, at: text.utf8.count).map(Self.describe) == place)
  }

  @Test(
    arguments: [(-1, nil), (5, nil), (2, nil), (1, "command [] 'a'@0"), (3, "command [] 'aé'@0")]
      as [(Int, String?)])
  func `a cursor inside a character or outside the text has no place`(cursor: Int, place: String?) {
    #expect(CursorPlace("aéb", at: cursor).map(Self.describe) == place)
  }

  @Test func `in the condition of 'if' an expression is completed`() throws {
    let text = "if $a = 1 and $b."
    let place = try #require(CursorPlace(text, at: text.utf8.count))
    let open = try #require(place.expression)
    #expect(open.words.count == 4 && open.names == .none && !open.isInParentheses)
  }

  @Test(
    arguments: [
      ("a b | c | each { d $it.", ["a b", "c"]), ("a | each { if $x { d $it.", ["a"]),
      ("for x in a | each { d $it.", ["a"]), ("a | each { b } | c $it.", nil),
      ("for x in a { d $it.", nil), ("a | each { def f { d $it.", nil),
    ] as [(String, [String]?)])
  func `in a block of each, $it is a record of the stages before it`(
    text: String, stages: [String]?
  ) throws {
    let place = try #require(CursorPlace(text, at: text.utf8.count))
    #expect(
      place.recordSource?.stages.map { $0.map(\.text).joined(separator: " ") } == stages)
  }

  private static func describe(_ place: CursorPlace) -> String {
    let words = place.words.map { $0.hasVariables ? "?" : $0.text }.joined(separator: "|")
    let start = "\(place.role) [\(words)] "
    switch place.subject {
    case .word(let word): return start + describe(word)
    case .field(let field, let word):
      return start + "$\(field.variable)\(field.path).\(field.name)@\(field.start)"
        + (field.isBraced ? " braced" : "") + (field.isQuoted ? " quoted" : "")
        + (word.map { " or " + describe($0) } ?? "")
    case .variable(let variable):
      return start + "$\(variable.isBraced ? "{" : "")\(variable.name)@\(variable.start)"
        + (variable.isQuoted ? " quoted" : "")
    }
  }

  private static func describe(_ word: OpenWord) -> String {
    let mark = word.quotation.mark == .bare ? "" : " \(word.quotation.mark)"
    return "'\(word.text)'@\(word.start)\(mark)\(word.head.isEmpty ? "" : " behind")"
  }

  @Test(
    arguments: [
      ("a b | c d | e", ["a b", "c d"], false), ("! a | b", ["a"], true),
      ("a; b | c", ["b"], false),
      ("a | b; c", [], false), ("a > f b | c", ["a b"], false), ("a | b\nc", [], false),
      ("! a | b; c | d", ["c"], false), ("a 'b\nc' |\nd", ["a b\nc"], false), ("a b", [], false),
    ] as [(String, [String], Bool)])
  func `the stages before the cursor are those of its pipeline`(
    text: String, stages: [String], beginsWithProgram: Bool
  ) throws {
    let place = try #require(CursorPlace(text, at: text.utf8.count))
    #expect(place.stagesBefore.map { $0.map(\.text).joined(separator: " ") } == stages)
    #expect(stages.isEmpty || place.beginsWithProgram == beginsWithProgram)
  }
}

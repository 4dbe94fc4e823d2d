@testable import ShellLanguage
import Testing

@Suite struct SyntaxErrorTests {
  @Test(
    "A syntax error has a range",
    arguments: [
      ("print 'a b", .unclosedQuote("'"), 6..<7),
      ("print \"a\nb", .unclosedQuote("\""), 6..<7),
      ("print a\n 'b\nc\\", .unclosedQuote("'"), 1..<2),
      ("print \"a\\", .unclosedQuote("\""), 6..<7),
      ("print a \\", .nothingJoined, 8..<9),
      ("a &&\n\\", .nothingJoined, 5..<6),
      ("print &&", .nothingAfter("&&"), 6..<8),
      ("a ||\n# c\n", .nothingAfter("||"), 2..<4),
      ("a |", .nothingAfter("|"), 2..<3),
      ("| a", .nothingBefore("|"), 0..<1),
      ("; a", .nothingBefore(";"), 0..<1),
      ("a ;; b", .nothingBefore(";"), 3..<4),
      ("a | | b", .nothingBefore("|"), 4..<5),
      ("a && && b", .nothingBefore("&&"), 5..<7),
      ("a &&\n|| b", .nothingBefore("||"), 5..<7),
      ("a && ; b", .nothingBefore(";"), 5..<6),
      ("a >", .missingFile(">"), 2..<3),
      ("a >> ; b", .missingFile(">>"), 2..<4),
      ("a > | b", .missingFile(">"), 2..<3),
      ("a > > b", .missingFile(">"), 2..<3),
      ("a && >\nb", .missingFile(">"), 5..<6),
      ("a <", .missingFile("<"), 2..<3),
      ("a 2> | b", .missingFile("2>"), 2..<4),
      ("a 2>> 2> b", .missingFile("2>>"), 2..<5),
      ("a > b > c", .secondRedirection(.output), 6..<7),
      ("a > b 1>> c", .secondRedirection(.output), 6..<9),
      ("a < b < c", .secondRedirection(.input), 6..<7),
      ("a 2> b | c 2> d", .secondRedirection(.errors), 11..<13),
      ("a > b | c", .redirectionBeforePipe, 2..<5),
      ("a | b >>c | d", .redirectionBeforePipe, 6..<9),
      ("> f", .redirectionAlone, 0..<3),
      ("a | > f", .redirectionAlone, 4..<7),
      ("a && > f ; b", .redirectionAlone, 5..<8),
      ("a 2> f > g | b", .redirectionBeforePipe, 7..<10),
      ("a | 2> f", .redirectionAlone, 4..<8),
      ("a > f |\n2> g", .redirectionBeforePipe, 2..<5),
      ("a 3> f", .numberedRedirection("3>"), 2..<4),
      ("a 12>> f", .numberedRedirection("12>"), 2..<5),
      ("a 0< f", .numberedRedirection("0<"), 2..<4),
      ("a | b < f", .inputAfterPipe(stage: "b", 4..<5), 6..<7),
      ("a << f", .hereDocument, 2..<4),
      ("a <<< f", .hereDocument, 2..<4),
      ("a 2>&1", .streamCopy(">&"), 2..<5),
      ("a >& f", .streamCopy(">&"), 2..<4),
      ("a <&3", .streamCopy("<&"), 2..<4),
      ("!", .missingProgram("!"), 0..<1),
      ("a; ! ; b", .missingProgram("!"), 3..<4),
      ("a &&\n! | b", .missingProgram("!"), 5..<6),
      ("! > f", .missingProgram("!"), 0..<1),
      ("! a |", .nothingAfter("|"), 4..<5),
      ("! a | | b", .nothingBefore("|"), 6..<7),
      ("a $(b)", .commandSubstitution, 2..<4),
      ("a \"x $(b)\"", .commandSubstitution, 5..<7),
      ("a b`c`", .backquote, 3..<4),
      ("&", .nothingBefore("&"), 0..<1),
      ("a & & b", .nothingBefore("&"), 4..<5),
      ("a & ; b", .nothingBefore(";"), 4..<5),
      ("a x?b=1&c=2", .attachedJob, 7..<8),
      ("a $_[x]", .resultIndex, 2..<5),
      ("a \"$_.b[-]\"", .resultIndex, 3..<9),
      ("a $_[1", .resultIndex, 2..<6),
      ("a ${b", .variableName, 2..<5),
      ("a ${} b", .variableName, 2..<4),
      ("a ${b-c}", .variableOperator("-"), 2..<6),
      ("a ${b:=c}", .variableOperator(":="), 2..<7),
      ("a ${b:c}", .variableOperator(":"), 2..<6),
      ("a ${b.c%d}", .variableOperator("%"), 2..<8),
      ("a ${#b}", .variableOperator("#"), 2..<5),
      ("a ${b.}", .variableName, 2..<5),
      ("a ${b c}", .variableName, 2..<5),
      ("a ${1.b}", .variableName, 2..<5),
      ("a ${b:-c", .variableName, 2..<8),
      ("a ${b:-c\n}", .variableName, 2..<8),
      ("a ${b:-'c}", .variableName, 2..<10),
      ("a ${b:-\\", .variableName, 2..<8),
      ("a ${b:-c$d}", .variableInFallback, 8..<9),
      ("a \"${b:-'$d'}\"", .variableInFallback, 9..<10),
      ("a ${b:-`c`}", .backquote, 7..<8),
      ("a ${_[b]}", .resultIndex, 2..<6),
      ("a \"${", .variableName, 3..<5),
      ("a 'b\nc' \0", .nul(offset: 3), 8..<9),
      ("# a\0", .nul(offset: 3), 3..<4),
    ] as [(String, SyntaxError.Kind, Range<Int>)])
  func refusal(script: String, kind: SyntaxError.Kind, range: Range<Int>) throws {
    let error = #expect(throws: SyntaxError.self) { _ = try ParsedScript(script) }
    #expect(error == SyntaxError(kind, range))
  }

  @Test(
    "Bytes that are not UTF-8 are errors anywhere in a line",
    arguments: [
      ([0x61, 0xFF], 1), ([0x80], 0), ([0xC3], 0), ([0xC0, 0x80], 0), ([0xE0, 0x9F, 0xBF], 0),
      ([0xED, 0xA0, 0x80], 0), ([0xF0, 0x8F, 0xBF, 0xBF], 0), ([0xF4, 0x90, 0x80, 0x80], 0),
      ([0xF5, 0x80, 0x80, 0x80], 0), ([0xE2, 0x82], 0), ([0xF0, 0x9F, 0x98, 0x28], 0),
      ([0x23, 0x20, 0xC3, 0xA9, 0xC3, 0x28], 4),
    ] as [([UInt8], Int)])
  func invalidUTF8(line: [UInt8], offset: Int) throws {
    var parser = ScriptParser()
    let error = #expect(throws: SyntaxError.self) { _ = try parser.feed(line) }
    #expect(error == SyntaxError(.invalidUTF8(offset: offset), offset..<offset + 1))
    #expect(error?.message == "invalid UTF-8 at byte offset \(offset) of the line")
  }

  @Test func `All UTF-8 scalars are accepted`() throws {
    var parser = ScriptParser()
    let edges: [UInt32] = [
      0x80, 0x7FF, 0x800, 0xFFF, 0x1000, 0xCFFF, 0xD7FF, 0xE000, 0xFFFD, 0xFFFF, 0x10000,
      0x3FFFF, 0x40000, 0xFFFFF, 0x100000, 0x10FFFF,
    ]
    for edge in edges {
      let text = String(Character(try #require(Unicode.Scalar(edge))))
      let result = try parser.feed("é" + text)
      guard case .complete(let list) = result else {
        Issue.record("\(edge) made no statement")
        continue
      }
      #expect(list.first.command.map(\.content) == [.literal("é" + text)])
    }
  }

  @Test func `Syntax errors say what to write instead`() {
    #expect(SyntaxError(.numberedRedirection("3>"), 0..<2).message == "'3>' is not supported")
    #expect(
      SyntaxError(.numberedRedirection("3>"), 0..<2).hint
        == "put a blank before '>', or quote '3>' to pass it as text")
    #expect(
      SyntaxError(.inputAfterPipe(stage: "b", 0..<1), 0..<1).hint
        == "put it before the first '|', compare with 'where', or quote '<' to pass it as text")
    #expect(
      SyntaxError(.variableOperator(":="), 0..<1).message == "':=' in '${…}' is not supported")
    #expect(
      SyntaxError(.variableOperator(":="), 0..<1).hint
        == "write ${name:-text} for a default, or quote '${' to pass it as text")
    #expect(
      SyntaxError(.variableInFallback, 0..<1).message
        == "the text after ':-' cannot contain variables")
    #expect(SyntaxError(.missingProgram("!"), 0..<1).message == "there is no program after '!'")
    #expect(
      SyntaxError(.attachedJob, 0..<1).hint
        == "quote '&' to pass it as text, or put blanks around it")
    #expect(SyntaxError(.backquote, 0..<1).hint == "quote '`' to pass it as text")
  }
}

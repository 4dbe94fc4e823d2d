@testable import ShellLanguage
import Testing

@Suite struct ScriptParserTests {
  @Test func `A quote of a hundred thousand lines takes linear work`() throws {
    var parser = ScriptParser()
    #expect(try parser.feed("print 'first") == .incomplete)
    for _ in 0..<100_000 {
      guard try parser.feed("a line") == .incomplete else {
        Issue.record("the quote was closed")
        return
      }
    }
    guard case .complete(let list) = try parser.feed("last'") else {
      Issue.record("the quote was not closed")
      return
    }
    guard case .literal(let text)? = list.first.command.last?.content else {
      Issue.record("the quote is no literal")
      return
    }
    #expect(text.utf8.count == 700_010)
    #expect(text.hasSuffix("a line\nlast"))
  }

  @Test(arguments: ["a \\", "a &&", "a |", "a || # c"])
  func `Ten thousand joined lines make one statement`(line: String) throws {
    var parser = ScriptParser()
    for _ in 0..<10_000 {
      guard try parser.feed(line) == .incomplete else {
        Issue.record("the statement ended")
        return
      }
    }
    guard case .complete(let list) = try parser.feed("a") else {
      Issue.record("the statement did not end")
      return
    }
    let count = list.first.command.count + list.first.stages.count + list.rest.count
    #expect(count == 10_001)
  }

  @Test func `The source is kept only if a statement spans lines`() throws {
    var parser = ScriptParser()
    _ = try parser.feed("print 'a'")
    #expect(parser.source == nil)
    _ = try parser.feed("print 'a")
    #expect(parser.source == Array("print 'a".utf8))
    #expect(parser.isIncomplete)
    _ = try parser.feed("b' \\")
    _ = try parser.feed(" c")
    #expect(!parser.isIncomplete)
    #expect(parser.source == Array("print 'a\nb' \\\n c".utf8))
    _ = try parser.feed("print")
    #expect(parser.source == nil)
  }

  @Test func `After an error the next line begins a new statement`() throws {
    var parser = ScriptParser()
    _ = try parser.feed("print a 'b")
    let error = #expect(throws: SyntaxError.self) { _ = try parser.feed("c'x&y") }
    #expect(error == SyntaxError(.attachedJob, 14..<15))
    #expect(parser.source == Array("print a 'b\nc'x&y".utf8))
    #expect(!parser.isIncomplete)
    guard case .complete(let list) = try parser.feed("print \"b\"") else {
      Issue.record("nothing was parsed")
      return
    }
    #expect(ParsedScript.describe(list) == "[print] [b]")
    #expect(list.first.command.first?.start == 0)
  }

  @Test func `The end of input leaves no statement open`() throws {
    var parser = ScriptParser()
    _ = try parser.feed("print 'a")
    #expect(throws: SyntaxError(.unclosedQuote("'"), 6..<7)) { try parser.finish() }
    #expect(parser.source == Array("print 'a".utf8))
    try parser.finish()
    guard case .complete = try parser.feed("print") else {
      Issue.record("the quote was still open")
      return
    }
  }

  @Test func `Resetting the parser discards an incomplete statement`() throws {
    var parser = ScriptParser()
    _ = try parser.feed("print a && 'b")
    parser.reset()
    #expect(!parser.isIncomplete)
    #expect(parser.source == nil)
    guard case .complete(let list) = try parser.feed("c'd'") else {
      Issue.record("nothing was parsed")
      return
    }
    #expect(ParsedScript.describe(list) == "[cd]")
  }

  @Test func `A statement has at most one MiB`() throws {
    let limit = ScriptParser.longestStatement
    var parser = ScriptParser()
    let word = Array(repeating: UInt8(ascii: "a"), count: limit)
    guard case .complete = try parser.feed(word) else {
      Issue.record("a line of one MiB was not parsed")
      return
    }
    #expect(throws: SyntaxError(.tooLong, 0..<0)) { _ = try parser.feed(word + [32]) }
    #expect(try parser.feed(word.dropLast(3) + [39]) == .incomplete)
    guard case .complete = try parser.feed([39]) else {
      Issue.record("two lines of one MiB were not parsed")
      return
    }
    #expect(try parser.feed(word.dropLast(2) + [39]) == .incomplete)
    #expect(throws: SyntaxError(.tooLong, limit - 1..<limit - 1)) { _ = try parser.feed([39]) }
    #expect(try parser.feed("") == .blank)
  }
}

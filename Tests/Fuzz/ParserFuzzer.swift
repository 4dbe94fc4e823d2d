@testable import ShellLanguage
@testable import ShellCommands
@testable import ShellOutput

/// The input is a script, fed line by line.
func fuzzParser(_ script: [UInt8]) {
  var parser = ScriptParser()
  for line in script.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
    check(Array(line), with: &parser)
  }
  do throws(SyntaxError) {
    try parser.finish()
  } catch {
    promise(error.range.upperBound <= parser.source?.count ?? 0)
  }
  promise(!parser.isIncomplete && !parser.isInBlock && !parser.isInParentheses)
  checkCompletion(of: script)
}

/// What is put into a script at its end is read back as the word that was meant.
private func checkCompletion(of script: [UInt8]) {
  guard let text = String(validating: script, as: UTF8.self),
    let place = CursorPlace(text, at: script.count)
  else { return }
  promise(place.recordSource?.stages.isEmpty != true)
  guard case .word(let word) = place.subject else { return }
  promise(word.start <= script.count)
  // In a condition, a symbol directly behind a '}' ends the block, and other text would not.
  if word.head.isEmpty, script[..<word.start].last == UInt8(ascii: "}") { return }
  for meant in ["a 'b\"$c\\=(<", ".a", "[0]", "{", "}"] {
    checkCompletion(of: script, place, word, by: meant)
  }
}

private func checkCompletion(
  of script: [UInt8], _ place: CursorPlace, _ word: OpenWord, by meant: String
) {
  let written = script[..<word.start] + Array(word.quotation.written(meant).utf8)
  // Parentheses and conditions are closed behind it.
  let ends = place.expression == nil ? ["", ")", "))"] : ["", ")", "))", " {", ") {"]
  for end in ends {
    guard let (list, start) = statement(endingWith: written + Array(end.utf8)) else { continue }
    return check(written.count - start, of: list, place, word, by: meant)
  }
}

/// Checks the word that ends at a place.
private func check(
  _ end: Int, of list: CommandList, _ place: CursorPlace, _ word: OpenWord, by meant: String
) {
  if place.expression != nil {
    promise(list.allExpressions.contains { $0.places.contains { $0.upperBound == end } })
    return
  }
  let content: Word.Content =
    word.head.isEmpty ? .literal(meant) : .composed(word.head + [.literal(meant)])
  for pipeline in list.allPipelines {
    let stages = [pipeline.command] + pipeline.stages
    let words = place.role == .file ? pipeline.redirections.map(\.file) : Array(stages.joined())
    guard let read = words.first(where: { $0.end == end && $0.compound == nil }) else { continue }
    promise(read.content == content)
    // The items of a loop whose block is missing.
    let isLoop = pipeline.command.contains { $0.isBare("for") }
    promise(pipeline.beginsWithProgram || place.role != .program || isLoop)
    return checkExpressionCursor(in: pipeline)
  }
  // What a block has apart from its pipelines.
  promise(list.otherWords.contains { $0.end == end && $0.content == content })
}

/// The statement that a script ends with, whose blocks are closed, and its offset; nil if the grammar refuses that.
///
/// The cursor's place is found in what the grammar refuses, too.
private func statement(
  endingWith script: some Collection<UInt8>
) -> (list: CommandList, start: Int)? {
  var parser = ScriptParser()
  var result = ScriptParser.Result.blank
  var start = 0
  for line in script.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
    guard let next = try? feed(Array(line), to: &parser) else { return nil }
    result = next
    start = script.count - (parser.source?.count ?? line.count)
  }
  let isWhole = parser.openQuote == nil && !parser.isInParentheses && !parser.isInBlock
  while result == .incomplete, parser.isInBlock, !parser.isInParentheses {
    var next = parser
    if let closed = try? feed(Array("}".utf8), to: &next) {
      (parser, result) = (next, closed)
    } else if let closed = try? feed(Array("} else { }".utf8), to: &parser) {
      result = closed
    } else {
      return nil
    }
  }
  if case .complete(let list) = result { return (list, start) }
  promise(!isWhole)
  return nil
}

/// Feeds a line and checks what comes of it.
private func check(_ line: [UInt8], with parser: inout ScriptParser) {
  let wasIncomplete = parser.isIncomplete
  let wasSkipping = parser.isSkipping
  do throws(SyntaxError) {
    let result = try feed(line, to: &parser)
    promise(parser.isIncomplete == (result == .incomplete))
    promise(result == .blank || !parser.isSkipping)
    promise(wasSkipping || !parser.isSkipping)
    guard case .complete(let list) = result else { return }
    let source = parser.source ?? line
    promise(wasIncomplete == (parser.source != nil))
    check(list, in: 0..<source.count)
    checkSecondReading(of: list, from: source)
    checkBlock(of: list, from: source)
  } catch {
    let source = parser.source ?? line
    promise(error.range.upperBound <= source.count)
    promise(!error.message.isEmpty && !parser.isIncomplete)
    if parser.isSkipping { checkEnd(ofBlocksIn: source, skippedBy: parser) }
  }
}

/// The blocks of a statement with an error end with as many braces as it has; then a statement is read again.
private func checkEnd(ofBlocksIn source: [UInt8], skippedBy parser: ScriptParser) {
  var parser = parser
  var count = source.count { $0 == UInt8(ascii: "{") }
  while parser.isSkipping {
    promise(count >= 0)
    _ = try? feed(Array(" }".utf8), to: &parser)
    count -= 1
  }
  let next = try? feed(Array("a".utf8), to: &parser)
  promise(next == statement("a").map(ScriptParser.Result.complete))
}

/// Words stand in order within a range, those of blocks within their statement, and no stage is empty.
private func check(_ list: CommandList, in range: Range<Int>) {
  var start = range.lowerBound
  for pipeline in [list.first] + list.rest.map(\.pipeline) {
    check(pipeline, in: start..<range.upperBound)
    start = pipeline.range.upperBound
  }
}

private func check(_ pipeline: Pipeline, in range: Range<Int>) {
  promise(range.encloses(pipeline.range))
  let kinds = pipeline.redirections.map(\.kind)
  promise(Set(kinds).count == kinds.count)
  pipeline.stages.forEach(checkExpression)
  for stage in [pipeline.command] + pipeline.stages {
    promise(!stage.isEmpty)
    var end = range.lowerBound
    for word in stage {
      promise(end <= word.start && word.start < word.end && word.end <= range.upperBound)
      end = word.end
      if let compound = word.compound { check(compound, in: word.start..<word.end) }
      for parenthesis in word.expressions {
        promise(parenthesis.places.allSatisfy((word.start..<word.end).encloses))
      }
    }
    checkQuoting(of: stage)
    checkBinding(of: stage)
  }
}

private func check(_ compound: Compound, in range: Range<Int>) {
  var start = range.lowerBound
  for block in compound.blocks {
    for statement in block.statements {
      check(statement, in: start..<range.upperBound)
      start = (statement.rest.last?.pipeline ?? statement.first).range.upperBound
    }
  }
  for parenthesis in compound.expressions {
    promise(parenthesis.places.allSatisfy(range.encloses))
  }
  // The value of a parameter without one is in no source.
  for word in compound.otherWords where word.end > 0 {
    promise(range.encloses(word.start..<word.end))
  }
  if case .loop(let loop) = compound { promise(!loop.names.isEmpty) }
  if case .pipeline(let items)? = compound.items { check(items, in: range) }
}

/// In a block, on lines of its own, a statement is the same as outside.
private func checkBlock(of list: CommandList, from source: [UInt8]) {
  // A brace that is text is an error in a block.
  let compounds = list.allPipelines.flatMap { $0.command + $0.stages.joined() }.compactMap(
    \.compound)
  let count = compounds.reduce(0) { $0 + $1.blocks.count }
  let braces = source.count { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }
  guard braces == 2 * count, count < BlockContext.greatestDepth else { return }
  // Tests and hooks are not in a block.
  for pipeline in [list.first] + list.rest.map(\.pipeline) {
    switch pipeline.command[0].compound {
    case .test, .hook: return
    default: break
    }
  }
  let opening = Array("if (1 < 2) {\n".utf8)
  guard let whole = statement(opening + source + Array("\n}".utf8)),
    case .conditional(let branches, otherwise: nil)? = whole.first.command[0].compound
  else { breach("not read in a block") }
  promise(branches[0].body.statements == [list.moved(by: opening.count)])
}

/// The statement's source, fed to a new parser, gives the same statement.
///
/// So no state is left over from the statement before. With a comment behind it, the line is not
/// read the short way.
private func checkSecondReading(of list: CommandList, from source: [UInt8]) {
  var parser = ScriptParser()
  let lines = (source + Array(" #".utf8)).split(
    separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  for (index, line) in lines.enumerated() {
    let result = try? feed(Array(line), to: &parser)
    promise(result == (index == lines.count - 1 ? .complete(list) : .incomplete))
  }
}

/// The words of a where stage, written with blanks between them, are read as the same words.
///
/// Those without special characters stay without quotes; each symbol is a word of its own.
private func checkExpression(_ stage: [Word]) {
  guard stage[0].isCondition else { return }
  let symbols = ["<", "<=", ">", ">="]
  let isBare = stage.map { word in
    !word.isQuoted && !word.hasVariables
      && (symbols.contains(word.text) || word.text.utf8.allSatisfy(ByteClass.isPlain))
  }
  let script = "a | " + zip(stage, isBare).map { $1 ? $0.text : quoted($0) }.joined(separator: " ")
  // The stage can end with 'not' before a ';'.
  guard let again = statement(script + " ; b")?.first.stages.first else { breach("not read again") }
  promise(again.map(\.content) == stage.map(\.content))
  promise(zip(again, isBare).allSatisfy { ($0.isQuoted || $0.hasVariables) != $1 })
  let words = Array(stage.dropFirst())
  do throws(ExpressionError) {
    _ = try Expression(words)
    let cursor = ExpressionCursor(after: words)
    promise(cursor == .connective || cursor == .comparison || cursor == .keyword([",", ")"]))
  } catch {
    promise(error.word.map(words.indices.contains) ?? words.isEmpty)
    promise(!error.message.isEmpty)
  }
}

/// Behind what can end an expression or go on, something that can come next is read as that.
private func checkExpressionCursor(in pipeline: Pipeline) {
  guard let stage = pipeline.stages.last, stage[0].isCondition else { return }
  let words = Array(stage.dropFirst())
  let next: String
  switch ExpressionCursor(after: words) {
  case .field, .value: next = "a"
  case .comparison: next = "="
  case .connective: next = "and"
  case .keyword(let keywords): next = keywords.last ?? ""
  case nil: return
  }
  let word = Word(content: .literal(next), start: 0, end: 0, isQuoted: false)
  promise(ExpressionCursor(after: words + [word]) != nil)
}

/// Words that are quoted and read again are the same words.
private func checkQuoting(of words: [Word]) {
  // Neither an expression nor a block can be quoted.
  if words.contains(where: { $0.hasExpression || $0.compound != nil }) { return }
  // In a condition, a variable's path can have names that it cannot have in other words.
  if words.contains(where: \.isCondition), words.haveVariables { return }
  guard let list = statement(words.map(quoted).joined(separator: " ")) else {
    breach("not read again")
  }
  promise(list.first.command.map(\.content) == words.map(\.content))
}

extension Word {
  fileprivate var hasExpression: Bool {
    guard case .composed(let parts) = content, case .expression = parts.last else { return false }
    return true
  }
}

/// The statement that ends with the text's last line; nil if there is none.
private func statement(_ text: String) -> CommandList? { statement(Array(text.utf8)) }

private func statement(_ text: [UInt8]) -> CommandList? {
  var parser = ScriptParser()
  var result: ScriptParser.Result?
  for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
    result = try? feed(Array(line), to: &parser)
  }
  return if case .complete(let list)? = result { list } else { nil }
}

private func quoted(_ word: Word) -> String {
  switch word.content {
  case .literal(let text): quoted(text)
  case .composed(let parts):
    parts.map { part in
      switch part {
      case .literal(let text), .value(let text): quoted(text)
      case .variable(let variable):
        "${\(variable.name)\(variable.path)\(variable.fallback.map { ":-" + quoted($0) } ?? "")}"
      case .expression, .statement: ""
      }
    }.joined()
  }
}

private func quoted(_ text: String) -> String {
  let quote = UInt8(ascii: "'")
  let pieces = text.utf8.split(separator: quote, omittingEmptySubsequences: false)
  return "'" + pieces.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "'\\''") + "'"
}

private let binders = [CommandSpecification.OptionParsing.anywhere, .beforeArguments, .knownOnly]
  .map { parsing in
    ArgumentBinder(
      CommandSpecification(
        "c", abstract: "",
        arguments: [
          ArgumentSpecification("A", "", isRequired: false),
          ArgumentSpecification("B", "", type: .integer(-9...9)),
          ArgumentSpecification("C", "", isRequired: false, isRepeating: true),
        ],
        options: [
          OptionSpecification("value", short: "v", value: "V", "", type: .text(length: 0...9)),
          OptionSpecification(flag: "flag", short: "f", ""),
        ]
      ).parsingOptions(parsing),
      path: "c")
  }

/// Words bind or are refused, with a word at fault that is one of them; none is bound twice.
private func checkBinding(of words: [Word]) {
  let expanded = words.map { word in
    switch word.content {
    case .literal(let text): Word(text)
    case .composed: Word("-v", mayBeOption: false)
    }
  }
  for binder in binders {
    do throws(ShellError) {
      let bound = try binder.bind(expanded, from: 1)
      if bound.wantsHelp { continue }
      let arguments = ["A", "B", "C"].flatMap { bound.texts($0) }
      promise(arguments.count < words.count)
      promise(arguments.count == bound.positionalCount)
      promise((-9...9).contains(bound.text("B").flatMap { Int($0) } ?? .max))
      promise(bound.text("value")?.count ?? 0 <= 9)
    } catch {
      promise(error.code == .usage && !error.message.isEmpty)
      promise(error.word ?? 1 >= 1 && error.word ?? 0 < words.count)
    }
  }
}

private func feed(
  _ line: [UInt8], to parser: inout ScriptParser
) throws(SyntaxError) -> ScriptParser.Result {
  let outcome = line.withUnsafeBufferPointer { buffer in
    Result<ScriptParser.Result, SyntaxError> { () throws(SyntaxError) in
      try parser.feed(buffer)
    }
  }
  return try outcome.get()
}

extension Word {
  /// Whether a condition follows the word in a stage.
  fileprivate var isCondition: Bool { isBare("where") || isBare("expect") }
}

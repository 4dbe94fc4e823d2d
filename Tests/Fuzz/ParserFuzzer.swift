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
  promise(!parser.isIncomplete)
  checkCompletion(of: script)
}

/// What is put into a script at its end is read back as the word that was meant.
private func checkCompletion(of script: [UInt8]) {
  guard let text = String(validating: script, as: UTF8.self),
    let place = CursorPlace(text, at: script.count), case .word(let word) = place.subject
  else { return }
  promise(word.start <= script.count)
  for meant in ["a 'b\"$c\\=(<", ".a", "[0]"] {
    checkCompletion(of: script, place, word, by: meant)
  }
}

private func checkCompletion(
  of script: [UInt8], _ place: CursorPlace, _ word: OpenWord, by meant: String
) {
  let written = script[..<word.start] + Array(word.quotation.written(meant).utf8)
  var parser = ScriptParser()
  var result = ScriptParser.Result.blank
  for line in written.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
    // The place is found in what the grammar refuses, too.
    guard let next = try? feed(Array(line), to: &parser) else { return }
    result = next
  }
  guard case .complete(let list) = result,
    case let pipeline = list.rest.last?.pipeline ?? list.first,
    let last = pipeline.stages.last?.last ?? pipeline.command.last
  else { breach("not read again") }
  let content: Word.Content =
    word.head.isEmpty ? .literal(meant) : .composed(word.head + [.literal(meant)])
  let read = place.role == .file ? pipeline.redirections.last?.file : last
  promise(read?.content == content)
  promise(pipeline.beginsWithProgram || place.role != .program)
  checkExpressionCursor(in: pipeline)
}

/// Feeds a line and checks what comes of it.
private func check(_ line: [UInt8], with parser: inout ScriptParser) {
  let wasIncomplete = parser.isIncomplete
  do throws(SyntaxError) {
    let result = try feed(line, to: &parser)
    promise(parser.isIncomplete == (result == .incomplete))
    guard case .complete(let list) = result else { return }
    let source = parser.source ?? line
    promise(wasIncomplete == (parser.source != nil))
    check(list, of: source)
    checkSecondReading(of: list, from: source)
  } catch {
    promise(error.range.upperBound <= (parser.source ?? line).count)
    promise(!error.message.isEmpty && !parser.isIncomplete)
  }
}

/// Words stand in order within the source, and no stage is empty.
private func check(_ list: CommandList, of source: [UInt8]) {
  for pipeline in [list.first] + list.rest.map(\.pipeline) {
    let kinds = pipeline.redirections.map(\.kind)
    promise(Set(kinds).count == kinds.count)
    pipeline.stages.forEach(checkExpression)
    for stage in [pipeline.command] + pipeline.stages {
      promise(!stage.isEmpty)
      var end = 0
      for word in stage {
        promise(end <= word.start && word.start < word.end && word.end <= source.count)
        end = word.end
      }
      checkQuoting(of: stage)
      checkBinding(of: stage)
    }
  }
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
  guard stage[0].isBare("where") else { return }
  let symbols = ["<", "<=", ">", ">="]
  let isBare = stage.map { word in
    !word.isQuoted && !word.hasVariables
      && (symbols.contains(word.text) || word.text.utf8.allSatisfy(ByteClass.isPlain))
  }
  let script = "a | " + zip(stage, isBare).map { $1 ? $0.text : quoted($0) }.joined(separator: " ")
  guard let again = statement(script)?.first.stages.first else { breach("not read again") }
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
  guard let stage = pipeline.stages.last, stage[0].isBare("where") else { return }
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
private func statement(_ text: String) -> CommandList? {
  var parser = ScriptParser()
  var result: ScriptParser.Result?
  for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
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
      case .literal(let text): quoted(text)
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
        ],
        optionParsing: parsing),
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

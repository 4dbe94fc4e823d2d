@testable import ShellLanguage

/// Parses a script, and prints its statements in a form for tables of cases.
struct ParsedScript {
  private(set) var statements: [String] = []
  private(set) var lists: [CommandList] = []

  /// Feeds every line and then the end of input.
  init(_ script: String) throws(SyntaxError) {
    var parser = ScriptParser()
    for line in script.split(separator: "\n", omittingEmptySubsequences: false) {
      guard case .complete(let list) = try parser.feed(String(line)) else { continue }
      lists.append(list)
      statements.append(Self.describe(list))
    }
    try parser.finish()
  }

  /// Describes a list: every word in brackets, variables in braces.
  static func describe(_ list: CommandList) -> String {
    let text = list.rest.reduce(describe(list.first)) { text, continuation in
      let connector =
        switch continuation.connector {
        case .sequence: ";"
        case .background: "&"
        case .and: "&&"
        case .or: "||"
        }
      return "\(text) \(connector) \(describe(continuation.pipeline))"
    }
    return list.endsWithJob ? text + " &" : text
  }

  private static func describe(_ pipeline: Pipeline) -> String {
    let stages = ([pipeline.command] + pipeline.stages).map { words in
      words.map(describe).joined(separator: " ")
    }
    let files = pipeline.redirections.map {
      " \($0.kind.symbol(appends: $0.appends)) \(describe($0.file))"
    }
    return (pipeline.beginsWithProgram ? "! " : "") + stages.joined(separator: " | ")
      + files.joined()
  }

  private static func describe(_ word: Word) -> String {
    switch word.content {
    case .literal(let text): return "[\(text)]"
    case .composed(let parts):
      let texts = parts.map { part in
        switch part {
        case .literal(let text): text
        case .variable(let variable):
          "{\(variable.name)\(variable.path)\(variable.fallback.map { ":-" + $0 } ?? "")}"
        case .expression: "(…)"
        }
      }
      return "[\(texts.joined())]"
    }
  }
}

extension ScriptParser {
  /// Feeds a line of text.
  mutating func feed(_ line: String) throws(SyntaxError) -> Result {
    try feed(Array(line.utf8))
  }

  /// Feeds a line of bytes.
  mutating func feed(_ line: [UInt8]) throws(SyntaxError) -> Result {
    let outcome = line.withUnsafeBufferPointer { buffer in
      Swift.Result<Result, SyntaxError> { () throws(SyntaxError) in try feed(buffer) }
    }
    return try outcome.get()
  }
}

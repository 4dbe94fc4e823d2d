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
    if let compound = word.compound { return describe(compound) }
    switch word.content {
    case .literal(let text): return "[\(text)]"
    case .composed(let parts):
      let texts = parts.map { part in
        switch part {
        case .literal(let text), .value(let text): text
        case .variable(let variable):
          "{\(variable.name)\(variable.path)\(variable.fallback.map { ":-" + $0 } ?? "")}"
        case .expression: "(…)"
        case .statement: ""
        }
      }
      return "[\(texts.joined())]"
    }
  }

  /// Describes a statement with blocks; a condition is its variables.
  private static func describe(_ compound: Compound) -> String {
    switch compound {
    case .block(let block): return describe(block)
    case .conditional(let branches, let otherwise):
      let texts = branches.map { branch in
        let names = branch.condition.expression.variables.map(\.name).joined(separator: ",")
        return "if(\(names))\(describe(branch.body))"
      }
      return texts.joined(separator: " else ") + (otherwise.map { " else\(describe($0))" } ?? "")
    case .loop(let loop):
      return describe(loop.names, loop.items) + describe(loop.body)
    case .skipTest(let word): return "<skip \(describe(word))>"
    case .expectation: return "expect"
    case .expectedOutcome(let expected):
      let outcome =
        switch expected.outcome {
        case .success: "success"
        case .statuses(let statuses): "[\(statuses.joined(separator: ","))]"
        case .error(let status): status.map { "error \($0)" } ?? "error"
        }
      return "expect \(outcome)\(describe(expected.body))"
        + (expected.limit.map { " within \(describe($0))" } ?? "")
        + (expected.interval.map { " every \(describe($0))" } ?? "")
    case .test(let test):
      let table = test.items.map { " " + describe(test.names, $0) } ?? ""
      return "test \(describe(test.name))\(table)\(describe(test.body))"
    case .hook(let hook, let block): return hook.rawValue + describe(block)
    case .attempt(let block, let otherwise):
      return "try\(describe(block)) else\(describe(otherwise))"
    case .definition(let definition):
      let parameters = definition.parameters.map { parameter in
        parameter.name + (parameter.fallback.map { "=\(describe($0))" } ?? "")
      }
      return
        "def \(definition.name)(\(parameters.joined(separator: ",")))\(describe(definition.body))"
    case .breakLoop: return "<break>"
    case .continueLoop: return "<continue>"
    case .returnValue(let word): return word.map { "<return \(describe($0))>" } ?? "<return>"
    }
  }

  private static func describe(_ names: [String], _ items: Compound.Items) -> String {
    let text =
      switch items {
      case .value(let word): describe(word)
      case .pipeline(let pipeline): describe(pipeline)
      }
    return "for(\(names.joined(separator: ",")) in \(text))"
  }

  private static func describe(_ block: Block) -> String {
    "{\(block.statements.map(describe).joined(separator: "; "))}"
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

import FoundationEssentials
@testable import ShellLanguage
@testable import ShellOutput
@testable import ShellRecords

/// The input is an expression, evaluated as a condition, for a field and in parentheses.
func fuzzExpression(_ input: [UInt8]) {
  guard let text = String(validating: input, as: UTF8.self), !text.contains("\n") else { return }
  MainActor.assumeIsolated {
    if let words = words(of: "p | where \(text)")?.stages.first {
      check(Array(words.dropFirst()), isCondition: true)
    }
    if let word = words(of: "p (\(text))")?.command.last, let parenthesis = word.loneExpression {
      promise(parenthesis.expression.word.map(parenthesis.places.indices.contains) ?? true)
      check(parenthesis.expression, isCondition: false)
    }
    if let word = words(of: "p | put x=(\(text))")?.stages.first?.last,
      case .composed(let parts) = word.content, case .expression(let parenthesis) = parts.last
    {
      check(parenthesis.expression, isCondition: false)
    }
  }
}

private func words(of script: String) -> Pipeline? {
  var parser = ScriptParser()
  var script = script
  guard case .complete(let list)? = try? script.withUTF8({ try parser.feed($0) }), list.rest.isEmpty
  else { return nil }
  return list.first
}

@MainActor
private func check(_ words: [Word], isCondition: Bool) {
  guard let expression = try? Expression(words) else { return }
  check(expression, isCondition: isCondition)
}

private let columns = ["a", "b", "c", "d", "e", "f"].map { Column($0) }
private let row: [CellValue] = [
  .integer(5), .untyped("1.5"), .text("2026-11-22"), .list([.integer(1), .text("x")]), .null,
  .record([.init("g", .boolean(true))]),
]

/// A value is bounded, and so is an error; the same record gives the same value.
@MainActor
private func check(_ expression: ShellLanguage.Expression, isCondition: Bool) {
  do throws(ShellError) {
    var evaluator = try Evaluator(expression, isCondition: isCondition, in: Values()) { $0 }
    try evaluator.resolve(in: columns)
    if isCondition {
      _ = try evaluator.matches(row)
    } else {
      promise(try evaluator.value(row).plainText.utf8.count <= 4 << 20)
    }
  } catch {
    promise(!error.message.isEmpty && error.message.utf8.count <= 1 << 20)
  }
}

private struct Values: VariableScope {
  func value(of variable: VariableReference) throws(ShellError) -> CellValue {
    switch variable.name {
    case "n": .integer(7)
    case "t": .text("text")
    case "u": .untyped("12")
    default: throw ShellError(.usage, "\(variable.source) is not defined")
    }
  }
}

import ShellLanguage
import ShellOutput

extension ShellLanguage.Expression {
  /// The expression for use in an error: `'price'`, `'$x.id'`, or what it is.
  var description: String {
    switch self {
    case .field(let path, _): "'\(path.text)'"
    case .variable(let variable, _), .namedField(let variable, _): "'\(variable.source)'"
    case .word(let value, _): "'\(value.text)'"
    case .call(let function, _, _): "'\(function.rawValue)(…)'"
    case .moment(let moment): "'\(moment.rawValue)'"
    default: "the value"
    }
  }
}

/// A word that is no name, as a value.
enum WordValue {
  static func operand(_ value: ShellLanguage.Expression.Value) -> Operand {
    if value.isQuoted { return .text(value.text) }
    let text = value.text
    if let number = ExactNumber(text) { return .number(number) }
    if let date = text.asDate { return .date(date) }
    if let duration = TimeSpan.milliseconds(text) { return .duration(duration) }
    switch text {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    case "null": return .null
    default: return .text(text)
    }
  }
}

/// The part of an expression to which an error points.
struct ExpressionPlace {
  /// The part for use in a sentence.
  let name: String
  /// The index of its word, as ``ShellOutput/ShellError/word``.
  let word: Int?
  /// Whether its value depends on variables or fields.
  var isOfData = true

  func error(_ what: String, hint: String? = nil) -> ShellError {
    var error = ShellError(.usage, "\(name) \(what)", hint: hint, word: word)
    error.isOfData = isOfData
    return error
  }
}

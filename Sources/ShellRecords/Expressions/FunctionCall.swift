import FoundationEssentials
import ShellLanguage
import ShellOutput

/// A call of a function with the values of its arguments.
struct FunctionCall {
  /// The size limit of a text that a function makes, in bytes: 1 MiB.
  static let longestText = 1 << 20

  let function: Function
  let arguments: [Operand]
  /// The parts of the expression that gave the arguments, for errors.
  let places: [ExpressionPlace]
  /// The index of the function's word.
  let word: Int?

  func result() throws(ShellError) -> Operand {
    switch function {
    case .length: try length()
    case .lower: .text(try bounded(try text(0).lowercased()))
    case .upper: .text(try bounded(try text(0).uppercased()))
    case .trim: .text(Self.trimmed(try text(0)))
    case .split: .list(try split().map { .text($0) })
    case .join: try join()
    case .replace: try replace()
    case .round: .number(try number(0).rounded(.nearest, to: try digits()))
    case .floor: .number(try number(0).rounded(.down, to: 0))
    case .abs: try absolute()
    case .date: .date(try date())
    case .format: try format()
    case .sum: .number(try sum())
    case .mean: try mean()
    case .min, .max: try extreme()
    case .count: .number(ExactNumber(try list(0).count))
    case .parse: try parse()
    case .uuid: .text(UUID().uuidString.lowercased())
    // The parser makes it a field.
    case .field: .missing
    }
  }

  func error(_ index: Int, needs what: String) -> ShellError {
    places[index].error(
      "is \(arguments[index].kind), and '\(function.rawValue)' needs \(what)",
      hint: function.usage)
  }

  /// An argument as text; a number is text as it is written.
  func text(_ index: Int) throws(ShellError) -> String {
    switch arguments[index] {
    case .text(let text), .untyped(let text): return text
    case .number, .date, .duration, .boolean: return arguments[index].cell.plainText
    case .list, .record, .null, .missing: throw error(index, needs: "text")
    }
  }

  func number(_ index: Int) throws(ShellError) -> ExactNumber {
    guard let number = arguments[index].asNumber else { throw error(index, needs: "a number") }
    return number
  }

  /// The values of a list; null is an empty one.
  private func list(_ index: Int) throws(ShellError) -> [CellValue] {
    switch arguments[index] {
    case .list(let values): return values
    case .null, .missing: return []
    default: throw error(index, needs: "a list")
    }
  }

  func bounded(_ text: String) throws(ShellError) -> String {
    guard text.utf8.count <= Self.longestText else { throw tooLong }
    return text
  }

  private var tooLong: ShellError {
    ShellError(.limit, "the text of '\(function.rawValue)' is longer than 1 MiB", word: word)
  }

  private func length() throws(ShellError) -> Operand {
    if case .list(let values) = arguments[0] { return .number(ExactNumber(values.count)) }
    return .number(ExactNumber(try text(0).unicodeScalars.count))
  }

  private static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
  }

  private func split() throws(ShellError) -> [String] {
    let separator = try text(1)
    guard !separator.isEmpty else { throw places[1].error("is empty, so it separates nothing") }
    return TextSearch.pieces(of: try text(0), between: separator)
  }

  private func join() throws(ShellError) -> Operand {
    let separator = try text(1)
    var joined = ""
    for (index, value) in try list(0).enumerated() {
      if index > 0 { joined += separator }
      joined += value.plainText
      guard joined.utf8.count <= Self.longestText else { throw tooLong }
    }
    return .text(joined)
  }

  private func replace() throws(ShellError) -> Operand {
    let (old, new) = (try text(1), try text(2))
    guard !old.isEmpty else { throw places[1].error("is empty, so it is found nowhere") }
    let pieces = TextSearch.pieces(of: try text(0), between: old)
    let (length, isTooLarge) = (pieces.count - 1).multipliedReportingOverflow(by: new.utf8.count)
    guard !isTooLarge, length <= Self.longestText else { throw tooLong }
    return .text(try bounded(pieces.joined(separator: new)))
  }

  private func parse() throws(ShellError) -> Operand {
    do {
      return Operand(try CellValue(json: try text(0)))
    } catch let error as ShellError {
      throw error
    } catch {
      throw places[0].error("is not JSON")
    }
  }

  private func digits() throws(ShellError) -> Int {
    guard arguments.count > 1 else { return 0 }
    guard case .integer(let digits) = try number(1).cell, (-100...100).contains(digits) else {
      throw error(1, needs: "a whole number of digits")
    }
    return digits
  }

  private func absolute() throws(ShellError) -> Operand {
    if let number = arguments[0].asNumber { return .number(number.isNegative ? -number : number) }
    guard let duration = arguments[0].asDuration else { throw error(0, needs: "a number") }
    return .duration(duration.isNegative ? -duration : duration)
  }

  /// The values of the only argument, a list, or all arguments; without null.
  private func values() throws(ShellError) -> [Operand] {
    let all = arguments.count == 1 ? try list(0).map { Operand($0) } : arguments
    return all.filter { !$0.isNull }
  }

  private func sum() throws(ShellError) -> ExactNumber {
    var sum = ExactNumber(0)
    for value in try values() {
      guard let number = value.asNumber else {
        throw places[0].error("has \(value.kind), and '\(function.rawValue)' adds numbers")
      }
      guard let next = sum + number else {
        throw ShellError(.limit, "the sum has more than 100 digits", word: word)
      }
      sum = next
    }
    return sum
  }

  private func mean() throws(ShellError) -> Operand {
    let count = try values().count
    guard count > 0, let mean = try sum().divided(by: ExactNumber(count)) else { return .null }
    return .number(mean)
  }

  private func extreme() throws(ShellError) -> Operand {
    let values = try values()
    // Texts are times only if all are, as in 'sort-by'.
    let areTimes = values.allSatisfy { $0.asDate != nil }
    var extreme: Operand?
    for value in values {
      guard let before = extreme else {
        extreme = value
        continue
      }
      guard case .order(let order) = value.relation(to: before, asTimes: areTimes) else {
        throw places[0].error("has \(value.kind) and \(before.kind), which have no common order")
      }
      if function == .min ? order < 0 : order > 0 { extreme = value }
    }
    return extreme ?? .null
  }
}

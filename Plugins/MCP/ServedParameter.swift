import SeashellHosting
import SeashellKit

/// An argument of a tool: an argument, an option or a flag of its command.
struct ServedParameter: Sendable {
  enum Place: Sendable {
    case argument
    case option(String)
    case flag(String)
  }

  /// Its name in the tool's schema: `per_page`.
  let name: String
  /// Its name in the command's specification: `per-page`.
  let source: String
  let place: Place
  let abstract: String
  let type: ValueType
  let defaultValue: String?
  let isRequired: Bool
  let isRepeating: Bool
  /// The names of parameters that make this one optional.
  let unless: [String]

  init(_ argument: ArgumentSpecification, name: String) {
    self.name = name
    place = .argument
    abstract = argument.abstract
    type = argument.type
    defaultValue = nil
    isRequired = argument.isRequired
    isRepeating = argument.isRepeating
    (source, unless) = (argument.name, argument.unless)
  }

  init(_ option: OptionSpecification, name: String) {
    self.name = name
    place = option.isFlag ? .flag(option.name) : .option(option.name)
    abstract = option.abstract
    type = option.type
    defaultValue = option.defaultValue
    isRequired = option.isRequired
    isRepeating = option.isRepeating
    (source, unless) = (option.name, option.unless)
  }

  var isArgument: Bool {
    if case .argument = place { true } else { false }
  }

  var isFlag: Bool {
    if case .flag = place { true } else { false }
  }

  var schema: CellValue {
    guard isRepeating else { return .record(valueSchema + descriptionAndDefault) }
    return .record(
      [
        .init("type", .text("array")), .init("items", .record(valueSchema)),
      ] + (isRequired ? [.init("minItems", .integer(1))] : []) + descriptionAndDefault)
  }

  private var valueSchema: [CellValue.Field] {
    if isFlag { return [.init("type", .text("boolean"))] }
    return type.schema
  }

  private var descriptionAndDefault: [CellValue.Field] {
    var description = abstract
    switch type {
    case .date, .custom: description += type.expectation.map { " (\($0))" } ?? ""
    case .text, .integer, .number, .choice, .file: break
    }
    description = TerminalText.escaped(description, keepsLines: true)
    var fields = description.isEmpty ? [] : [CellValue.Field("description", .text(description))]
    if let defaultValue, !isRepeating, let value = type.value(of: defaultValue) {
      fields.append(.init("default", value))
    }
    return fields
  }

  func words(for value: CellValue) throws -> [String] {
    if case .flag(let name) = place {
      switch value {
      case .boolean(true): return ["--\(name)"]
      case .boolean(false): return []
      default: throw ShellError(.usage, "'\(self.name)' takes true or false")
      }
    }
    let values =
      if isRepeating, case .list(let values) = value { values } else { [value] }
    return try values.map { value in
      switch value {
      case .list, .record, .null, .missing:
        throw ShellError(.usage, "'\(name)' takes \(type.expectation ?? "text")")
      case .text, .untyped, .integer, .decimal, .boolean, .date:
        if case .option(let name) = place {
          "--\(name)=\(value.plainText)"
        } else {
          value.plainText
        }
      }
    }
  }
}

extension ValueType {
  fileprivate var schema: [CellValue.Field] {
    switch self {
    case .text(let length):
      [.init("type", .text("string"))]
        + (length.map {
          [
            .init("minLength", .integer($0.lowerBound)),
            .init("maxLength", .integer($0.upperBound)),
          ]
        } ?? [])
    case .integer(let range):
      [.init("type", .text("integer"))]
        + Self.bound("minimum", range?.lowerBound, isNone: range?.lowerBound == .min)
        + Self.bound("maximum", range?.upperBound, isNone: range?.upperBound == .max)
    case .number(let range):
      [.init("type", .text("number"))]
        + Self.bound(
          "minimum", range?.lowerBound, isNone: range?.lowerBound == -.greatestFiniteMagnitude)
        + Self.bound(
          "maximum", range?.upperBound, isNone: range?.upperBound == .greatestFiniteMagnitude)
    case .choice(let words):
      [.init("type", .text("string")), .init("enum", .list(words.map { .text($0) }))]
    case .date, .file, .custom: [.init("type", .text("string"))]
    }
  }

  private static func bound(_ name: String, _ bound: Int?, isNone: Bool) -> [CellValue.Field] {
    guard let bound, !isNone else { return [] }
    return [.init(name, .integer(bound))]
  }

  private static func bound(_ name: String, _ bound: Double?, isNone: Bool) -> [CellValue.Field] {
    guard let bound, !isNone else { return [] }
    return [.init(name, CellValue(bound))]
  }

  /// A default's text as a value of the schema; nil if it does not match the type.
  fileprivate func value(of text: String) -> CellValue? {
    switch self {
    case .integer: Int(text).map { .integer($0) }
    case .number: Double(text).map { CellValue($0) }
    case .text, .choice, .date, .file, .custom: .text(text)
    }
  }
}

import CoreSecrets
import SeashellKit

struct ElicitationField {
  let name: String

  let title: String

  private let content: Content
  private let description: String
  private let defaultValue: CellValue?
  private let isRequired: Bool

  private enum Content {
    case value(ValueSchema)
    case list(SchemaShape.ListSchema)

    /// Whether the user may type a value that the schema does not list.
    var takesText: Bool {
      if case .value(let schema) = self, schema.kind != .boolean, schema.choices.isEmpty {
        true
      } else {
        false
      }
    }
  }

  /// Parses a field's schema; nil if it is neither a scalar nor a choice of several values.
  init?(_ property: CellValue.Field, _ reader: SchemaReader, isRequired: Bool) {
    let schema = reader.resolved(property.value).schema
    var steps = 10_000
    switch reader.shape(of: schema, steps: &steps) {
    case .value(let value):
      if case .json = value.kind { return nil }
      content = .value(value)
    case .list(let list):
      guard case .choice = list.items.kind else { return nil }
      content = .list(list)
    case .object, .nothing: return nil
    }
    name = property.name
    title = ToolText.line(schema["title"]?.textValue ?? property.name)
    description = schema["description"]?.textValue.map(ToolText.line) ?? ""
    defaultValue = schema["default"] == .null ? nil : schema["default"]
    self.isRequired = isRequired
    asksForCredential =
      content.takesText
      && (CredentialName.isCredential(name, in: .field) || CredentialText.asksForCredential(title)
        || schema["format"]?.textValue == "password")
  }

  /// Whether its name, title or format suggests that it asks for a credential.
  ///
  /// Booleans and choices among given values never do.
  let asksForCredential: Bool

  var notes: [String] {
    let choices: [ValueSchema.Choice] =
      switch content {
      case .value(let schema): schema.choices
      case .list(let list): list.items.choices
      }
    let titled = choices.compactMap { choice in
      choice.title.map { "  \(choice.text): \(ToolText.line($0))" }
    }
    let saysMore = !description.isEmpty && description != title
    return (saysMore ? ["\(title): \(description)"] : []) + titled
  }

  /// The question: `age (a whole number from 0 to 150) [30]`.
  var label: String {
    var parts: [String] = []
    if let expectation { parts.append(expectation) }
    if !isRequired, defaultValue == nil { parts.append("optional") }
    let note = parts.isEmpty ? "" : " (\(parts.joined(separator: "; ")))"
    return title + note + (defaultText.map { " [\($0)]" } ?? "")
  }

  private var expectation: String? {
    switch content {
    case .value(let schema): schema.kind == .boolean ? "yes or no" : schema.type.expectation
    case .list(let list): list.items.type.expectation.map { "\($0); several with commas" }
    }
  }

  private var defaultText: String? {
    switch defaultValue {
    case .boolean(let value)?: value ? "yes" : "no"
    case .list(let values)?: values.map(\.plainText).joined(separator: ", ")
    case let value?: ToolText.line(value.plainText)
    case nil: nil
    }
  }

  /// Parses an answer; nil if the field is left out.
  ///
  /// The error follows the field's name.
  func value(of answer: String) throws(ParameterError) -> CellValue? {
    if answer.allSatisfy(\.isWhitespace) {
      if let defaultValue { return defaultValue }
      if isRequired { throw "needs an answer; press Ctrl-C to cancel" }
      return nil
    }
    switch content {
    case .value(let schema): return try value(of: answer, schema)
    case .list(let list):
      return try self.list(of: answer.split(separator: ",").map(\.trimmed), list)
    }
  }

  /// Checks an answer given as JSON; nil or null leaves the field out.
  ///
  /// The error follows the field's name.
  func value(given answer: CellValue?) throws(ParameterError) -> CellValue? {
    guard let answer, answer != .null else {
      if isRequired, defaultValue == nil { throw "is missing" }
      return defaultValue
    }
    switch content {
    case .value(let schema):
      if answer.listValue != nil || answer.fieldsValue != nil { throw "takes one value" }
      return try value(of: answer.plainText, schema)
    case .list(let list):
      return try self.list(of: (answer.listValue ?? [answer]).map(\.plainText), list)
    }
  }

  private func list(
    of answers: [String], _ list: SchemaShape.ListSchema
  ) throws(ParameterError) -> CellValue {
    var values: [CellValue] = []
    for answer in answers {
      let value = try value(of: answer, list.items)
      if !values.contains(value) { values.append(value) }
    }
    guard list.count.contains(values.count) else {
      let (least, most) = (list.count.lowerBound, list.count.upperBound)
      throw ParameterError(
        "takes \(values.count < least ? "at least \(least)" : "at most \(most)") of the choices")
    }
    return .list(values)
  }

  private func value(
    of answer: String, _ schema: ValueSchema
  ) throws(ParameterError) -> CellValue {
    let text = schema.kind == .text ? answer : answer[...].trimmed
    if schema.kind == .boolean {
      switch text.lowercased() {
      case "y", "yes", "true": return .boolean(true)
      case "n", "no", "false": return .boolean(false)
      default: throw "takes yes or no"
      }
    }
    // A choice may also be answered by its title.
    if let choice = schema.choices.first(where: { $0.title?.lowercased() == text.lowercased() }),
      !schema.choices.contains(where: { $0.text == text })
    {
      return choice.value
    }
    do {
      if schema.type.accepts(text) { return try schema.value(of: text) }
    } catch let error as ParameterError {
      throw error
    } catch let error as ShellError {
      throw ParameterError("cannot be checked: \(error.message)")
    } catch {
      // The message below says what the field takes.
    }
    throw ParameterError("takes \(schema.type.expectation ?? "another text")")
  }
}

extension Substring {
  fileprivate var trimmed: String {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

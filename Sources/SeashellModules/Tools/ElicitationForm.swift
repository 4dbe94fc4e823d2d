import SeashellKit

/// Asks the user the questions of a module: `elicitation/create` of the Model Context Protocol.
@MainActor
struct ElicitationForm {
  private let module: String
  private let console: any Console
  private let nextAnswer: (() -> CellValue?)?

  /// Creates a form.
  ///
  /// - Parameters:
  ///   - module: the module's name in the shell, which the user sees.
  ///   - console: asks the user.
  ///   - nextAnswer: returns the answer to this form from the command line, if there is one; nil if the
  ///     command has no such option.
  init(module: String, console: any Console, nextAnswer: (() -> CellValue?)? = nil) {
    self.module = module
    self.console = console
    self.nextAnswer = nextAnswer
  }

  /// The answer if the user cannot be asked, or cancels.
  static let cancelled = result("cancel")

  /// Answers from the command line, asks the user for each field, or shows the address that the module
  /// names.
  ///
  /// A form with a field for a credential is declined: the protocol does not allow servers to ask for one
  /// in a form.
  ///
  /// - Parameter request: the parameters of `elicitation/create`.
  /// - Returns: an `ElicitResult`; after Ctrl-C, ``cancelled``.
  /// - Throws: ``ModuleError`` if the request is invalid; `ShellError` (status 2) if the answer from the
  ///   command line is wrong, or is missing and the user cannot be asked. The module then gets
  ///   ``cancelled`` too.
  func answer(_ request: CellValue) async throws -> CellValue {
    guard let message = request["message"]?.textValue else {
      throw ModuleError("it asks the user without a 'message'")
    }
    let address = request["url"]?.textValue
    let fields = address == nil ? try Self.fields(of: request) : []
    if let field = fields.first(where: \.asksForCredential) { return decline(field) }
    if address == nil, let given = nextAnswer?() { return try fill(fields, with: given, message) }
    guard console.isInteractive else {
      throw ShellError(
        .usage, "\(asks(message)), but this is not a terminal, so I can't ask you",
        hint: address == nil && nextAnswer != nil
          ? "pass \(Self.example(of: fields)), or run the command at a terminal"
          : "run the command at a terminal")
    }
    do {
      if let address { return try await visit(address, message) }
      return try await fill(fields, message)
    } catch is CancellationError {
      return Self.cancelled
    }
  }

  private func asks(_ message: String) -> String {
    "the module '\(module)' asks '\(ToolText.abstract(of: message))'"
  }

  /// An example of an answer to a form: `--answers '{"count":…}'`.
  private static func example(of fields: [ElicitationField]) -> String {
    let members = fields.map { CellValue.text(ToolText.line($0.name)).jsonText + ":…" }
    return "--answers '{\(members.joined(separator: ","))}'"
  }

  private func decline(_ field: ElicitationField) -> CellValue {
    console.notify(
      "the module '\(module)' asked for '\(ToolText.line(field.name))', which looks like a credential; "
        + "the form was declined")
    return Self.result("decline")
  }

  private func visit(_ address: String, _ message: String) async throws -> CellValue {
    let question =
      "\(module): \(ToolText.line(message)). Will you open \(ToolText.line(address)) yourself?"
    return Self.result(try await console.confirm(question) ? "accept" : "decline")
  }

  private func fill(_ fields: [ElicitationField], _ message: String) async throws -> CellValue {
    guard !fields.isEmpty else {
      let isAgreed = try await console.confirm("\(module): \(ToolText.line(message))")
      return Self.result(isAgreed ? "accept" : "decline", isAgreed ? .record([]) : nil)
    }
    var content: [CellValue.Field] = []
    var introduction = ["\(module) asks: \(message)"]
    for field in fields {
      if let value = try await ask(field, below: introduction) {
        content.append(.init(field.name, value))
      }
      introduction = []
    }
    return Self.result("accept", .record(content))
  }

  private func fill(
    _ fields: [ElicitationField], with given: CellValue, _ message: String
  ) throws -> CellValue {
    func wrong(_ reason: String) -> ShellError {
      ShellError(
        .usage, "\(asks(message)), and --answers \(reason)",
        hint: "pass \(Self.example(of: fields))")
    }
    if let other = given.fieldsValue?.first(where: { other in
      !fields.contains { $0.name == other.name }
    }) {
      throw wrong("has '\(other.name)', which is not asked for")
    }
    var content: [CellValue.Field] = []
    for field in fields {
      do throws(ParameterError) {
        if let value = try field.value(given: given[field.name]) {
          content.append(.init(field.name, value))
        }
      } catch {
        throw wrong("is wrong: '\(ToolText.line(field.name))' \(error.message)")
      }
    }
    return Self.result("accept", .record(content))
  }

  /// Asks until the answer is valid; nil if the field is left out.
  private func ask(
    _ field: ElicitationField, below introduction: [String]
  ) async throws -> CellValue? {
    var question = Question(field.label, alternative: field.name)
    question.introduction = introduction + field.notes
    while true {
      let answer = try await console.ask(question)
      do throws(ParameterError) {
        return try field.value(of: answer)
      } catch {
        question.introduction = ["\(field.title) \(error.message)"]
      }
    }
  }

  private static func fields(of request: CellValue) throws(ModuleError) -> [ElicitationField] {
    let schema = request["requestedSchema"]
    guard let schema, schema.fieldsValue != nil else {
      throw ModuleError("it asks the user without a 'requestedSchema'")
    }
    let reader = SchemaReader(root: schema)
    let required = Set(schema["required"]?.listValue?.compactMap(\.textValue) ?? [])
    var fields: [ElicitationField] = []
    for property in schema["properties"]?.fieldsValue ?? [] {
      guard
        let field = ElicitationField(
          property, reader, isRequired: required.contains(property.name))
      else {
        throw ModuleError("it asks for '\(property.name)' in a form that cannot be typed")
      }
      fields.append(field)
    }
    return fields
  }

  private static func result(_ action: String, _ content: CellValue? = nil) -> CellValue {
    .record(
      [.init("action", .text(action))] + (content.map { [.init("content", $0)] } ?? []))
  }
}

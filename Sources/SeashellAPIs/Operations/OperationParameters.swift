import ShellOutput
import CoreJSON
import CoreSecrets
import SeashellKit
import ShellCommands
import WebDescriptions

/// The arguments and options of an operation: its path's parameters, the others, and its body.
struct OperationParameters {
  /// Where a value goes.
  enum Destination {
    case parameter(DescribedParameter)
    /// A member of the body's object, or a field of its form.
    case property(DescribedProperty)
  }

  /// The arguments and the parameters of the path, in its order.
  private(set) var arguments:
    [(specification: ArgumentSpecification, parameter: DescribedParameter)] = []
  /// The options, and where their values go.
  private(set) var options: [(specification: OptionSpecification, destination: Destination)] = []
  /// The body that is sent; nil if the operation has none.
  let body: DescribedBody?

  /// The options that each operation has.
  static let (bodyName, headerName) = ("body", "header")

  private var taken: Set<String> = [
    "help", "output", "yes", "retries", "no-retry", "later", "fresh", bodyName, headerName,
    "raw", "all", "max-pages",
  ]

  init(_ operation: DescribedOperation) {
    body = Self.chosenBody(of: operation)
    let places = PathPlaces.places(in: operation.path)
    for name in Self.names(in: operation.path)
    where !arguments.contains(where: { $0.parameter.name == name }) {
      let parameter = operation.parameters.first { $0.location == .path && $0.name == name }
      add(
        argument: parameter ?? DescribedParameter(name: name, in: .path),
        after: places.first { $0.parameter == name }?.place)
    }
    for parameter in operation.parameters where Self.isSent(parameter) {
      // The names of header fields have no case.
      let isHeader = parameter.location == .header
      let name = optionName(
        isHeader ? parameter.name.lowercased() : parameter.name, or: parameter.location.rawValue)
      options.append((Self.option(name, parameter), .parameter(parameter)))
    }
    for property in properties where !property.schema.isReadOnly {
      let name = optionName(property.name, or: "body")
      options.append((option(name, property, operation), .property(property)))
    }
  }

  /// The members of the body that are options: those of an object of JSON, or the fields of a form.
  var properties: [DescribedProperty] {
    guard let body, Self.isObject(body) else { return [] }
    return body.schema?.properties.filter { Self.isSimple($0.schema) } ?? []
  }

  /// Returns the specification of the command.
  ///
  /// - Parameter isRead: whether the operation changes nothing.
  func specification(
    of operation: DescribedOperation, named name: String, isRead: Bool
  ) -> CommandSpecification {
    var all = options.map(\.specification)
    if let body {
      var option = OptionSpecification(
        Self.bodyName, value: "TEXT",
        "the whole body, \(MediaTypes.plain(body.contentType)); @FILE reads it from a file",
        isRequired: operation.isBodyRequired && properties.isEmpty, isLong: true)
      option.type = .text()
      all.append(option)
    }
    all.append(
      OptionSpecification(
        Self.headerName, value: "NAME:VALUE", "add a header field", isSecret: true,
        isRepeating: true))
    var specification = CommandSpecification(
      name, abstract: operation.summary ?? "\(operation.method.name) \(operation.path)",
      discussion: Self.discussion(of: operation), arguments: arguments.map(\.specification),
      options: all, changesData: !isRead)
    specification.sendsRequests = true
    let question = "Send \(operation.method.name) \(Self.template(operation.path, arguments))?"
    if operation.method == .delete {
      specification.confirms = question
    } else if !isRead {
      specification.confirmsInProduction = question
    }
    return specification
  }

  private static func discussion(of operation: DescribedOperation) -> String {
    let texts = [
      operation.isDeprecated ? "It is deprecated." : nil, operation.description,
      "It sends \(operation.method.name) \(operation.path).",
    ]
    return texts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// The path with the names of arguments in place of its own, for a question.
  private static func template(
    _ path: String,
    _ arguments: [(specification: ArgumentSpecification, parameter: DescribedParameter)]
  ) -> String {
    arguments.reduce(path) {
      $0.replacing("{\($1.parameter.name)}", with: "{\($1.specification.name)}")
    }
  }
}

// What becomes of a parameter.
extension OperationParameters {
  /// Returns the names in a path's braces, in order.
  static func names(in path: String) -> [String] {
    path.split(separator: "{").dropFirst(path.hasPrefix("{") ? 0 : 1).compactMap { part in
      part.firstIndex(of: "}").map { String(part[..<$0]) }
    }
  }

  /// Whether a parameter is one that the user gives, and not one that the client sets itself (OpenAPI
  /// 3.1, 4.8.12.1).
  private static func isSent(_ parameter: DescribedParameter) -> Bool {
    switch parameter.location {
    case .path: false
    case .query, .cookie: true
    case .header:
      !["accept", "content-type", "authorization"].contains(parameter.name.lowercased())
        && HTTPHeaders.isName(parameter.name) && !HTTPHeaders.isReserved(parameter.name)
    }
  }

  private mutating func add(argument parameter: DescribedParameter, after place: String?) {
    var label = String(parameter.name.uppercased().map { $0.isLetter || $0.isNumber ? $0 : "-" })
    if label.isEmpty { label = "VALUE" }
    while arguments.contains(where: { $0.specification.name == label }) { label += "-2" }
    let schema = parameter.schema
    let isList = schema.types.contains(.array)
    let text = Self.line(parameter.description ?? schema.description)
    arguments.append(
      (
        ArgumentSpecification(
          label, isList ? "\(text.isEmpty ? "values" : text), with commas between them" : text,
          type: isList ? .text() : Self.type(of: schema),
          completion: place.map { CompletionKind($0) }),
        parameter
      ))
  }

  /// Returns a name for an option that is not taken: the parameter's own, else with where it is sent before
  /// it, else with a number.
  private mutating func optionName(_ name: String, or place: String) -> String {
    let plain = OptionSpecification.dashed(
      String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" ? $0 : "-" }))
    let trimmed = plain.split(separator: "-").joined(separator: "-")
    let candidates =
      (trimmed.first?.isLetter == true ? [trimmed] : []) + ["\(place)-\(trimmed)"]
      + (2...1000).lazy.map { "\(place)-\(trimmed)-\($0)" }
    let free = candidates.first { !taken.contains($0) } ?? place
    taken.insert(free)
    return free
  }

  private static func option(_ name: String, _ parameter: DescribedParameter) -> OptionSpecification
  {
    let place: CredentialName.Place = parameter.location == .header ? .header : .field
    let isObject = ParameterText.isObject(parameter.schema) && parameter.contentType == nil
    let isWord = isObject || parameter.contentType != nil
    return OptionSpecification(
      name,
      value: isObject
        ? "NAME=TEXT" : parameter.contentType == nil ? valueName(of: parameter.schema) : "TEXT",
      line(parameter.description ?? parameter.schema.description),
      type: isWord ? .text() : type(of: parameter.schema.items ?? parameter.schema),
      isRequired: parameter.isRequired && parameter.schema.defaultValue == nil,
      isSecret: CredentialName.isCredential(parameter.name, in: place),
      isRepeating: parameter.contentType == nil
        && (isObject || parameter.schema.types.contains(.array)))
  }

  private func option(
    _ name: String, _ property: DescribedProperty, _ operation: DescribedOperation
  ) -> OptionSpecification {
    let schema = property.schema
    return OptionSpecification(
      name, value: Self.isFile(schema) ? "@FILE" : Self.valueName(of: schema),
      Self.line(schema.description), type: Self.type(of: schema.items ?? schema),
      isRequired: property.isRequired && operation.isBodyRequired,
      isSecret: CredentialName.isCredential(property.name, in: .field)
        || schema.format == "password",
      isRepeating: schema.types.contains(.array), unless: [Self.bodyName])
  }

  /// Whether a value is one word, or a list of such.
  static func isSimple(_ schema: DescribedSchema) -> Bool {
    if schema.types.contains(.array) {
      return schema.items.map { !$0.types.contains(.array) && isSimple($0) } ?? true
    }
    return !schema.types.contains(.object) && schema.properties.isEmpty
      && schema.alternatives.allSatisfy(isSimple)
  }

  static func isFile(_ schema: DescribedSchema) -> Bool {
    schema.types.contains(.file) || schema.format == "binary" || schema.contentType != nil
  }

  private static func valueName(of schema: DescribedSchema) -> String {
    switch (schema.items ?? schema).type {
    case .integer?, .number?: "N"
    case .boolean?: "true|false"
    default: "TEXT"
    }
  }

  /// The first paragraph of a text, in a line.
  private static func line(_ text: String?) -> String {
    let paragraph = (text ?? "").split(
      separator: "\n", omittingEmptySubsequences: false
    ).drop { $0.allSatisfy(\.isWhitespace) }.prefix { !$0.allSatisfy(\.isWhitespace) }
    let words = paragraph.joined(separator: " ").split(whereSeparator: \.isWhitespace)
    return TerminalText.cut(words.joined(separator: " "), to: 160)
  }

  /// The type of a word; any text where the description says more than a type can.
  private static func type(of schema: DescribedSchema) -> ValueType {
    let choices = schema.choices.compactMap { $0.word }
    if !choices.isEmpty, choices.count == schema.choices.count { return .choice(choices) }
    let bounds = schema.bounds
    switch schema.type {
    case .boolean?: return .choice(["true", "false"])
    case .integer?:
      var least = bounds.minimum.flatMap { Int($0.text) } ?? .min
      var most = bounds.maximum.flatMap { Int($0.text) } ?? .max
      if bounds.isMinimumExclusive, least < .max { least += 1 }
      if bounds.isMaximumExclusive, most > .min { most -= 1 }
      let range = least <= most ? least...most : nil
      return .integer(bounds.minimum == nil && bounds.maximum == nil ? nil : range)
    case .number?: return .number()
    case .string? where bounds.minLength != nil || bounds.maxLength != nil:
      let (least, most) = (bounds.minLength ?? 0, bounds.maxLength ?? .max)
      return .text(length: least <= most && least >= 0 ? least...most : nil)
    default: return .text()
    }
  }
}

// What becomes of a body.
extension OperationParameters {
  /// The body that is sent: JSON if it is offered, then a form, then the first.
  private static func chosenBody(of operation: DescribedOperation) -> DescribedBody? {
    operation.bodies.first { MediaTypes.isJSON($0.contentType) }
      ?? operation.bodies.first { MediaTypes.isForm($0.contentType) } ?? operation.bodies.first
  }

  private static func isObject(_ body: DescribedBody) -> Bool {
    MediaTypes.isJSON(body.contentType) || MediaTypes.isForm(body.contentType)
  }

}

extension JSONValue {
  /// A scalar as a word of a command line; nil for null, a list and an object.
  var word: String? {
    switch self {
    case .string(let text): text
    case .bool(let value): value ? "true" : "false"
    case .integer(let number): "\(number)"
    case .number(let number): number.text
    default: nil
    }
  }
}

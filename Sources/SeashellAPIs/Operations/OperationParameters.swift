import ShellOutput
import CoreSecrets
import SeashellKit
import ShellCommands
import WebMessages

/// The arguments and options of an operation, for its path, its other parameters, and its body.
struct OperationParameters {
  /// The part of a request that receives a value.
  enum Destination {
    case parameter(DescribedParameter)
    /// A property of a JSON object, or a field of a form.
    case property(BodyProperty)

    /// Whether it is in the body.
    var isProperty: Bool { if case .property = self { true } else { false } }
  }

  /// The arguments with the parameters of the path, in its order.
  private(set) var arguments:
    [(specification: ArgumentSpecification, parameter: DescribedParameter)] = []
  /// The options with the destinations of their values.
  private(set) var options: [(specification: OptionSpecification, destination: Destination)] = []
  /// The argument for properties of the body, if the body has any.
  private(set) var words: ArgumentSpecification?
  /// The path, to be filled with values.
  private(set) var path = OperationPath("", [])
  /// The default body, if the operation has one.
  let body: DescribedBody?
  /// The header field `Accept` of a request; nil if the responses are not described.
  let accepted: String?
  /// Whether all its bodies are text, so that the shell itself reads the file of `--body @FILE`.
  let isBodyText: Bool
  /// The media types that the user can choose from.
  let contentTypes: [String]

  /// Options of every operation.
  ///
  /// `--query` is missing if a parameter has that name.
  static let (bodyName, headerName, queryName) = ("body", "header", "query")
  /// Options of an operation with a body.
  static let (contentTypeName, exampleName) = ("content-type", "example-body")
  /// The flag to send values that the description does not allow.
  static let uncheckedName = "no-check"

  private var taken: Set<String> = [
    "help", "output", "yes", "retries", "no-retry", "later", "fresh", bodyName, headerName,
    "raw", "all", "max-pages", "dry-run", uncheckedName, contentTypeName, exampleName,
  ]

  init(_ operation: DescribedOperation) {
    body = Self.chosenBody(of: operation)
    let places = PathPlaces.places(in: operation.path)
    contentTypes = Self.contentTypes(of: operation)
    accepted = Self.accepted(by: operation)
    isBodyText = operation.bodies.allSatisfy { MediaTypes.isText($0.contentType) }
    for name in Self.names(in: operation.path)
    where !arguments.contains(where: { $0.parameter.name == name }) {
      let parameter = operation.parameters.first { $0.location == .path && $0.name == name }
      add(
        argument: parameter ?? DescribedParameter(name: name, in: .path),
        after: places.first { $0.parameter == name }?.place)
    }
    path = OperationPath(operation.path, arguments.map(\.parameter.name))
    for parameter in operation.parameters where Self.isSent(parameter) {
      // The names of header fields are case-insensitive.
      let isHeader = parameter.location == .header
      let name = optionName(
        [isHeader ? parameter.name.lowercased() : parameter.name], or: parameter.location.rawValue)
      options.append((option(name, parameter), .parameter(parameter)))
    }
    guard let body, body.takesProperties else { return }
    addWords()
    for property in body.schema.map(BodyProperty.all) ?? [] {
      let name = optionName(property.path, or: "body")
      options.append((option(name, property, body, operation), .property(property)))
    }
  }

  /// Whether `--query` adds a parameter rather than being one of the API's own.
  var addsToQuery: Bool { !taken.contains(Self.queryName) }

  /// The properties of the body that have options.
  var properties: [(name: String, abstract: String)] {
    options.compactMap { option, destination in
      guard case .property(let property) = destination else { return nil }
      return (property.path.joined(separator: "."), option.abstract)
    }
  }

  /// Whether there are values to check against the description, so that the check can be turned off.
  var isCheckable: Bool { !options.isEmpty || words != nil }
}

// Conversion of parameters.
extension OperationParameters {
  /// Returns the media types of the successful responses, in order, for a request's `Accept`; nil if none
  /// are described.
  private static func accepted(by operation: DescribedOperation) -> String? {
    var types: [String] = []
    for response in operation.responses where response.status.hasPrefix("2") {
      for body in response.bodies where !types.contains(body.contentType) {
        types.append(body.contentType)
      }
    }
    guard !types.isEmpty, types.allSatisfy(HTTPHeaders.isValue) else { return nil }
    // Plain JSON can be shown as records, so it comes first.
    if let json = types.firstIndex(where: {
      MediaType.name($0) == "application/json"
    }) {
      types.insert(types.remove(at: json), at: 0)
    }
    // Servers choose the type with the highest quality.
    return types.prefix(9).enumerated().map { $0 == 0 ? "\($1), " : "\($1);q=0.\(10 - $0), " }
      .joined() + "*/*;q=0.1"
  }

  /// Returns the names in a path's braces, in order.
  static func names(in path: String) -> [String] {
    path.split(separator: "{").dropFirst(path.hasPrefix("{") ? 0 : 1).compactMap { part in
      part.firstIndex(of: "}").map { String(part[..<$0]) }
    }
  }

  /// Whether the user gives a parameter, rather than the client (OpenAPI 3.1, 4.8.12.1).
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
    var text = Self.line(parameter.description ?? schema.description)
    var type = schema.wordType
    if schema.types.contains(.array) {
      (text, type) = ("\(text.isEmpty ? "values" : text), with commas between them", .text())
    } else if ParameterText.isObject(schema) {
      (text, type) = ("\(text.isEmpty ? "members" : text), written x=1,y=2", .text())
    }
    var specification = ArgumentSpecification(
      label, text, type: type, completion: place.map { CompletionKind($0) })
    specification.unless = excusesOfParameters
    if type == schema.wordType { specification.parser = schema.parser }
    arguments.append((specification, parameter))
  }

  /// Adds the argument for properties of the body, and reserves its name.
  private mutating func addWords() {
    var label = "FIELD"
    while arguments.contains(where: { $0.specification.name == label }) || taken.contains(label) {
      label += "-2"
    }
    taken.insert(label)
    words = ArgumentSpecification(
      label, "a property of the body: NAME=TEXT or NAME:=JSON", isRequired: false,
      isRepeating: true)
    words?.fileForm = "NAME=@FILE"
    words?.assignedNames = body?.schema?.members.map(\.name) ?? []
  }

  /// Returns a free name for an option: the parameter's own, else with its location as a prefix, else with
  /// a number.
  ///
  /// - Parameter path: the parameter's name, or the names of nested properties, to be joined by dots.
  private mutating func optionName(_ path: [String], or place: String) -> String {
    let trimmed = path.map { name in
      let plain = OptionSpecification.dashed(
        String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" ? $0 : "-" }))
      return plain.split(separator: "-").joined(separator: "-")
    }.joined(separator: ".")
    if trimmed.first?.isLetter == true, taken.insert(trimmed).inserted { return trimmed }
    let long = "\(place)-\(trimmed)"
    if taken.insert(long).inserted { return long }
    for number in 2...1000 where taken.insert("\(long)-\(number)").inserted {
      return "\(long)-\(number)"
    }
    taken.insert(place)
    return place
  }

  private func option(_ name: String, _ parameter: DescribedParameter) -> OptionSpecification {
    let place: CredentialName.Place = parameter.location == .header ? .header : .field
    let isObject = ParameterText.isObject(parameter.schema) && parameter.contentType == nil
    let isWord = isObject || parameter.contentType != nil
    var option = OptionSpecification(
      name,
      value: isObject
        ? "NAME=TEXT"
        : parameter.contentType == nil ? Self.valueName(of: parameter.schema) : "TEXT",
      Self.line(parameter.description ?? parameter.schema.description),
      type: isWord ? .text() : (parameter.schema.items ?? parameter.schema).wordType,
      isRequired: parameter.isRequired && parameter.schema.defaultValue == nil)
    option.isSecret = CredentialName.isCredential(parameter.name, in: place)
    option.isRepeating =
      parameter.contentType == nil && (isObject || parameter.schema.types.contains(.array))
    option.unless = excusesOfParameters + [Self.uncheckedName]
    if !isWord { option.parser = (parameter.schema.items ?? parameter.schema).parser }
    option.mayBeUnchecked = true
    return option
  }

  private func option(
    _ name: String, _ property: BodyProperty, _ body: DescribedBody, _ operation: DescribedOperation
  ) -> OptionSpecification {
    let schema = property.schema
    let isForm = MediaTypes.isForm(body.contentType)
    let isWord = schema.isScalar || schema.scalarItems != nil || isForm && schema.isUntyped
    let word = schema.scalarItems ?? schema
    var option = OptionSpecification(
      name,
      value: !isWord ? "JSON" : isForm && word.isFile ? "@FILE" : Self.valueName(of: schema),
      Self.line(schema.description), type: isWord ? word.wordTypeWithNull : .text(),
      isRequired: property.isRequired && operation.isBodyRequired,
      completion: isForm && word.isFile ? .fileReference : nil)
    option.isSecret =
      CredentialName.isCredential(property.path.last ?? "", in: .field)
      || schema.format == "password"
    option.isRepeating = schema.scalarItems != nil
    option.isLong = !isWord
    option.unless = excusesOfProperties
    if isWord { option.parser = word.parser }
    option.mayBeUnchecked = true
    return option
  }

  private static func valueName(of schema: DescribedSchema) -> String {
    switch (schema.items ?? schema).type {
    case .integer?, .number?: "N"
    case .boolean?: "true|false"
    default: "TEXT"
    }
  }

  /// The first paragraph of a text, on one line.
  private static func line(_ text: String?) -> String {
    let paragraph = (text ?? "").split(
      separator: "\n", omittingEmptySubsequences: false
    ).drop { $0.allSatisfy(\.isWhitespace) }.prefix { !$0.allSatisfy(\.isWhitespace) }
    let words = paragraph.joined(separator: " ").split(whereSeparator: \.isWhitespace)
    return TerminalText.cut(words.joined(separator: " "), to: 160)
  }
}

// Conversion of bodies.
extension OperationParameters {
  /// The body to send by default: JSON if possible, then a form, then the first.
  private static func chosenBody(of operation: DescribedOperation) -> DescribedBody? {
    operation.bodies.first { MediaTypes.isJSON($0.contentType) }
      ?? operation.bodies.first { MediaTypes.isForm($0.contentType) } ?? operation.bodies.first
  }

  /// The media types of the bodies; empty if there is only one.
  private static func contentTypes(of operation: DescribedOperation) -> [String] {
    var types: [String] = []
    for body in operation.bodies {
      let type = MediaType.name(body.contentType)
      if !type.contains("*"), !types.contains(type) { types.append(type) }
    }
    return types.count > 1 ? types : []
  }

  /// Returns the body with the media type that the user has chosen, or the default one.
  func body(
    of operation: DescribedOperation, chosenBy arguments: BoundArguments
  ) -> DescribedBody? {
    guard !contentTypes.isEmpty, let type = arguments.text(Self.contentTypeName) else {
      return body
    }
    return operation.bodies.first { MediaType.name($0.contentType) == type }
  }
}

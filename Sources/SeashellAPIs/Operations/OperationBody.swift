import CoreJSON
import CoreSystem
import FoundationEssentials
import SeashellKit
import ShellCommands
import WebMessages

/// Creates the body of a request from options and words, or uses one given as a whole.
@MainActor
struct OperationBody {
  private let body: DescribedBody
  private let isRequired: Bool
  /// Whether to reject values that the description does not allow.
  private let isChecked: Bool
  private let parameters: OperationParameters
  private let arguments: BoundArguments

  /// - Parameter arguments: the user's input, including the media type if there are several.
  init?(
    of operation: DescribedOperation, _ parameters: OperationParameters,
    _ arguments: BoundArguments
  ) {
    guard let body = parameters.body(of: operation, chosenBy: arguments) else { return nil }
    (self.body, self.parameters, self.arguments) = (body, parameters, arguments)
    isRequired = operation.isBodyRequired
    isChecked = !parameters.isCheckable || !arguments.flag(OperationParameters.uncheckedName)
  }

  /// Returns the body; nil if none was given and none is required.
  ///
  /// - Throws: `ShellError` `usage` if a value is invalid or a required property is missing; `failed` if a
  ///   file cannot be read.
  func made() async throws -> APIBody? {
    let inputs = try inputs
    if let whole = arguments.given(OperationParameters.bodyName).first {
      if let input = inputs.first {
        throw ShellError(
          .usage, "\(input.label) and --body cannot be used together", word: input.place)
      }
      return try await self.whole(whole)
    }
    if let input = inputs.first, !body.takesProperties {
      throw ShellError(
        .usage, "a body of \(MediaType.name(body.contentType)) is given by --body",
        word: input.place)
    }
    guard !inputs.isEmpty || isRequired && MediaTypes.isJSON(body.contentType) else { return nil }
    return try await encoded(inputs)
  }

  /// The values from options, then from words.
  private var inputs: [BodyInput] {
    get throws {
      var inputs: [BodyInput] = []
      for (option, destination) in parameters.options {
        guard case .property(let property) = destination else { continue }
        for (given, place) in zip(arguments.given(option.name), arguments.words(of: option.name)) {
          inputs.append(
            BodyInput(
              path: property.path, schema: property.schema, given: given, text: given.text,
              isJSON: false, isOption: true, label: "--\(option.name)", place: place))
        }
      }
      if let name = parameters.words?.name {
        for (given, place) in zip(arguments.given(name), arguments.words(of: name)) {
          inputs.append(try BodyInput(word: given, at: place, in: body.schema))
        }
      }
      try BodyInput.checkOnce(inputs)
      return inputs
    }
  }

  private func whole(_ given: GivenText) async throws -> APIBody {
    let place = arguments.word(of: OperationParameters.bodyName)
    let bytes: [UInt8]
    switch given.reference {
    case .text(let text): bytes = Array(text.utf8)
    // A body that may be binary is read here; the shell itself reads texts.
    case .file(let name):
      do {
        bytes = try await BodyWord.read(name.text)
      } catch var error as ShellError {
        error.word = place
        throw error
      }
    }
    guard MediaTypes.isJSON(sentType) else {
      return .data(Data(bytes), contentType: try wholeType(bytes, at: place))
    }
    do {
      return json(try JSONValue(json: Data(bytes)))
    } catch {
      throw ShellError(
        .usage, "--body is not JSON: \(error)",
        word: place)
    }
  }

  /// The media type of a body given as a whole.
  ///
  /// For a multipart form it includes the boundary.
  private func wholeType(_ bytes: [UInt8], at place: Int?) throws -> String {
    guard isMultipart, !sentType.contains("boundary=") else { return sentType }
    let line = String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    let boundary = line.dropFirst(2)
    guard line.hasPrefix("--"), !boundary.isEmpty, boundary.utf8.count <= 70,
      boundary.utf8.allSatisfy({ PercentEncoding.segment.contains($0) })
    else {
      throw ShellError(
        .usage, "a whole body of \(MediaType.name(sentType)) begins with '--' and its boundary",
        hint: "options and words make the parts", word: place)
    }
    return "\(sentType); boundary=\"\(boundary)\""
  }

  /// The media type to send: that of the description, unless it is a pattern.
  private var sentType: String {
    let type = body.contentType
    return type.contains("*") || !HTTPHeaders.isValue(type) ? "application/json" : type
  }

  private func json(_ value: JSONValue) -> APIBody {
    var json = APIBody.json(value)
    json.contentType = sentType
    return json
  }
}

extension OperationBody {
  private var isMultipart: Bool { MediaType.name(body.contentType) == "multipart/form-data" }

  private func encoded(_ inputs: [BodyInput]) async throws -> APIBody {
    var object = JSONObject()
    var files: [String: [FormDataPart]] = [:]
    for input in inputs {
      do {
        if mayBeFile(input), case .file(let name) = input.given.reference {
          let path = name.text
          files[input.path[0], default: []].append(
            FormDataPart(
              Data(try await BodyWord.read(path)),
              fileName: path.split(separator: "/").last.map(String.init) ?? path,
              contentType: partType(of: input.path[0])))
          object[input.path[0]] = .string(path)
        } else {
          let value = try await read(input)
          object.update(input.path[...]) { other in
            guard input.isElement else { return value }
            guard case .array(let elements)? = other else { return .array([value]) }
            return .array(elements + [value])
          }
        }
      } catch var error as ShellError {
        error.word = input.place
        throw error
      }
    }
    if isChecked, let name = body.schema?.missing(in: object) {
      throw ShellError(.usage, "the body lacks '\(name)'", hint: "give it as \(name)=…")
    }
    if MediaTypes.isJSON(body.contentType) { return json(.object(object)) }
    return isMultipart ? .formData(try form(object, files)) : try urlEncoded(object)
  }

  /// The media type of a file in a form, if the description gives a single one.
  private func partType(of property: String) -> String {
    let type = encoding(of: property)?.contentType ?? ""
    let isOne = !type.isEmpty && !type.contains { ",*".contains($0) }
    return isOne && HTTPHeaders.isValue(type) ? type : "application/octet-stream"
  }

  private func encoding(of property: String) -> DescribedEncoding? {
    body.encodings.first { $0.property == property }
  }

  /// Whether a property of a form can be a file, `@FILE`.
  private func mayBeFile(_ input: BodyInput) -> Bool {
    let schema = input.schema?.scalarItems ?? input.schema
    return isMultipart && input.path.count == 1 && !input.isJSON && schema?.isFile ?? true
  }

  /// Parses a property's value, which may name a file.
  private func read(_ input: BodyInput) async throws -> JSONValue {
    var input = input
    if !input.isOption || mayBeFile(input) { input.text = try await BodyWord.text(input.given) }
    do {
      return try input.value(inForm: MediaTypes.isForm(body.contentType))
    } catch {
      if isChecked { throw error }
      return (try? JSONValue(json: input.text)) ?? .string(input.text)
    }
  }

  private func form(
    _ object: JSONObject, _ files: [String: [FormDataPart]]
  ) throws -> FormData {
    var form = FormData()
    for (name, value) in object {
      if let parts = files[name] {
        for part in parts { form.append(name, part) }
        continue
      }
      let list = body.schema?.property(name)?.schema.listStyle
      if list?.isExploded == false, case .array = value {
        form.append(name, try text(of: name, value).field)
        continue
      }
      for element in value.elements {
        switch element {
        case .object, .array:
          form.append(
            name, FormDataPart(Data(element.jsonBytes), contentType: "application/json"))
        default: form.append(name, element.word ?? "null")
        }
      }
    }
    return form
  }

  private func urlEncoded(_ object: JSONObject) throws -> APIBody {
    let parts = try object.flatMap { name, value in try text(of: name, value).parts }
    return .data(Data(parts.joined(separator: "&").utf8), contentType: sentType)
  }

  /// A form's property in the style of a parameter: by default a list becomes several fields, and an object
  /// becomes JSON.
  private func text(of name: String, _ value: JSONValue) throws -> ParameterText {
    var parameter = DescribedParameter(name: name, in: .query)
    let encoding = encoding(of: name)
    let list = body.schema?.property(name)?.schema.listStyle
    parameter.style = encoding?.style ?? list?.style ?? .form
    parameter.isExploded = encoding?.isExploded ?? list?.isExploded ?? (parameter.style == .form)
    parameter.allowsReserved = encoding?.allowsReserved ?? false
    func word(_ value: JSONValue) -> String { value.word ?? value.jsonText }
    switch value {
    case .array(let elements):
      parameter.schema = DescribedSchema(.array)
      return try ParameterText(parameter, elements.map(word))
    case .object(let members) where encoding?.style != nil:
      parameter.schema = DescribedSchema(.object)
      return try ParameterText(parameter, members.map { "\($0.key)=\(word($0.value))" })
    default: return try ParameterText(parameter, [word(value)])
    }
  }
}

extension JSONValue {
  /// The elements of a list; other values stand for themselves.
  fileprivate var elements: [JSONValue] {
    if case .array(let elements) = self { elements } else { [self] }
  }
}

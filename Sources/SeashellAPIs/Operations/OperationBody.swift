import CoreJSON
import CoreSystem
import FoundationEssentials
import SeashellKit
import ShellCommands
import WebDescriptions

/// The body of a request, made from options and words, or given whole.
@MainActor
struct OperationBody {
  /// The largest file that is a part of a form or gives a text: 64 MiB.
  private nonisolated static let maximumFile = 64 << 20

  private let body: DescribedBody
  private let isRequired: Bool
  private let parameters: OperationParameters
  private let arguments: BoundArguments

  /// - Parameter arguments: what the user has typed, also the media type if there are several.
  init?(
    of operation: DescribedOperation, _ parameters: OperationParameters,
    _ arguments: BoundArguments
  ) {
    guard let body = parameters.body(of: operation, chosenBy: arguments) else { return nil }
    (self.body, self.parameters, self.arguments) = (body, parameters, arguments)
    isRequired = operation.isBodyRequired
  }

  /// Returns the body; nil if none was given and none must be.
  ///
  /// - Throws: `ShellError` `usage` if a value does not fit or a required property is missing; `failed` if a
  ///   file cannot be read.
  func made() async throws -> APIBody? {
    let inputs = try inputs
    if let text = arguments.text(OperationParameters.bodyName) {
      if let input = inputs.first {
        throw ShellError(
          .usage, "\(input.label) and --body cannot be used together", word: input.place)
      }
      return try whole(text)
    }
    if let input = inputs.first, !body.takesProperties {
      throw ShellError(
        .usage, "a body of \(MediaTypes.plain(body.contentType)) is given by --body",
        word: input.place)
    }
    guard !inputs.isEmpty || isRequired && MediaTypes.isJSON(body.contentType) else { return nil }
    return try await encoded(inputs)
  }

  /// What options and words give, in this order.
  private var inputs: [BodyInput] {
    get throws {
      var inputs: [BodyInput] = []
      for (option, destination) in parameters.options {
        guard case .property(let property) = destination else { continue }
        for (text, place) in zip(arguments.texts(option.name), arguments.words(of: option.name)) {
          inputs.append(
            BodyInput(
              path: property.path, schema: property.schema, text: text, isJSON: false,
              isOption: true, label: "--\(option.name)", place: place))
        }
      }
      if let name = parameters.words?.name {
        for (text, place) in zip(arguments.texts(name), arguments.words(of: name)) {
          inputs.append(try BodyInput(word: text, at: place, in: body.schema))
        }
      }
      try BodyInput.checkOnce(inputs)
      return inputs
    }
  }

  private func whole(_ text: String) throws -> APIBody {
    guard MediaTypes.isJSON(sentType) else {
      return .data(Data(text.utf8), contentType: sentType)
    }
    do {
      return json(try JSONValue(json: text))
    } catch {
      throw ShellError(
        .usage, "--body is not JSON: \(error)",
        word: arguments.word(of: OperationParameters.bodyName))
    }
  }

  /// The media type that is sent: what the description has, but no pattern of types.
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

// The properties.
extension OperationBody {
  private var isMultipart: Bool { MediaTypes.plain(body.contentType) == "multipart/form-data" }

  private func encoded(_ inputs: [BodyInput]) async throws -> APIBody {
    var object = JSONObject()
    var files: [String: [FormDataPart]] = [:]
    for input in inputs {
      do {
        if let path = file(of: input) {
          files[input.path[0], default: []].append(
            FormDataPart(
              Data(try await Self.read(path)),
              fileName: path.split(separator: "/").last.map(String.init) ?? path))
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
    if let name = body.schema?.missing(in: object) {
      throw ShellError(.usage, "the body lacks '\(name)'", hint: "give it as \(name)=…")
    }
    if MediaTypes.isJSON(body.contentType) { return json(.object(object)) }
    return isMultipart ? .formData(form(object, files)) : .urlEncoded(Self.fields(object))
  }

  /// The path of the file that a property of a form sends; nil if it sends a text.
  private func file(of input: BodyInput) -> String? {
    let schema = input.schema?.scalarItems ?? input.schema
    guard isMultipart, input.path.count == 1, !input.isJSON, schema?.isFile ?? true,
      LongText.isReference(input.text, in: arguments.words[input.place])
    else { return nil }
    return String(input.text.dropFirst())
  }

  /// Reads a property's value, for which a word can name a file.
  private func read(_ input: BodyInput) async throws -> JSONValue {
    var input = input
    if !input.isOption, LongText.isReference(input.text, in: arguments.words[input.place]) {
      input.text.removeFirst()
      // As in a long text, `@@` is an `@`.
      if !input.text.hasPrefix("@") {
        let bytes = try await Self.read(input.text)
        guard let text = String(validating: bytes, as: UTF8.self) else {
          throw ShellError(.failed, "'\(input.text)' is not text in UTF-8")
        }
        input.text = text
      }
    }
    return try input.value(inForm: MediaTypes.isForm(body.contentType))
  }

  private static func read(_ path: String) async throws -> [UInt8] {
    let content = await offMain { Result { try SmallFile.read(path, upTo: Self.maximumFile) } }
    do {
      return try content.get()
    } catch let failure as SmallFile.Failure {
      throw ShellError(.failed, "cannot read '\(path)': \(failure.reason)")
    }
  }

  private func form(_ object: JSONObject, _ files: [String: [FormDataPart]]) -> FormData {
    var form = FormData()
    for (name, value) in object {
      if let parts = files[name] {
        for part in parts { form.append(name, part) }
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

  private static func fields(_ object: JSONObject) -> APIQuery {
    var fields = APIQuery()
    for (name, value) in object {
      for element in value.elements { fields.append(name, element.word ?? element.jsonText) }
    }
    return fields
  }
}

extension JSONValue {
  /// The elements of a list; of anything else the value itself.
  fileprivate var elements: [JSONValue] {
    if case .array(let elements) = self { elements } else { [self] }
  }
}

extension JSONObject {
  /// Changes the value at a path, on which objects are added that are missing.
  fileprivate mutating func update(
    _ path: ArraySlice<String>, _ change: (JSONValue?) -> JSONValue
  ) {
    guard let name = path.first else { return }
    guard path.count > 1 else {
      self[name] = change(self[name])
      return
    }
    var inner = JSONObject()
    if case .object(let members)? = self[name] { inner = members }
    inner.update(path.dropFirst(), change)
    self[name] = .object(inner)
  }
}

extension DescribedSchema {
  /// Returns the first required property that an object lacks, with dots between the names; nil if it lacks
  /// none.
  fileprivate func missing(in object: JSONObject) -> String? {
    for property in members where !property.schema.isReadOnly {
      switch object[property.name] {
      case nil where property.isRequired: return property.name
      case .object(let inner)?:
        if let name = property.schema.missing(in: inner) { return "\(property.name).\(name)" }
      default: continue
      }
    }
    return nil
  }
}

import CoreJSON
import CoreSystem
import FoundationEssentials
import SeashellKit
import ShellCommands
import WebDescriptions

/// The request of an operation, made from what the user has typed.
@MainActor
struct OperationRequest {
  private let operation: DescribedOperation
  private let parameters: OperationParameters
  private let arguments: BoundArguments

  init(
    _ operation: DescribedOperation, _ parameters: OperationParameters, _ arguments: BoundArguments
  ) {
    self.operation = operation
    self.parameters = parameters
    self.arguments = arguments
  }

  /// - Throws: `ShellError` `usage` if a value does not fit, or the operation's server was not agreed to.
  func request(by sender: OperationSender) async throws -> APIRequest {
    var address = try sender.base(of: operation).absoluteString
    while address.hasSuffix("/") { address.removeLast() }
    address += try path()
    let query = try query()
    // A path may have a part of the query already, though OpenAPI does not allow it.
    if !query.isEmpty {
      address += (address.contains("?") ? "&" : "?") + query.joined(separator: "&")
    }
    guard let url = URL(string: address), let method = HTTPMethod(rawValue: operation.method.name)
    else {
      throw ShellError(.usage, "\(operation.method.name) \(operation.path) cannot be sent")
    }
    var request = APIRequest(url: url, method: method)
    try addFields(to: &request)
    if method == .post { request.announces = .ifCreated }
    if sender.isRead(operation) { request.announces = false }
    request.body = try await body()
    if let types = accepted { request.headers["Accept"] = types }
    for field in arguments.texts(OperationParameters.headerName) { try add(field, to: &request) }
    if request.headers["Authorization"] != nil { request.authorizes = false }
    return request
  }

  /// The media types of the successful responses, in order; nil if the description names none.
  private var accepted: String? {
    var types: [String] = []
    for response in operation.responses where response.status.hasPrefix("2") {
      for body in response.bodies where !types.contains(body.contentType) {
        types.append(body.contentType)
      }
    }
    guard !types.isEmpty, types.allSatisfy(HTTPHeaders.isValue) else { return nil }
    // Plain JSON is what records are made of.
    if let json = types.firstIndex(where: {
      MediaTypes.plain($0) == "application/json"
    }) {
      types.insert(types.remove(at: json), at: 0)
    }
    return types.prefix(10).joined(separator: ", ")
  }

  /// What of the path's own text stays as it is; a parameter's braces are replaced.
  private static let pathBytes = PercentEncoding.segment.union("/{}%?;")

  private func path() throws -> String {
    // What follows '#' tells operations on one path apart, and is not sent.
    var path = PercentEncoding.encode(
      String(operation.path.prefix { $0 != "#" }), keeping: Self.pathBytes)
    for (specification, parameter) in parameters.arguments {
      let value = arguments.text(specification.name) ?? ""
      let place = arguments.words(of: specification.name).first
      guard !["", ".", ".."].contains(value) else {
        throw ShellError(
          .usage, "\(specification.name) cannot be '\(value)', which servers take for another path",
          word: place)
      }
      let isList =
        parameter.schema.types.contains(.array) || ParameterText.isObject(parameter.schema)
      let words = isList ? value.split(separator: ",").map(String.init) : [value]
      path = path.replacing(
        PercentEncoding.encode("{\(parameter.name)}", keeping: Self.pathBytes),
        with: try text(of: parameter, words, at: place).inPath)
    }
    return path.hasPrefix("/") || path.isEmpty ? path : "/\(path)"
  }

  private func text(
    of parameter: DescribedParameter, _ words: [String], at place: Int?
  ) throws -> ParameterText {
    do {
      return try ParameterText(parameter, words)
    } catch let error as ShellError {
      throw ShellError(error.code, error.message, word: place)
    }
  }

  /// The parts `name=value` of the query, in the order of the description.
  private func query() throws -> [String] {
    try parameters.options.flatMap { option, destination -> [String] in
      guard case .parameter(let parameter) = destination, parameter.location == .query else {
        return []
      }
      let words = arguments.texts(option.name)
      guard !words.isEmpty else { return [] }
      return try text(of: parameter, words, at: arguments.word(of: option.name)).parts
    }
  }

  /// Adds the header fields and cookies.
  private func addFields(to request: inout APIRequest) throws {
    var cookies: [String] = []
    for (option, destination) in parameters.options {
      guard case .parameter(let parameter) = destination, parameter.location != .query else {
        continue
      }
      let words = arguments.texts(option.name)
      guard !words.isEmpty else { continue }
      let place = arguments.word(of: option.name)
      let text = try text(of: parameter, words, at: place)
      guard parameter.location == .header else {
        cookies += text.parts
        continue
      }
      guard HTTPHeaders.isValue(text.field) else {
        throw ShellError(
          .usage, "--\(option.name) has characters that a header field cannot have", word: place)
      }
      if parameter.name.lowercased() == "idempotency-key" {
        request.idempotencyKey = text.field
      } else {
        request.headers.add(parameter.name, text.field)
      }
    }
    if !cookies.isEmpty { request.headers["Cookie"] = cookies.joined(separator: "; ") }
  }

  private func add(_ field: String, to request: inout APIRequest) throws {
    let parts = field.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let value = parts.count > 1 ? parts[1].drop { $0 == " " } : ""
    guard parts.count == 2, HTTPHeaders.isName(String(parts[0])),
      HTTPHeaders.isValue(String(value)), !HTTPHeaders.isReserved(String(parts[0]))
    else {
      throw ShellError(
        .usage, "--header takes NAME:VALUE, and no field that the shell sets itself",
        word: arguments.word(of: OperationParameters.headerName))
    }
    request.headers.add(String(parts[0]), String(value))
  }
}

// The body.
extension OperationRequest {
  private func body() async throws -> APIBody? {
    guard let body = parameters.body else { return nil }
    let given = parameters.options.compactMap { option, destination -> Given? in
      guard case .property(let property) = destination else { return nil }
      let texts = arguments.texts(option.name)
      return texts.isEmpty ? nil : Given(property: property, texts: texts, option: option.name)
    }
    if let whole = arguments.text(OperationParameters.bodyName) {
      guard given.isEmpty else {
        throw ShellError(
          .usage, "--\(given[0].option) and --body cannot be used together",
          word: arguments.word(of: given[0].option))
      }
      return try self.whole(whole, body)
    }
    guard !given.isEmpty else {
      return operation.isBodyRequired && MediaTypes.isJSON(body.contentType)
        ? .json(.object([:])) : nil
    }
    if MediaTypes.isJSON(body.contentType) {
      return .json(.object(try object(given)))
    }
    if MediaTypes.plain(body.contentType) == "multipart/form-data" {
      return .formData(try await form(given))
    }
    var fields = APIQuery()
    for field in given { for text in field.texts { fields.append(field.property.name, text) } }
    return .urlEncoded(fields)
  }

  private struct Given {
    let property: DescribedProperty
    let texts: [String]
    let option: String
  }

  private func whole(_ text: String, _ body: DescribedBody) throws -> APIBody {
    let type = body.contentType.contains("*") ? "application/json" : body.contentType
    if MediaTypes.isJSON(type) {
      do {
        return .json(try JSONValue(json: Data(text.utf8)))
      } catch {
        throw ShellError(
          .usage, "--body is not JSON: \(error)",
          word: arguments.word(of: OperationParameters.bodyName))
      }
    }
    return .data(Data(text.utf8), contentType: type)
  }

  private func object(_ given: [Given]) throws -> JSONObject {
    var object = JSONObject()
    for field in given {
      let schema = field.property.schema
      let values = try field.texts.map { text in
        try value(text, schema.items ?? schema, of: field.option)
      }
      object[field.property.name] = schema.types.contains(.array) ? .array(values) : values[0]
    }
    return object
  }

  /// Reads a word as the schema's type; text where several are possible.
  private func value(
    _ text: String, _ schema: DescribedSchema, of option: String
  ) throws -> JSONValue {
    if text == "null", schema.isNullable { return .null }
    guard let type = schema.type, type != .string else { return .string(text) }
    if let value = try? JSONValue(json: Data(text.utf8)), value.word != nil { return value }
    throw ShellError(
      .usage, "'\(text)' is no value for --\(option)", word: arguments.word(of: option))
  }

  private func form(_ given: [Given]) async throws -> FormData {
    var form = FormData()
    for field in given {
      for text in field.texts {
        guard OperationParameters.isFile(field.property.schema), text.hasPrefix("@") else {
          form.append(field.property.name, text)
          continue
        }
        let path = String(text.dropFirst())
        let content = await offMain { Result { try SmallFile.read(path, upTo: 64 << 20) } }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        do {
          form.append(
            field.property.name, FormDataPart(Data(try content.get()), fileName: name))
        } catch {
          throw ShellError(
            .failed, "cannot read '\(path)'", word: arguments.word(of: field.option))
        }
      }
    }
    return form
  }
}

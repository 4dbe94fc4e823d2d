import FoundationEssentials
import SeashellKit
import ShellCommands
import ShellLanguage

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

  /// - Throws: `ShellError` `usage` if a value is invalid, or the user has not agreed to the operation's
  ///   server.
  func request(by sender: OperationSender) async throws -> APIRequest {
    var request = try withoutBody(by: sender)
    request.body = try await OperationBody(of: operation, parameters, arguments)?.made()
    return request
  }

  /// Throws as ``request(by:)`` does.
  func withoutBody(by sender: OperationSender) throws -> APIRequest {
    var address = try sender.base(of: operation).absoluteString
    while address.hasSuffix("/") { address.removeLast() }
    address += try path()
    let query = try query()
    // The path may already contain a query, although OpenAPI does not allow it.
    if !query.isEmpty {
      address += (address.contains("?") ? "&" : "?") + query.joined(separator: "&")
    }
    guard let url = URL(string: address), let method = HTTPMethod(rawValue: operation.method.name)
    else {
      throw ShellError(.usage, "\(operation.method.name) \(operation.path) cannot be sent")
    }
    var request = APIRequest(url: url, method: method)
    try addFields(to: &request)
    request.security = operation.security
    if method == .post { request.announces = .ifCreated }
    if sender.isRead(operation) { request.announces = false }
    for field in arguments.texts(OperationParameters.headerName) { try add(field, to: &request) }
    if let types = parameters.accepted, request.headers["Accept"] == nil {
      request.headers["Accept"] = types
    }
    if request.headers["Authorization"] != nil { request.authorizes = false }
    return request
  }

  private func path() throws -> String {
    let values = try parameters.arguments.map { specification, parameter in
      let value = arguments.text(specification.name) ?? ""
      let place = arguments.words(of: specification.name).first
      if let name = property(in: value), place.map({ arguments.words[$0].beginsWithName }) ?? true {
        throw ShellError(
          .usage,
          "'\(name)=…' is a property of the body, and stands where \(specification.name) is due",
          hint: "write \(specification.name) before it, or quote it if it is one", word: place)
      }
      let given = place.map { GivenText(arguments.words[$0]) }
      if let structure = given?.parts.lazy.compactMap(\.structure).first {
        throw ShellError(
          .usage, "\(specification.name) is \(structure), which cannot be a part of a path",
          hint: "write a field of it, such as $x.id or $x[0].id", word: place)
      }
      let isList =
        parameter.schema.types.contains(.array) || ParameterText.isObject(parameter.schema)
      let words = isList ? value.split(separator: ",").map(String.init) : [value]
      return try text(of: parameter, words, at: place).inPath
    }
    let (path, wrong) = parameters.path.filled(values)
    let names = parameters.arguments.map(\.specification.name)
    if let name = names.first(where: { arguments.text($0) ?? "" == "" }) ?? wrong.map({ names[$0] })
    {
      throw ShellError(
        .usage,
        "\(name) cannot be '\(arguments.text(name) ?? "")', which servers take for another path",
        word: arguments.words(of: name).first)
    }
    return path
  }

  /// Returns the body's property that a word sets, if it stands where a forgotten path argument should be.
  private func property(in word: String) -> String? {
    guard parameters.words != nil, let word = BodyWord(GivenText(word)) else { return nil }
    let name = word.name.prefix { $0 != "." }
    return parameters.body?.schema?.members.contains { $0.name == name } == true ? word.name : nil
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

  /// The parts `name=value` of the query: described parameters in order, then those of `--query`.
  private func query() throws -> [String] {
    let declared = try parameters.options.flatMap { option, destination -> [String] in
      guard case .parameter(let parameter) = destination, parameter.location == .query else {
        return []
      }
      let words = arguments.texts(option.name)
      guard !words.isEmpty else { return [] }
      return try text(of: parameter, words, at: arguments.word(of: option.name)).parts
    }
    guard parameters.addsToQuery else { return declared }
    let name = OperationParameters.queryName
    return try declared
      + zip(arguments.texts(name), arguments.words(of: name)).map { text, place in
        guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")), equals > text.startIndex
        else { throw ShellError(.usage, "--query takes NAME=VALUE", word: place) }
        let parts = [text.utf8[..<equals], text.utf8[equals...].dropFirst()]
        return parts.map {
          PercentEncoding.encode(
            String(decoding: $0, as: UTF8.self), keeping: PercentEncoding.query)
        }.joined(separator: "=")
      }
  }

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
    guard let problem = request.headers.add(typed: field) else { return }
    throw ShellError(
      .usage, "--header \(problem)", word: arguments.word(of: OperationParameters.headerName))
  }
}

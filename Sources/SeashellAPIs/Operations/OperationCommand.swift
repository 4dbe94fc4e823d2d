import CoreJSON
import SeashellKit
import ShellCommands
import ShellLanguage
import ShellOutput
import WebAPI

struct OperationCommand: Command, DescribedCommand {
  let specification: CommandSpecification

  private let operation: DescribedOperation
  private let parameters: OperationParameters
  private let sender: OperationSender
  private let columns: ResultColumns
  private let pages: ListedPages
  private let group: String?
  /// Whether it returns a list, and whether more pages can be requested.
  private let (isList, hasPages): (Bool, Bool)
  private let mayBeStream: Bool

  private static let isRaw = Flag("raw", "show what the server sent, unchanged")
  private static let isDry = Flag(
    "dry-run", "show the request, also as a line of curl, and send nothing")
  private static let isAll = Flag("all", "list every page")
  private static let mostPages = Option<Int?>("max-pages", "list so many pages", in: 1...100_000)

  /// `path` is the words before the name, as typed.
  ///
  /// `group` is nil if it has no command `more`.
  init(
    _ operation: DescribedOperation, named name: String, after path: String,
    by sender: OperationSender, _ pages: ListedPages, of group: String?
  ) {
    self.operation = operation
    self.sender = sender
    self.pages = pages
    self.group = group
    parameters = OperationParameters(operation)
    let result = operation.result
    columns = ResultColumns(result?.isList == true ? result?.elements : result)
    var specification = parameters.specification(
      of: operation, named: name, isRead: sender.isRead(operation))
    Self.isRaw.add(to: &specification)
    Self.isDry.add(to: &specification)
    specification.previewFlags.append("dry-run")
    isList = operation.isList
    hasPages = operation.method == .get && isList
    mayBeStream = OperationStream.mayBeStream(operation)
    if hasPages {
      Self.isAll.add(to: &specification)
      Self.mostPages.add(to: &specification)
    }
    specification.fields = columns.described
    if let line = ExampleLine.line(of: specification, parameters, path: "\(path) \(name)") {
      specification.examples = [.init(line, "sends \(operation.method.name) \(operation.path)")]
    }
    self.specification = specification
  }

  func kind(ofField name: String) -> String? { columns.kind(of: name) }

  var properties: [(name: String, abstract: String)] { parameters.properties }

  func run(_ invocation: Invocation) async throws {
    if parameters.body?.takesProperties == true,
      invocation.arguments.flag(OperationParameters.exampleName),
      let body = parameters.body(of: operation, chosenBy: invocation.arguments)
    {
      var output = try invocation.output.jsonBytes()
      for piece in JSONIndenter(body.exampleValue.jsonBytes) { try output.write(piece) }
      return try output.end()
    }
    var request = try await OperationRequest(operation, parameters, invocation.arguments)
      .request(by: sender)
    if let changes = try await changes(of: request, invocation) {
      guard !changes.isEmpty else { return invocation.console.notify("nothing was changed") }
      request.body = .json(.object(changes))
      if let type = parameters.body?.contentType, !type.contains("*") {
        request.body?.contentType = type
      }
    }
    for warning in invocation.arguments.warnings {
      invocation.report("\(warning); it is sent as it is")
    }
    if invocation[Self.isDry] {
      return try await invocation.output.preview(request, on: sender.client)
    }
    let response: APIResponse
    do {
      guard let sent = try await self.response(to: request, invocation) else { return }
      response = sent
    } catch let error as APIError where invocation[Self.isRaw] {
      if let body = error.body {
        var output = try invocation.output.bytes()
        try output.write(body.utf8)
        try output.end()
      }
      throw error
    }
    let result = OperationResult(response, columns, invocation)
    if invocation[Self.isRaw] {
      try result.writeBytes()
      return try sender.check(response)
    }
    if isList {
      let environment = sender.client.environment.name
      let list = OperationList(
        group: hasPages ? group : nil, sender: sender, columns: columns,
        parameters: hasPages ? ListParameters(operation) : nil, pages: pages,
        invocation: invocation
      ) { records, isFirst in
        keep(records, in: environment, isFirst: isFirst, invocation.arguments)
      }
      let most = hasPages ? invocation[Self.mostPages] ?? (invocation[Self.isAll] ? nil : 1) : 1
      if try await list.write(response, upTo: most) { return try sender.check(response) }
    }
    try result.write()
    try sender.check(response)
  }
}

extension OperationCommand {
  /// Whether a user edits a record, and has not said how.
  private func asksForChanges(_ invocation: Invocation) -> Bool {
    // A PUT replaces the whole record, also the fields that the form would not ask for.
    guard invocation.mayAsk, operation.method == .patch,
      let body = parameters.body, body.takesProperties, MediaTypes.isJSON(body.contentType)
    else { return false }
    var names =
      ["dry-run", OperationParameters.bodyName] + (parameters.words.map { [$0.name] } ?? [])
    for option in parameters.options where option.destination.isProperty {
      names.append(option.specification.name)
    }
    return !invocation.arguments.hasAny(of: names)
  }

  /// Asks for the properties of the record at a request's path, and returns those that the user changed; nil if
  /// the user gave a body, or the record cannot be read.
  private func changes(
    of request: APIRequest, _ invocation: Invocation
  ) async throws -> JSONObject? {
    guard asksForChanges(invocation) else { return nil }
    var read = request
    (read.method, read.body, read.announces) = (.get, nil, false)
    guard let response = try? await sender.response(to: read),
      let record = try? JSONValue(json: response.data)
    else {
      try Task.checkCancellation()
      return nil
    }
    var changes = JSONObject()
    for case (let option, .property(let property)) in parameters.options
    where property.schema.isScalar && !option.isSecret {
      let present = property.path.reduce(record as JSONValue?) { $0?[$1] }?.word ?? ""
      let schema = property.schema
      guard
        let text = try await invocation.ask(
          forOption: option.name, present: present, mayClear: schema.isNullable)
      else { continue }
      let value =
        try text.isEmpty && schema.isNullable
        ? .null : schema.value(of: text, for: "--\(option.name)")
      changes.update(property.path[...]) { _ in value }
    }
    return changes
  }

  /// Returns the response to a request; nil if it was a stream, which has been written.
  private func response(
    to request: APIRequest, _ invocation: Invocation
  ) async throws -> APIResponse? {
    guard mayBeStream || request.asksToGoOn else {
      return try await sender.response(to: request)
    }
    return try await OperationStream(
      sender: sender, invocation: invocation, isRaw: invocation[Self.isRaw]
    ).follow(request)
  }
}

// Requests that no command line asks for.
extension OperationCommand {
  /// Checks that a place exists with a request, if the place's values are enough for one.
  func check(_ place: Place) async throws {
    guard !parameters.arguments.isEmpty, !mayBeStream,
      let arguments = try arguments({ place.values[$0] })
    else { return }
    _ = try await response(arguments, isBackground: false)
  }

  /// Requests the first page of the list, to complete the path parameter after it.
  func suggest(_ value: (CompletionKind) -> String?) async throws {
    guard !mayBeStream, let arguments = try arguments(value) else {
      return
    }
    let environment = sender.client.environment.name
    let response = try await response(arguments, isBackground: true)
    try Task.checkCancellation()
    guard let elements = try sender.pages(nil).first(response)?.page.elements else { return }
    keep(elements, in: environment, isFirst: true, arguments)
  }

  private func response(_ arguments: BoundArguments, isBackground: Bool) async throws -> APIResponse
  {
    var request = try await OperationRequest(operation, parameters, arguments).request(by: sender)
    request.isBackground = isBackground
    return try await sender.response(to: request)
  }

  /// Returns the arguments for a call with these values only; nil if the command requires more.
  private func arguments(
    _ value: (CompletionKind) -> String?
  ) throws(ShellError) -> BoundArguments? {
    let values = specification.arguments.filter(\.isRequired).map { argument in
      argument.completion.flatMap(value)
    }
    guard !values.contains(nil), !specification.options.contains(where: \.isRequired) else {
      return nil
    }
    let words = [Word("--")] + values.map { Word($0 ?? "") }
    do {
      return try ArgumentBinder(specification, path: specification.name).bind(words, from: 0)
    } catch {
      // There is no command line, so the error must not point at a word.
      throw ShellError(error.code, error.message, hint: error.hint)
    }
  }

  private func keep(
    _ records: [JSONValue], in environment: String, isFirst: Bool, _ arguments: BoundArguments
  ) {
    pages.values.keep(records, at: operation.path, in: environment, isFirst: isFirst) { place in
      parameters.arguments.first { $0.specification.completion?.name == place }
        .flatMap { arguments.text($0.specification.name) }
    }
  }
}

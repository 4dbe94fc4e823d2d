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
  private let lists: OperationLists
  private let group: String?
  /// Whether it is known to return a list, and whether more pages can be requested if it does.
  private let (isList, hasPages): (Bool, Bool)
  private let mayBeStream: Bool
  /// The collection of which it deletes all or several records, if it does.
  private let collection: String?

  private static let isRaw = Flag("raw", "show what the server sent, unchanged")
  private static let isDry = Flag(
    "dry-run", "show the request, also as a line of curl, and send nothing")
  private static let isAll = Flag("all", "list every page")
  private static let isForAll = Flag(
    "yes-all", "do not ask for the name of the collection from which it deletes")
  private static let mostPages = Option<Int?>("max-pages", "list so many pages", in: 1...100_000)

  /// The answer was written as it came.
  private struct Written: Error {}

  /// `path` is the words before the name, as typed.
  ///
  /// `group` is nil if it can be called by its id only.
  init(
    _ operation: DescribedOperation, named name: String, after path: String,
    by sender: OperationSender, _ lists: OperationLists, of group: String?
  ) {
    self.operation = operation
    self.sender = sender
    self.lists = lists
    self.group = group
    parameters = OperationParameters(operation)
    let answer = operation.answer
    columns = lists.columns(of: operation, answer.hasList ? answer.elements : operation.result)
    var specification = parameters.specification(
      of: operation, named: name, isRead: sender.isRead(operation))
    Self.isRaw.add(to: &specification)
    Self.isDry.add(to: &specification)
    specification.previewFlags.append("dry-run")
    (isList, hasPages) = sender.lists(operation, lists.reading(of: operation))
    mayBeStream = OperationStream.mayBeStream(operation)
    if hasPages {
      Self.isAll.add(to: &specification)
      Self.mostPages.add(to: &specification)
    }
    collection = lists.collection(deletedBy: operation, named: name, in: group)
    if collection != nil {
      Self.isForAll.add(to: &specification)
      (specification.confirms, specification.confirmsInProduction) = (nil, nil)
      specification.deletesAll = true
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
    if let collection, !invocation[Self.isForAll] {
      try await confirmAll(of: collection, invocation)
    }
    do {
      if isList || hasPages, !invocation[Self.isRaw] {
        return try await list(request, invocation)
      }
      try await write(self.response(to: request, invocation), invocation)
    } catch is Written {
    } catch let answer as NoList {
      try write(answer.response, invocation)
      if hasPages, invocation[Self.isAll] { throw answer.shellError }
    } catch let error as APIError where invocation[Self.isRaw] {
      if let body = error.body {
        var output = try invocation.output.bytes()
        try output.write(body.utf8)
        try output.end()
      }
      throw error
    }
  }

  /// Asks for the name of a collection from which more than one record is deleted.
  private func confirmAll(of collection: String, _ invocation: Invocation) async throws {
    var question = Question("name of the collection", alternative: "--yes-all")
    let environment = sender.client.environment
    let place = environment.isProduction ? " in production, \(environment.name)" : ""
    question.introduction = [
      "\(operation.method.name) \(operation.path) deletes all or several '\(collection)'\(place); "
        + "type its name to go on"
    ]
    let typed = try await invocation.console.ask(question)
    guard typed == collection else {
      throw ShellError(.usage, "'\(typed)' is not '\(collection)', so nothing was sent")
    }
  }

  private func write(_ response: APIResponse, _ invocation: Invocation) throws {
    let result = OperationResult(response, columns, invocation)
    if invocation[Self.isRaw] { try result.writeBytes() } else { try result.write() }
    try sender.check(response)
  }

  /// Lists a page, several or all.
  ///
  /// - Throws: ``NoList`` if the answer is none; then nothing was written.
  private func list(_ request: APIRequest, _ invocation: Invocation) async throws {
    // What a description does not call a list may be one all the same.
    let isAll = hasPages && invocation[Self.isAll]
    let listing = listing(request, isList: isList || isAll)
    let isKept = hasPages && !mayBeStream && !request.asksToGoOn
    let state = lists.state(of: isKept ? group ?? "" : nil)
    invocation.observe { _ = state.changes(of: listing) }
    // A first page without elements is only asked for to find the next one.
    let most = hasPages ? invocation[Self.mostPages] : nil
    let pages = PageSelection(isAll: hasPages, most: most ?? (isAll ? nil : 1))
    var position: ListPosition?
    var envelope: (path: String, scalars: [String], others: [String], isPlain: Bool)?
    let count = try await invocation.output.list(as: OperationView(fields: columns)) { show in
      position = try await state.list(
        listing, pages,
        first: {
          let response = try await response(to: request, invocation)
          let page = try listing.page(in: response)
          if !isList, sender.paging(of: operation) == nil {
            envelope = Paging.envelope(response.data, at: response.request.url)
          }
          return page
        }, show)
    }
    if let envelope, !envelope.others.isEmpty {
      invocation.console.notify(
        "only '\(envelope.path)' is shown, not \(Array(envelope.others.prefix(5)).listed(with: "and")); "
          + "--raw shows the whole answer")
    }
    invocation.notifyListed(
      count, position, next: isKept ? group.flatMap(lists.more) : nil,
      empty: "there is nothing to list")
  }
}

extension OperationCommand {
  private func listing(_ request: APIRequest, isList: Bool = true) -> OperationListing {
    lists.listing(
      request, of: operation, columns, searchedBy: parameters.search?.parameter, isList: isList)
  }

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

  /// - Throws: ``Written`` if the response was a stream, which has been written.
  private func response(
    to request: APIRequest, _ invocation: Invocation
  ) async throws -> APIResponse {
    guard mayBeStream || request.asksToGoOn else {
      return try await sender.response(to: request)
    }
    let stream = OperationStream(
      sender: sender, invocation: invocation, isRaw: invocation[Self.isRaw],
      hasPages: hasPages,
      asksForPages: hasPages
        && (invocation[Self.isAll] || invocation[Self.mostPages].map { $0 > 1 } ?? false))
    guard let response = try await stream.follow(request) else { throw Written() }
    return response
  }
}

// Requests that no command line asks for.
extension OperationCommand {
  /// Checks that a place exists with a request, if the place's values are enough for one.
  func check(_ place: Place) async throws {
    guard !parameters.arguments.isEmpty, !mayBeStream, !requiresOptions,
      let arguments = try arguments({ place.values[$0] })
    else { return }
    let request = OperationRequest(operation, parameters, arguments)
    _ = try await sender.response(to: request.request(by: sender))
  }

  /// Returns the list at a path with the parameters' values, for completion, and whether it can be requested without
  /// others; nil if a value is missing.
  func listing(
    _ value: (CompletionKind) -> String?
  ) throws -> (listing: OperationListing, mayAsk: Bool)? {
    guard let arguments = try arguments(value) else { return nil }
    let request = try OperationRequest(operation, parameters, arguments).withoutBody(by: sender)
    return (
      listing(request), !mayBeStream && !requiresOptions
    )
  }

  private var requiresOptions: Bool { specification.options.contains(where: \.isRequired) }

  /// Returns the arguments for a call with these values only; nil if one is missing.
  private func arguments(
    _ value: (CompletionKind) -> String?
  ) throws(ShellError) -> BoundArguments? {
    var specification = specification
    let values = specification.arguments.filter(\.isRequired).map { argument in
      argument.completion.flatMap(value)
    }
    guard !values.contains(nil) else { return nil }
    specification.options.removeAll(where: \.isRequired)
    let words = [Word("--")] + values.map { Word($0 ?? "") }
    do {
      return try ArgumentBinder(specification, path: specification.name).bind(words, from: 0)
    } catch {
      // There is no command line, so the error must not point at a word.
      throw ShellError(error.code, error.message, hint: error.hint)
    }
  }
}

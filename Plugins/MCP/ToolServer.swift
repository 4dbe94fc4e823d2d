import SeashellHosting
import SeashellKit

/// Serves a shell's commands to a client of the Model Context Protocol.
///
/// A client agrees on a revision with `initialize`. Since 2026-07-28 it sends its revision and capabilities
/// with each request instead. Both ways are served side by side.
@MainActor
final class ToolServer {
  private let identity: ShellIdentity
  private let tools: ToolList
  private let catalogue: any CommandCatalogue
  private let events: ServedEvents
  private let replies: ServingReplies
  private let questions: ClientQuestions
  private let listeners: ServedListeners
  private let calls = ServedCalls()
  private var handshake: ServingHandshake?

  var isFull: Bool { calls.isFull || replies.output.isFull }

  var whenRoom: () -> Void {
    get { calls.whenRoom }
    set { calls.whenRoom = newValue }
  }

  init(
    _ identity: ShellIdentity, _ catalogue: any CommandCatalogue, _ tools: ToolList,
    _ events: ServedEvents, _ output: ServingOutput
  ) {
    self.identity = identity
    self.catalogue = catalogue
    self.tools = tools
    self.events = events
    replies = ServingReplies(
      output,
      serverInfo: .members(["name": .text(identity.name), "version": .text(identity.version)]))
    questions = ClientQuestions(replies)
    listeners = ServedListeners(events, replies)
  }

  func refuse(_ reason: String) { replies.refuse(.unreadable(reason)) }

  func receive(_ message: CellValue) {
    guard case .list(let messages) = message else { return receive(message, batch: nil) }
    guard handshake?.revision.hasBatches == true, !messages.isEmpty else {
      let revision = handshake.map { " of \($0.revision.rawValue)" } ?? ""
      return replies.refuse(.invalid("a message\(revision) is an object, not an array"))
    }
    let batch = ServingBatch(replies)
    batch.open()
    for message in messages { receive(message, batch: batch) }
    batch.close(with: nil)
  }

  func log(_ notice: String) {
    guard handshake?.wantsNotices == true else { return }
    replies.notify(
      "notifications/message",
      .members([
        "level": .text("notice"), "logger": .text(identity.name), "data": .text(notice),
      ]))
  }

  func toolsChanged() {
    tools.forget()
    listeners.toolsChanged()
  }

  func cancelAll() { calls.cancelAll() }

  func untilIdle(within limit: Duration, on clock: any Clock<Duration>) async {
    await calls.untilIdle(within: limit, on: clock)
  }

  func stop() { listeners.stop() }

  private func receive(_ message: CellValue, batch: ServingBatch?) {
    guard message.fieldsValue != nil else {
      return replies.refuse(.invalid("a message is an object"))
    }
    guard let method = message["method"]?.textValue else {
      guard message["id"] != nil, message["result"] != nil || message["error"] != nil else {
        return replies.refuse(.invalid("the message has neither a method nor a result"))
      }
      return questions.receive(message)
    }
    let parameters = message["params"] ?? .record([])
    guard let id = message["id"] else {
      if method == "notifications/cancelled", let id = parameters["requestId"] { cancel(id) }
      return
    }
    switch id {
    case .text, .integer: break
    default: return replies.refuse(.invalid("a request's id is a text or a whole number"))
    }
    do {
      handle(try request(id, method, parameters, batch))
    } catch {
      replies.refuse(error, id: id)
    }
  }

  private func request(
    _ id: CellValue, _ method: String, _ parameters: CellValue, _ batch: ServingBatch?
  ) throws(ServingError) -> ServedRequest {
    guard parameters.fieldsValue != nil else {
      throw .wrongParameters("'params' is an object")
    }
    guard !calls.isOpen(id) else { throw .invalid("the id \(id.jsonText) is in use") }
    guard let version = parameters["_meta"]?[Self.versionKey] else {
      return ServedRequest(
        id, method, parameters, handshake?.revision ?? .newestByHandshake,
        capabilities: handshake?.capabilities ?? .record([]), replies: replies, batch: batch)
    }
    guard let name = version.textValue, let revision = ServedRevision(rawValue: name),
      !revision.isByHandshake
    else { throw .unsupportedRevision(version.plainText) }
    guard let capabilities = parameters["_meta"]?[Self.capabilitiesKey],
      capabilities.fieldsValue != nil
    else { throw .wrongParameters("'_meta' has no '\(Self.capabilitiesKey)'") }
    return ServedRequest(
      id, method, parameters, revision, capabilities: capabilities, replies: replies, batch: batch)
  }

  private static let versionKey = "io.modelcontextprotocol/protocolVersion"
  private static let capabilitiesKey = "io.modelcontextprotocol/clientCapabilities"

  private func handle(_ request: ServedRequest) {
    do {
      if request.revision.isByHandshake {
        try handleByHandshake(request)
      } else {
        try handleByEnvelope(request)
      }
    } catch let error as ServingError {
      request.fail(error)
    } catch {
      request.fail(ServingError(-32603, ShellError(error).message))
    }
  }

  private func handleByHandshake(_ request: ServedRequest) throws {
    switch request.method {
    case "ping": request.succeed([])
    case "initialize":
      let handshake = try ServingHandshake(request.parameters)
      self.handshake = handshake
      listeners.hasClient = true
      request.succeed(
        .members([
          "protocolVersion": .text(handshake.revision.rawValue),
          "capabilities": .members([
            "tools": Self.toolsCapability, "resources": .members(["subscribe": .boolean(true)]),
            "logging": .record([]),
          ]),
          "serverInfo": replies.serverInfo, "instructions": .text(instructions),
        ]))
    case "logging/setLevel":
      try handshake?.setLevel(request.parameters)
      request.succeed([])
    case "resources/subscribe", "resources/unsubscribe":
      try checkResource(request)
      try listeners.set(isSubscribed: request.method == "resources/subscribe")
      request.succeed([])
    default: try handleInAll(request)
    }
  }

  private func handleByEnvelope(_ request: ServedRequest) throws {
    switch request.method {
    case "server/discover":
      request.succeed(
        .members([
          "supportedVersions": .list([.text(request.revision.rawValue)]),
          "capabilities": .members([
            "tools": Self.toolsCapability, "resources": .members(["subscribe": .boolean(true)]),
          ]),
          "instructions": .text(instructions),
        ]), isCacheable: true)
    case "subscriptions/listen": try listeners.open(request)
    default: try handleInAll(request)
    }
  }

  private func handleInAll(_ request: ServedRequest) throws {
    switch request.method {
    case "tools/list":
      request.succeed(tools.members(for: request.revision), isCacheable: true)
    case "tools/call": try call(request)
    case "resources/list":
      request.succeed(
        .members(["resources": .list([ServedEvents.description])]), isCacheable: true)
    case "resources/templates/list":
      request.succeed(.members(["resourceTemplates": .list([])]), isCacheable: true)
    case "resources/read":
      try checkResource(request)
      let content = CellValue.members([
        "uri": .text(ServedEvents.uri), "mimeType": .text("application/json"),
        "text": .text(try events.json()),
      ])
      request.succeed(.members(["contents": .list([content])]), isCacheable: true)
    default: throw ServingError.unknownMethod(request.method)
    }
  }

  private func call(_ request: ServedRequest) throws {
    guard let name = request.parameters["name"]?.textValue else {
      throw ServingError.wrongParameters("'name' is missing")
    }
    guard tools[name] != nil || tools.search?.has(name) == true else {
      throw ServingError.wrongParameters("there is no tool '\(name)'")
    }
    let arguments = request.parameters["arguments"] ?? .record([])
    guard arguments.fieldsValue != nil else {
      throw ServingError.wrongParameters("'arguments' is an object")
    }
    if let token = request.parameters["requestState"]?.textValue {
      guard let call = calls.asking(token), call.request.parameters["name"] == .text(name) else {
        throw ServingError.wrongParameters(
          "no call of '\(name)' waits for an answer; call it again")
      }
      call.goOn(with: request)
    } else if let tool = tools[name] {
      start(tool, arguments, request)
    } else if let search = tools.search {
      call(name, of: search, arguments, request)
    }
  }

  private func start(_ tool: ServedTool, _ arguments: CellValue, _ request: ServedRequest) {
    calls.start(ServedCall(tool, arguments, request, catalogue, questions, replies))
  }

  private func call(
    _ name: String, of search: CommandTools, _ arguments: CellValue, _ request: ServedRequest
  ) {
    do {
      if name == CommandTools.run {
        let (tool, arguments) = try search.called(arguments)
        return start(tool, arguments, request)
      }
      let (outcome, notices) = try search.found(arguments)
      request.succeed(
        ServedResult.members(
          outcome, notices: notices, isStructured: request.revision.hasStructuredContent))
    } catch {
      request.succeed(ServedResult.members(of: ShellError(error), notices: []))
    }
  }

  private func checkResource(_ request: ServedRequest) throws {
    let uri = request.parameters["uri"]?.textValue
    guard uri == ServedEvents.uri else { throw ServingError.unknownResource(uri ?? "") }
  }

  private func cancel(_ id: CellValue) {
    calls.cancel(id)
    listeners.cancel(id)
  }

  private static let toolsCapability = CellValue.members(["listChanged": .boolean(true)])

  private var instructions: String {
    "\(identity.abstract). Each tool is a command of the shell '\(identity.name)'. If there are very many, "
      + "\(CommandTools.find) finds them and \(CommandTools.run) runs them. A tool that fails "
      + "returns an error in JSON with a code, a message and often a hint. No argument is read from a "
      + "file, whatever its description says: '@FILE' is text."
  }
}

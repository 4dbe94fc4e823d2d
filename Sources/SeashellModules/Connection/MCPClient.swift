import SeashellHosting
import SeashellKit

/// A module that is a server of the Model Context Protocol.
///
/// It speaks all five revisions up to 2026-07-28. A module that violates the protocol is ended.
@MainActor
final class MCPClient: ToolProvider {
  private let channel: any MessageChannel
  private let identity: MCPIdentity
  private let revisions: [ProtocolRevision]
  private let peer: MessagePeer
  private let calls: MCPCalls
  private var agreement: MCPAgreement?
  private var subscriptions: MCPSubscriptions?
  private var observe: ((ProviderEvent) -> Void)?

  /// Creates a client without starting the module.
  ///
  /// - Parameters:
  ///   - channel: the way to the module.
  ///   - shell: the name and version sent to the module.
  ///   - silence: the maximum time without a message while a request waits.
  ///   - isVerbose: whether to ask for all messages of the module's log, not only for warnings.
  ///   - clock: measures the silence.
  ///   - revisions: the revisions to speak; nil for all.
  init(
    _ channel: any MessageChannel, as shell: ShellIdentity, silence: Duration,
    isVerbose: Bool = false, clock: any Clock<Duration> = ContinuousClock(),
    revisions: [String]? = nil
  ) {
    self.channel = channel
    identity = MCPIdentity(
      name: shell.name, version: shell.version, logLevel: isVerbose ? "debug" : "warning")
    self.revisions = ProtocolRevision.allCases.filter { revisions?.contains($0.rawValue) ?? true }
    peer = MessagePeer(channel, silence: silence, clock: clock)
    calls = MCPCalls(peer, identity, clock: clock)
  }

  var process: Int32? { channel.process }
  var memory: Int? { channel.memory }

  func start(
    _ observe: @escaping @MainActor (ProviderEvent) -> Void
  ) async throws -> ProviderOffer {
    self.observe = observe
    do {
      try await peer.open { [weak self] event in self?.handle(event) }
      let handshake = MCPHandshake(peer: peer, identity: identity, revisions: revisions)
      let agreement = try await handshake.agree()
      try await begin(agreement)
      return ProviderOffer(
        title: agreement.server.flatMap(Self.title),
        dialect: "MCP \(agreement.revision.rawValue)", instructions: agreement.instructions,
        hasResources: agreement.has("resources"))
    } catch {
      await peer.close()
      guard let error = error as? ProtocolError else { throw error }
      throw ModuleError("it refused to start: \(error.message)")
    }
  }

  private func begin(_ agreement: MCPAgreement) async throws {
    self.agreement = agreement
    calls.revision = agreement.revision
    calls.relearn = { [weak self] in _ = try await self?.tools() }
    peer.acceptsBatches = agreement.revision.hasBatches
    channel.agree(on: agreement.revision.rawValue)
    if agreement.revision.hasHandshake {
      try await peer.notify("notifications/initialized")
      if agreement.has("logging") { setLogLevel() }
    }
    subscriptions = MCPSubscriptions(peer, identity, agreement)
  }

  /// Sets the level of log messages, without waiting for the answer.
  private func setLogLevel() {
    let level = CellValue.message(["level": .text(identity.logLevel)])
    levelTask = Task { [peer] in
      _ = try? await peer.request("logging/setLevel", level, id: peer.newID())
    }
  }
  private var levelTask: Task<Void, Never>?

  private static func title(_ server: CellValue) -> String? {
    let words = [server["name"]?.textValue, server["version"]?.textValue].compactMap(\.self)
    let title = words.filter { !$0.isEmpty }.joined(separator: " ")
    return title.isEmpty ? nil : title
  }

  func tools() async throws -> [ToolDescription] {
    guard agreement?.has("tools") == true else { return [] }
    let tools = try await list("tools/list", "tools", atMost: Self.maximumTools).map { json in
      try breaking { () throws(ModuleError) in try ToolDescription(json) }
    }
    channel.learn(tools)
    return tools
  }

  func call(
    _ tool: String, arguments: CellValue, for caller: any ToolCaller
  ) async throws -> ToolResult {
    let result = try await calls.run(
      "tools/call", [.init("name", .text(tool)), .init("arguments", arguments)], for: caller)
    return try breaking { () throws(ModuleError) in try ToolResult(result) }
  }

  func resources() async throws -> [CellValue] {
    guard agreement?.has("resources") == true else { return [] }
    return try await list("resources/list", "resources", atMost: Self.maximumResources)
  }

  func read(_ uri: String, for caller: any ToolCaller) async throws -> [CellValue] {
    let result = try await calls.run("resources/read", [.init("uri", .text(uri))], for: caller)
    let contents = try breaking { () throws(ModuleError) in
      guard let contents = result["contents"]?.listValue else {
        throw ModuleError("its answer to 'resources/read' has no 'contents'")
      }
      return contents
    }
    subscriptions?.watch(uri)
    return contents
  }

  func stop() async {
    subscriptions?.stop()
    levelTask?.cancel()
    await peer.close()
  }
}

extension MCPClient {
  /// The maximum number of pages of a list, in case a module never ends one.
  private static let maximumPages = 1_000

  /// The maximum number of tools; each becomes a command.
  private static let maximumTools = 1_000

  private static let maximumResources = 100_000

  /// The maximum size of all pages of a list together, in bytes.
  private static let longestList = 16 << 20

  private func list(
    _ method: String, _ member: String, atMost maximum: Int
  ) async throws -> [CellValue] {
    guard let revision = agreement?.revision else { throw ModuleError("it was not started") }
    var elements: [CellValue] = []
    var size = 0
    var cursors: Set<String> = []
    var page: [CellValue.Field] = []
    while true {
      let result = try await calls.ask(
        method, identity.parameters(page, in: revision), id: peer.newID())
      let cursor = try breaking { () throws(ModuleError) -> String? in
        guard let part = result[member]?.listValue else {
          throw ModuleError("its answer to '\(method)' has no '\(member)'")
        }
        elements += part
        guard elements.count <= maximum else {
          throw ModuleError("its answer to '\(method)' has more than \(maximum) \(member)")
        }
        guard let next = result["nextCursor"], next != .null else { return nil }
        size += result.jsonBytes.count
        guard size <= Self.longestList else {
          throw ModuleError(
            "its answer to '\(method)' is longer than \(ByteCount.text(Self.longestList))")
        }
        guard let cursor = next.textValue else {
          throw ModuleError("the 'nextCursor' of its answer to '\(method)' is not a string")
        }
        guard cursors.insert(cursor).inserted, cursors.count < Self.maximumPages else {
          throw ModuleError("its answer to '\(method)' never ends")
        }
        return cursor
      }
      guard let cursor else { return elements }
      page = [.init("cursor", .text(cursor))]
    }
  }

  private func breaking<Value>(_ body: () throws(ModuleError) -> Value) throws -> Value {
    do { return try body() } catch {
      peer.breakOff(error)
      throw error
    }
  }

  private func handle(_ event: MessagePeer.Event) {
    switch event {
    case .errorLine(let line): observe?(.errorLine(line))
    case .ended(let error):
      subscriptions?.stop()
      observe?(.ended(error))
    case .request(let id, let method, let parameters): calls.answer(id, method, parameters)
    case .notification(let method, let parameters):
      do throws(ModuleError) {
        if let notice = try MCPNotice.read(method, parameters) { handle(notice) }
      } catch {
        peer.breakOff(error)
      }
    }
  }

  private func handle(_ notice: MCPNotice) {
    switch notice {
    case .progress(let token, let update): calls.progress(token, update)
    case .log(let level, let text):
      if !calls.log(level, text) { observe?(.log(level: level, text: text)) }
    case .cancelled(let id): calls.withdraw(id)
    case .toolsChanged: observe?(.toolsChanged)
    case .resourcesChanged: observe?(.resourcesChanged)
    case .resourceUpdated(let uri): observe?(.resourceUpdated(uri: uri))
    }
  }
}

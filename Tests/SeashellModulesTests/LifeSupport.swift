import CoreSystem
import SeashellKit
@testable import SeashellModules
@testable import SeashellTesting

/// A module played by a test.
@MainActor
final class ScriptedProvider: ToolProvider {
  var offered: [ToolDescription] = []
  var offer = ProviderOffer(title: "scripted 1", dialect: "MCP 2025-11-25")
  var starting: @MainActor () async throws -> Void = {}
  /// Called before it ends.
  var stopping: @MainActor () async -> Void = {}
  /// Called with each call of a tool.
  var answer:
    @MainActor (_ tool: String, _ arguments: CellValue, any ToolCaller) async throws ->
      ToolResult = { tool, _, _ in
        ToolResult(content: [.record([.init("type", .text("text")), .init("text", .text(tool))])])
      }
  var listedResources: [CellValue] = []
  var contents: [CellValue] = []

  private(set) var isRunning = false
  private(set) var calls: [String] = []
  private var observe: (@MainActor (ProviderEvent) -> Void)?

  func start(
    _ observe: @escaping @MainActor (ProviderEvent) -> Void
  ) async throws -> ProviderOffer {
    isRunning = true
    self.observe = observe
    try await starting()
    return offer
  }

  func tools() async throws -> [ToolDescription] { offered }

  func call(
    _ tool: String, arguments: CellValue, for caller: any ToolCaller
  ) async throws -> ToolResult {
    calls.append("\(tool) \(arguments.jsonText)")
    return try await answer(tool, arguments, caller)
  }

  func resources() async throws -> [CellValue] { listedResources }

  func read(_ uri: String, for caller: any ToolCaller) async throws -> [CellValue] {
    calls.append("read \(uri)")
    return contents
  }

  func stop() async {
    await stopping()
    isRunning = false
  }

  var memory: Int? { isRunning ? 1_000_000 : nil }

  /// Does something without being asked.
  func happen(_ event: ProviderEvent) { observe?(event) }
}

/// The modules that a starter has started, in order.
@MainActor
final class ScriptedModules {
  private(set) var started: [ScriptedProvider] = []
  private(set) var gateways: [String?] = []
  /// Prepares each module before its start.
  var prepare: @MainActor (ScriptedProvider) throws -> Void = { _ in }
  let usesGateway = SharedFlag()
  private(set) var openGateways = 0
  /// The runs to whose keys each call has a right.
  let runs = Record<String>()

  var last: ScriptedProvider? { started.last }

  var starter: ModuleStarter {
    ModuleStarter(
      gateway: { [unowned self] record in
        guard !record.allows.isEmpty else { return nil }
        openGateways += 1
        return GatewayLease(
          address: "http://127.0.0.1:1/x", isUsed: { [usesGateway] in usesGateway.isRaised },
          begin: { [runs] _, keys in runs.add(keys?.run ?? "none") },
          close: { [unowned self] in openGateways -= 1 })
      },
      provider: { [unowned self] _, gateway in
        let provider = ScriptedProvider()
        try prepare(provider)
        started.append(provider)
        gateways.append(gateway)
        return provider
      })
  }
}

/// Returns a tool with a name and the properties of its arguments, as JSON.
func tool(_ name: String, _ properties: String = "{}", more: String = "") throws -> ToolDescription
{
  try ToolDescription(
    CellValue(
      json:
        #"{"name":"\#(name)","description":"does \#(name)","inputSchema":{"type":"object","properties":\#(properties)}\#(more)}"#
    ))
}

/// Test doubles are servers, which send no parts of a result before its end.
extension ToolCaller {
  func row(_ value: CellValue) {}
  func text(_ line: String) {}
  func errorLine(_ line: String) {}
}

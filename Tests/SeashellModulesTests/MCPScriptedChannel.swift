import SeashellHosting
import SeashellKit
@testable import SeashellModules

/// A module in memory, whose answers a test decides.
@MainActor
final class MCPScriptedChannel: MessageChannel {
  /// The messages that the shell sent, in order.
  private(set) var sent: [CellValue] = []
  /// The revision that the client agreed on.
  private(set) var revision: String?
  private(set) var isClosed = false
  var carriesRequestsAlone = false
  var memory: Int? { nil }

  /// Called with each message that the shell sends, to answer with `reply` and `push`.
  var script: (CellValue) -> Void = { _ in }
  private var receive: (@MainActor (ChannelEvent) -> Void)?
  private var waiters:
    [(method: String, count: Int, waiter: CheckedContinuation<CellValue, Never>)] = []

  func open(_ receive: @escaping @MainActor (ChannelEvent) -> Void) async throws {
    self.receive = receive
  }

  func send(_ message: CellValue) async throws {
    sent.append(message)
    let method = message["method"]?.textValue ?? "answer"
    let count = all(method).count
    for entry in waiters where entry.method == method && entry.count == count {
      entry.waiter.resume(returning: message)
    }
    waiters.removeAll { $0.method == method && $0.count == count }
    script(message)
  }

  func agree(on revision: String) { self.revision = revision }

  func close() async {
    isClosed = true
    receive?(.ended(nil))
  }

  /// All sent messages with a method; answers have the method `answer`.
  func all(_ method: String) -> [CellValue] {
    sent.filter { ($0["method"]?.textValue ?? "answer") == method }
  }

  /// Waits until a method was sent a number of times, and returns the last of these messages.
  func sent(_ method: String, times count: Int = 1) async -> CellValue {
    await withCheckedContinuation { waiter in
      let messages = all(method)
      if messages.count >= count {
        waiter.resume(returning: messages[count - 1])
      } else {
        waiters.append((method, count, waiter))
      }
    }
  }

  /// Sends a message to the shell, as JSON.
  func push(_ json: String) {
    guard let value = try? CellValue(json: json) else { return }
    receive?(.message(value))
  }

  func end(_ error: ModuleError?) { receive?(.ended(error)) }

  /// Answers a request with a result, as JSON.
  func reply(_ request: CellValue, _ result: String) {
    push(#"{"jsonrpc":"2.0","id":\#(request["id"]?.jsonText ?? "null"),"result":\#(result)}"#)
  }

  /// Answers a request with an error, as JSON.
  func refuse(_ request: CellValue, _ error: String) {
    push(#"{"jsonrpc":"2.0","id":\#(request["id"]?.jsonText ?? "null"),"error":\#(error)}"#)
  }
}

extension MCPScriptedChannel {
  /// A module that speaks one revision; the test answers calls of its tools.
  static func module(
    _ revision: String, capabilities: String = #"{"tools":{}}"#,
    call: @escaping @MainActor (MCPScriptedChannel, CellValue) -> Void = {
      $0.reply($1, MCPScriptedChannel.hello)
    }
  ) -> MCPScriptedChannel {
    let channel = MCPScriptedChannel()
    let isNewest = revision == "2026-07-28"
    channel.script = { [weak channel] message in
      guard let channel else { return }
      switch message["method"]?.textValue {
      case "initialize" where !isNewest:
        channel.reply(
          message,
          #"{"protocolVersion":"\#(revision)","capabilities":\#(capabilities),"#
            + #""serverInfo":{"name":"clock","version":"1.0"},"instructions":"ask it"}"#)
      case "server/discover" where isNewest:
        channel.reply(
          message,
          #"{"resultType":"complete","supportedVersions":["\#(revision)"],"ttlMs":0,"#
            + #""cacheScope":"private","capabilities":\#(capabilities),"instructions":"ask it","#
            + #""_meta":{"io.modelcontextprotocol/serverInfo":{"name":"clock","version":"1.0"}}}"#)
      case "initialize", "server/discover":
        channel.refuse(message, #"{"code":-32601,"message":"Method not found"}"#)
      case "logging/setLevel", "resources/subscribe": channel.reply(message, "{}")
      case "tools/call", "tools/list", "resources/list", "resources/read": call(channel, message)
      default: break
      }
    }
    return channel
  }

  static let hello = #"{"resultType":"complete","content":[{"type":"text","text":"hello"}]}"#
}

/// A command that calls a tool, and records what it receives.
@MainActor
final class RecordingCaller: ToolCaller {
  private(set) var updates: [ProgressUpdate] = []
  private(set) var lines: [String] = []
  private(set) var questions: [CellValue] = []
  var answer: @MainActor (CellValue) async throws -> CellValue = { _ in
    .record([.init("action", .text("decline"))])
  }

  var onProgress: () -> Void = {}

  func progress(_ update: ProgressUpdate) {
    updates.append(update)
    onProgress()
  }

  func log(level: String, text: String) { lines.append("\(level): \(text)") }

  func elicit(_ request: CellValue) async throws -> CellValue {
    questions.append(request)
    return try await answer(request)
  }
}

extension MCPClient {
  /// A client in a shell named `seashell`.
  convenience init(
    _ channel: any MessageChannel, isVerbose: Bool = false,
    clock: any Clock<Duration> = ContinuousClock(), revisions: [String]? = nil
  ) {
    self.init(
      channel, as: ShellIdentity("seashell", version: "1.2.3"), silence: .seconds(120),
      isVerbose: isVerbose, clock: clock, revisions: revisions)
  }
}

extension CellValue {
  static func parse(_ text: String) throws -> CellValue { try CellValue(json: text) }
}

let allRevisions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"]

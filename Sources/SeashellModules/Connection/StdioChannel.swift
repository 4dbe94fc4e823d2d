import SeashellKit

/// Carries messages to and from a module's process: one JSON text on each line of its standard input and
/// output.
@MainActor
final class StdioChannel: MessageChannel {
  private let command: [String]
  private let environment: [String: String]
  private let limits: ModuleLimits
  private let check: @MainActor () throws -> CheckedFiles?
  private var running: ModuleProcess?

  /// Creates a channel; `open` starts the process.
  ///
  /// - Parameters:
  ///   - command: the program, a name on PATH or a path, and its arguments.
  ///   - environment: its whole environment; see ``ModuleEnvironment``.
  ///   - check: checks the files of the command line right before the start.
  init(
    _ command: [String], environment: [String: String], limits: ModuleLimits,
    check: @escaping @MainActor () throws -> CheckedFiles? = { nil }
  ) {
    self.check = check
    self.command = command
    self.environment = environment
    self.limits = limits
  }

  /// Starts the process.
  ///
  /// A batch is delivered as separate messages.
  func open(_ receive: @escaping @MainActor (ChannelEvent) -> Void) async throws {
    running = try ModuleProcess(
      command, environment: environment, limits: limits, kind: .server, check: check,
      decode: JSONLine.value
    ) { event in
      switch event {
      case .values(let values):
        for value in values {
          for message in Self.messages(in: value) { receive(.message(message)) }
        }
      case .errorLine(let line): receive(.errorLine(line))
      case .ended(let end): receive(.ended(end.error))
      }
    }
  }

  /// Sends a message; returns once the process's input has taken it.
  func send(_ message: CellValue) async throws {
    guard let process = running else { throw ModuleError("it is not running") }
    try await process.send(message.jsonBytes + [0x0A])
  }

  /// Does nothing: on standard input and output, messages do not name the revision.
  func agree(on revision: String) {}

  /// Ends the process and everything in its group.
  func close() async { await running?.stop() }

  /// The id of its process; nil if it is not running.
  var process: Int32? { running?.end == nil ? running?.id : nil }

  /// The resident memory of its process in bytes; nil if it is not running.
  var memory: Int? { running?.memory }

  private static func messages(in value: CellValue) -> [CellValue] {
    if let batch = value.listValue, !batch.isEmpty { batch } else { [value] }
  }
}

enum JSONLine {
  /// Parses a line.
  ///
  /// - Throws: ``ModuleError`` if it is not JSON, with the place and the reason.
  static func value(of line: [UInt8]) throws(ModuleError) -> CellValue {
    do throws(JSONError) {
      return try CellValue(json: line)
    } catch {
      let text = String(decoding: line.prefix(60), as: UTF8.self)
      throw ModuleError(
        "it wrote a line that is not JSON: \(error)",
        hint:
          "a server prints only messages of the protocol, not '\(text)\(line.count > 60 ? "…" : "")'"
      )
    }
  }
}

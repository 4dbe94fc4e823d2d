package import SeashellKit

/// A running module in another process, for any protocol.
///
/// It throws a ``ModuleError`` if the module failed, a `ShellError` if the call failed, or a
/// `CancellationError`.
@MainActor
package protocol ToolProvider: AnyObject {
  /// Starts the module, and agrees with it on the protocol.
  ///
  /// - Parameter observe: receives events that no call asked for.
  /// - Returns: its offer, without its tools.
  func start(_ observe: @escaping @MainActor (ProviderEvent) -> Void) async throws -> ProviderOffer

  func tools() async throws -> [ToolDescription]

  /// Calls a tool.
  ///
  /// Cancelling the task also cancels the call in the module.
  ///
  /// - Parameters:
  ///   - tool: the tool's name, as the module spells it.
  ///   - arguments: an object.
  ///   - caller: receives progress and answers questions.
  func call(
    _ tool: String, arguments: CellValue, for caller: any ToolCaller
  ) async throws -> ToolResult

  /// Returns its resources, as `Resource` objects of the Model Context Protocol.
  func resources() async throws -> [CellValue]

  /// Reads a resource.
  ///
  /// - Returns: the contents: `TextResourceContents` and `BlobResourceContents`.
  func read(_ uri: String, for caller: any ToolCaller) async throws -> [CellValue]

  /// Ends the module and all its processes.
  func stop() async

  /// The id of its process; nil if it is not running, runs elsewhere or is run for each call.
  var process: Int32? { get }

  /// The resident memory of its process in bytes; nil if it is not running or runs elsewhere.
  var memory: Int? { get }
}

extension ToolProvider {
  /// Returns nil, since no process stays between calls.
  package var process: Int32? { nil }
}

/// A module's offer, without its tools.
package struct ProviderOffer: Sendable, Equatable {
  /// The module's name and version, in its own words, if it gives them.
  var title: String?

  /// The protocol and its revision: `MCP 2025-11-25`.
  var dialect: String

  /// Instructions for its use, in its own words.
  var instructions: String?

  var hasResources: Bool

  init(
    title: String? = nil, dialect: String, instructions: String? = nil, hasResources: Bool = false
  ) {
    self.title = title
    self.dialect = dialect
    self.instructions = instructions
    self.hasResources = hasResources
  }
}

/// An event that no call asked for.
package enum ProviderEvent: Sendable {
  case toolsChanged
  case resourcesChanged
  case resourceUpdated(uri: String)
  /// It wrote a message to its log, outside of any call.
  case log(level: String, text: String)
  /// It wrote a line to standard error.
  case errorLine(String)
  /// It ended, or was ended after a protocol violation, with an error unless it was asked to end.
  case ended(ModuleError?)
}

/// The command that calls a tool.
@MainActor
package protocol ToolCaller: AnyObject {
  func progress(_ update: ProgressUpdate)

  /// Receives a message of the module's log.
  func log(level: String, text: String)

  /// Receives a record of the result before the call ends. Only programs send these.
  func row(_ value: CellValue)

  /// Receives a line of the result that is not a record.
  func text(_ line: String)

  /// Receives a line of standard error of a failed call, for the user. The last line is the error's
  /// message.
  func errorLine(_ line: String)

  /// Asks the user with a form, or shows an address to open.
  ///
  /// - Parameter request: the parameters of `elicitation/create`.
  /// - Returns: an `ElicitResult`: an action, and the content if the user accepts.
  func elicit(_ request: CellValue) async throws -> CellValue
}

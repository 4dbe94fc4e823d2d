package import SeashellKit

/// A running module in another process, whatever it speaks.
///
/// Everything it throws is a ``ModuleError`` if the module broke, a `ShellError` if the call failed, or a
/// `CancellationError`.
@MainActor
package protocol ToolProvider: AnyObject {
  /// Starts the module, and agrees with it on the protocol.
  ///
  /// - Parameter observe: receives what the module does without being asked.
  /// - Returns: what it offers, besides its tools.
  func start(_ observe: @escaping @MainActor (ProviderEvent) -> Void) async throws -> ProviderOffer

  /// Returns all its tools.
  func tools() async throws -> [ToolDescription]

  /// Calls a tool.
  ///
  /// Cancelling the task cancels the call in the module too.
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

  /// Ends the module and everything that it started.
  func stop() async

  /// The id of its process; nil if it is not running, runs elsewhere or is run for each call.
  var process: Int32? { get }

  /// The resident memory of its process in bytes; nil if it is not running or runs elsewhere.
  var memory: Int? { get }
}

extension ToolProvider {
  /// Nil: there is no process that stays.
  package var process: Int32? { nil }
}

/// What a module offers, besides its tools.
package struct ProviderOffer: Sendable, Equatable {
  /// The module's name and version, in its own words; nil if it says nothing.
  package var title: String?

  /// The protocol and its revision: `MCP 2025-11-25`.
  package var dialect: String

  /// How to use it, in its own words.
  package var instructions: String?

  /// Whether it has resources.
  package var hasResources: Bool

  /// Creates an offer.
  package init(
    title: String? = nil, dialect: String, instructions: String? = nil, hasResources: Bool = false
  ) {
    self.title = title
    self.dialect = dialect
    self.instructions = instructions
    self.hasResources = hasResources
  }
}

/// What a module does without being asked.
package enum ProviderEvent: Sendable {
  /// Its tools have changed.
  case toolsChanged
  /// Its resources have changed.
  case resourcesChanged
  /// A resource has changed.
  case resourceUpdated(uri: String)
  /// It writes a message to its log, outside of any call.
  case log(level: String, text: String)
  /// It writes a line to standard error.
  case errorLine(String)
  /// It ended, or broke the protocol and was ended; nil if it was asked to end.
  case ended(ModuleError?)
}

/// The command that calls a tool.
@MainActor
package protocol ToolCaller: AnyObject {
  /// Shows how far the call has come.
  func progress(_ update: ProgressUpdate)

  /// Receives a message of the module's log.
  func log(level: String, text: String)

  /// Receives a record of the result, as soon as it is there; programs alone send them before the call
  /// ends.
  func row(_ value: CellValue)

  /// Receives a line of the result that is not a record.
  func text(_ line: String)

  /// Receives a line of standard error of a call that failed, for the user; the last one is the error's
  /// message.
  func errorLine(_ line: String)

  /// Asks the user, with a form, or shows an address to open.
  ///
  /// - Parameter request: the parameters of `elicitation/create`.
  /// - Returns: an `ElicitResult`: an action, and the content if the user accepts.
  func elicit(_ request: CellValue) async throws -> CellValue
}

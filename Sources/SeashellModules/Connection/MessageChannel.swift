import SeashellKit

/// Carries the messages of a protocol, such as those of the Model Context Protocol, to a module and back.
@MainActor
protocol MessageChannel: AnyObject {
  /// Opens the channel.
  ///
  /// - Parameter receive: called with each message and, once, with the channel's end.
  func open(_ receive: @escaping @MainActor (ChannelEvent) -> Void) async throws

  /// Sends a message.
  ///
  /// It may return only after the message was answered.
  ///
  /// - Throws: ``ModuleError`` if the module does not accept the message; a `ShellError` if it cannot be
  ///   reached or the user is not authorized.
  func send(_ message: CellValue) async throws

  /// Sets the agreed revision of the protocol, which HTTP sends with each request.
  func agree(on revision: String)

  /// Closes the channel and ends the module.
  func close() async

  /// The id of its process; nil if it is not running or runs elsewhere.
  var process: Int32? { get }

  /// The resident memory of its process in bytes; nil if it is not running or runs elsewhere.
  var memory: Int? { get }

  /// Whether requests are independent, so that one with an unknown method cannot break the module.
  var carriesRequestsAlone: Bool { get }

  /// Sets the module's tools. HTTP repeats some of their arguments in header fields.
  func learn(_ tools: [ToolDescription])
}

extension MessageChannel {
  /// Returns nil, since the module runs elsewhere.
  var process: Int32? { nil }

  var carriesRequestsAlone: Bool { false }

  func learn(_ tools: [ToolDescription]) {}
}

enum ChannelEvent: Sendable {
  case message(CellValue)
  /// The module wrote a line to standard error.
  case errorLine(String)
  /// The channel ended, with an error unless this side closed it.
  case ended(ModuleError?)
}

import SeashellKit

enum MCPNotice {
  case progress(token: CellValue, ProgressUpdate)
  /// A message of the module's log.
  case log(level: String, text: String)
  case cancelled(id: CellValue)
  case toolsChanged
  case resourcesChanged
  case resourceUpdated(uri: String)

  /// The maximum length of the address of a changed resource, in bytes.
  private static let longestAddress = 4_096

  /// Parses a notification; nil for other kinds.
  static func read(
    _ method: String, _ parameters: CellValue
  ) throws(ModuleError) -> MCPNotice? {
    switch method {
    case "notifications/progress":
      guard let token = parameters["progressToken"], let progress = parameters["progress"]?.double
      else { throw ModuleError("it sent progress without a token or a number") }
      var update = ProgressUpdate(parameters["message"]?.textValue ?? "")
      // Without a total, the numbers only say that there is progress.
      if let total = parameters["total"]?.double, total > 0 {
        (update.done, update.total) = (min(max(progress, 0), total), total)
      }
      return .progress(token: token, update)
    case "notifications/message":
      guard let level = parameters["level"]?.textValue, let data = parameters["data"] else {
        throw ModuleError("it sent a log message without a level or a text")
      }
      return .log(level: level, text: data.plainText)
    case "notifications/cancelled":
      return parameters["requestId"].map { .cancelled(id: $0) }
    case "notifications/tools/list_changed": return .toolsChanged
    case "notifications/resources/list_changed": return .resourcesChanged
    case "notifications/resources/updated":
      guard let uri = parameters["uri"]?.textValue else {
        throw ModuleError("it sent 'notifications/resources/updated' without a 'uri'")
      }
      // Each becomes an event, and many of them may be queued.
      guard uri.utf8.count <= longestAddress else {
        throw ModuleError("it sent a 'uri' longer than \(ByteCount.text(longestAddress))")
      }
      return .resourceUpdated(uri: uri)
    default: return nil
    }
  }
}

extension CellValue {
  fileprivate var double: Double? {
    switch self {
    case .integer, .decimal: Double(plainText)
    case .untyped(let text): JSONNumber(text)?.double
    default: nil
    }
  }
}

import SeashellKit

/// The result of `initialize`: the revision and the client's capabilities.
struct ServingHandshake {
  private static let levels = [
    "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency",
  ]

  let revision: ServedRevision
  /// The client's capabilities: a `ClientCapabilities`.
  let capabilities: CellValue
  /// Whether the client wants log messages at the level of notices.
  private(set) var wantsNotices = true

  /// Throws if the revision is missing.
  init(_ parameters: CellValue) throws {
    guard let wanted = parameters["protocolVersion"]?.textValue else {
      throw ServingError.wrongParameters("'protocolVersion' is missing")
    }
    let known = ServedRevision(rawValue: wanted)
    revision = known.flatMap { $0.isByHandshake ? $0 : nil } ?? .newestByHandshake
    capabilities = parameters["capabilities"] ?? .record([])
  }

  /// Sets the minimum level of log messages.
  mutating func setLevel(_ parameters: CellValue) throws {
    guard let name = parameters["level"]?.textValue, let level = Self.levels.firstIndex(of: name)
    else {
      throw ServingError.wrongParameters(
        "'level' is one of \(Self.levels.joined(separator: ", "))")
    }
    wantsNotices = level <= 2
  }
}

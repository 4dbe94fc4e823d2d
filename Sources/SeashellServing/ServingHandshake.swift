import SeashellKit

/// What a client and the shell have agreed on by `initialize`.
struct ServingHandshake {
  private static let levels = [
    "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency",
  ]

  let revision: ServedRevision
  /// What the client can do: a `ClientCapabilities`.
  let capabilities: CellValue
  /// Whether the client wants messages of the level that notices have.
  private(set) var wantsNotices = true

  /// - Parameter parameters: those of `initialize`.
  /// - Throws: ``ServingError`` if the revision is missing.
  init(_ parameters: CellValue) throws {
    guard let wanted = parameters["protocolVersion"]?.textValue else {
      throw ServingError.wrongParameters("'protocolVersion' is missing")
    }
    let known = ServedRevision(rawValue: wanted)
    revision = known.flatMap { $0.isByHandshake ? $0 : nil } ?? .newestByHandshake
    capabilities = parameters["capabilities"] ?? .record([])
  }

  /// Sets the least level of the messages that the client wants.
  ///
  /// - Throws: ``ServingError`` if there is no such level.
  mutating func setLevel(_ parameters: CellValue) throws {
    guard let name = parameters["level"]?.textValue, let level = Self.levels.firstIndex(of: name)
    else {
      throw ServingError.wrongParameters(
        "'level' is one of \(Self.levels.joined(separator: ", "))")
    }
    wantsNotices = level <= 2
  }
}

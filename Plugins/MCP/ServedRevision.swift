/// A revision of the Model Context Protocol that the shell serves.
enum ServedRevision: String, CaseIterable, Comparable {
  case november2024 = "2024-11-05"
  case march2025 = "2025-03-26"
  case june2025 = "2025-06-18"
  case november2025 = "2025-11-25"
  /// Has no handshake: each request contains its revision and the client's capabilities.
  case july2026 = "2026-07-28"

  /// The newest revision that `initialize` can agree on.
  static let newestByHandshake = november2025

  static func < (one: ServedRevision, other: ServedRevision) -> Bool {
    one.rawValue < other.rawValue
  }

  var isByHandshake: Bool { self < .july2026 }

  var hasBatches: Bool { self == .march2025 }

  var hasAnnotations: Bool { self >= .march2025 }

  /// Whether tools have output schemas and titles, and their results structured content.
  var hasStructuredContent: Bool { self >= .june2025 }
}

/// A revision of the Model Context Protocol, by its date.
enum ProtocolRevision: String, CaseIterable, Sendable {
  case november2024 = "2024-11-05"
  case march2025 = "2025-03-26"
  case june2025 = "2025-06-18"
  case november2025 = "2025-11-25"
  case july2026 = "2026-07-28"

  /// Whether a connection begins with `initialize`; otherwise each request names its sender.
  var hasHandshake: Bool { self != .july2026 }

  /// Whether a message may be an array of messages.
  var hasBatches: Bool { self == .march2025 }

  /// Whether a module can ask the user.
  var hasElicitation: Bool { self != .november2024 && self != .march2025 }

  /// Whether a question may be an address to open, and capabilities name the two kinds of question.
  var hasAddressElicitation: Bool { hasElicitation && self != .june2025 }
}

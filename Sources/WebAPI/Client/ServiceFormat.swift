/// How a service wraps what it answers.
public enum ServiceFormat: String, Sendable, Codable, CaseIterable {
  /// A resource or an array of them, as they are.
  case plain
  /// `{data, meta, errors}`.
  case container
  /// JSON:API 1.1: documents with `type`, `id` and `attributes`.
  case jsonapi
}

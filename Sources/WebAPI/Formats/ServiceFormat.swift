/// How a service wraps its resources.
public enum ServiceFormat: String, Sendable, Codable, CaseIterable {
  /// A resource or an array of them, without a wrapper.
  case plain
  /// `{data, meta, errors}`.
  case container
  /// JSON:API 1.1: documents with `type`, `id` and `attributes`.
  case jsonapi

  var mediaType: String {
    self == .jsonapi ? "application/vnd.api+json" : "application/json"
  }

  /// What a request accepts if it does not say so itself: the format first, and anything else before a refusal.
  var accepted: String { "\(mediaType), */*;q=0.5" }

  /// The format's query parameter names, by the names that our services use.
  var queryNames: [String: String] {
    self == .jsonapi ? ["page": "page[number]", "per_page": "page[size]"] : [:]
  }
}

/// How a service spells the names of fields.
///
/// A type whose `CodingKeys` are in snake case works with both.
public enum ServiceKeys: String, Sendable, Codable, CaseIterable {
  /// `currency_code`.
  case snake
  /// `currencyCode`.
  case camel
}

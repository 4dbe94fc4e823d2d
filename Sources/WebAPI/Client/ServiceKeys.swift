/// How a service spells the names of fields.
///
/// Types whose `CodingKeys` spell snake case serve either way.
public enum ServiceKeys: String, Sendable, Codable, CaseIterable {
  /// `currency_code`.
  case snake
  /// `currencyCode`.
  case camel
}

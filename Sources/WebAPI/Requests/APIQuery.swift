import CoreJSON
import CoreSecrets
import WebMessages

/// The names and values of a query, in the order in which they were added.
///
/// nil and empty values are left out, so that optional filters need no conditions: `["query": text, "page":
/// page]`.
public struct APIQuery: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  private var items: [Item] = []

  private struct Item: Sendable, Hashable {
    let name: String
    let value: String
    var staysEmpty = false

    func escaped(_ names: [String: String] = [:]) -> String {
      PercentEncoding.encode(names[name] ?? name, keeping: PercentEncoding.query) + "="
        + PercentEncoding.encode(value, keeping: PercentEncoding.query)
    }
  }

  /// Creates a query from names and values.
  public init(dictionaryLiteral elements: (String, (any LosslessStringConvertible)?)...) {
    for (name, value) in elements { append(name, value) }
  }

  /// Creates an empty query.
  public init() {}

  /// Creates a query from a dictionary, sorted by name.
  public init(_ values: [String: (any LosslessStringConvertible)?]) {
    for (name, value) in values.sorted(by: { $0.key < $1.key }) { append(name, value) }
  }

  /// Reads a query from an address; nil if an escape is malformed.
  init?(escaped text: Substring) {
    for field in text.split(separator: "&") {
      let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let texts = parts.compactMap { PercentEncoding.decodeStrictly($0, plusIsSpace: true) }
      guard texts.count == parts.count else { return nil }
      appendAsWritten(texts[0], texts.count > 1 ? texts[1] : "")
    }
  }

  /// Adds a value, and keeps other values of the same name.
  ///
  /// nil adds nothing.
  public mutating func append(_ name: String, _ value: (any LosslessStringConvertible)?) {
    guard let value else { return }
    items.append(Item(name: name, value: value.description))
  }

  /// Replaces all values of a name by one, at the first one's position.
  ///
  /// nil removes them.
  public mutating func set(_ name: String, _ value: (any LosslessStringConvertible)?) {
    let index = items.firstIndex { $0.name == name } ?? items.endIndex
    items.removeAll { $0.name == name }
    guard let value else { return }
    items.insert(Item(name: name, value: value.description), at: index)
  }

  /// Adds the values of another query, and keeps other values of the same names.
  public mutating func append(_ other: APIQuery) { items += other.items }

  /// Adds a value that is sent even if it is empty, such as one from a query written elsewhere.
  package mutating func appendAsWritten(_ name: String, _ value: String) {
    items.append(Item(name: name, value: value, staysEmpty: true))
  }

  /// The names and values in order, including empty ones that are not sent.
  var pairs: [(name: String, value: String, isAsWritten: Bool)] {
    items.map { ($0.name, $0.value, $0.staysEmpty) }
  }

  var values: JSONValue { JSONValue(items.map { ($0.name, .string($0.value)) }) }

  /// Returns whether a parameter's value is a credential, which must not be shown.
  package static func isSecret(_ name: String) -> Bool {
    CredentialName.isCredential(name, in: .address)
  }

  /// Whether the query has no values.
  public var isEmpty: Bool { items.isEmpty }

  /// Returns the query escaped for an address; nil if it has no values.
  func escaped(renaming names: [String: String] = [:]) -> String? {
    let pairs = items.filter { $0.staysEmpty || !$0.value.isEmpty }.map { $0.escaped(names) }
    return pairs.isEmpty ? nil : pairs.joined(separator: "&")
  }

  var formEncoded: String {
    items.map { $0.escaped() }.joined(separator: "&")
  }
}

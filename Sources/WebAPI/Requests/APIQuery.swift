import WebMessages

/// The names and values of a query, in the order in which they were added.
///
/// A value that is nil or empty stays out of the address, so that optional filters can be written
/// without conditions: `["query": text, "page": page]`.
public struct APIQuery: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  private var items: [Item] = []

  private struct Item: Sendable, Hashable {
    let name: String
    let value: String

    func escaped(_ names: [String: String] = [:]) -> String {
      PercentEncoding.encode(names[name] ?? name, keeping: PercentEncoding.query) + "="
        + PercentEncoding.encode(value, keeping: PercentEncoding.query)
    }
  }

  /// Makes a query of names and values.
  public init(dictionaryLiteral elements: (String, (any LosslessStringConvertible)?)...) {
    for (name, value) in elements { append(name, value) }
  }

  /// Adds a value beside those of the same name; nil adds nothing.
  public mutating func append(_ name: String, _ value: (any LosslessStringConvertible)?) {
    guard let value else { return }
    items.append(Item(name: name, value: value.description))
  }

  /// Whether nothing was added.
  public var isEmpty: Bool { items.isEmpty }

  /// The query as it stands in an address; nil where no value is left.
  ///
  /// - Parameter names: what some names are called there.
  func escaped(renaming names: [String: String] = [:]) -> String? {
    let pairs = items.filter { !$0.value.isEmpty }.map { $0.escaped(names) }
    return pairs.isEmpty ? nil : pairs.joined(separator: "&")
  }

  /// The pairs as a form sends them, empty values included.
  var formEncoded: String {
    items.map { $0.escaped() }.joined(separator: "&")
  }
}

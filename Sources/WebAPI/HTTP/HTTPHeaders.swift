/// Header fields in the order in which they were added; names compare without case.
///
/// A shop's messages carry a dozen fields, so every look-up is a linear scan.
public struct HTTPHeaders: Sendable, Equatable {
  private var fields: [(name: String, value: String)]

  /// Makes an empty collection of fields.
  public init() {
    fields = []
  }

  /// The first value of a field; setting replaces every value of it, and setting nil removes it.
  public subscript(name: String) -> String? {
    get { fields.first { Self.matches($0.name, name) }?.value }
    set {
      fields.removeAll { Self.matches($0.name, name) }
      if let newValue { fields.append((name, newValue)) }
    }
  }

  /// Adds a field beside those of the same name.
  public mutating func add(_ name: String, _ value: String) {
    fields.append((name, value))
  }

  /// Every value of a field, in order.
  public func values(of name: String) -> [String] {
    fields.filter { Self.matches($0.name, name) }.map(\.value)
  }

  /// Whether two collections hold the same fields in the same order, names without case.
  public static func == (left: HTTPHeaders, right: HTTPHeaders) -> Bool {
    left.fields.elementsEqual(right.fields) { matches($0.name, $1.name) && $0.value == $1.value }
  }

  private static func matches(_ left: String, _ right: String) -> Bool {
    left.utf8.elementsEqual(right.utf8) { lowercased($0) == lowercased($1) }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
  /// Makes a collection from names and values.
  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { (name: $0.0, value: $0.1) }
  }
}

extension HTTPHeaders: Sequence {
  /// Iterates over the fields in the order in which they were added.
  public func makeIterator() -> IndexingIterator<[(name: String, value: String)]> {
    fields.makeIterator()
  }
}

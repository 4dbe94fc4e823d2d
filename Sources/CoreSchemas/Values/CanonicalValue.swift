import CoreJSON

/// A JSON value in a form that exactly the equal values share, for comparison and hashing.
///
/// Numbers are equal by value, objects in any order, and text by its Unicode scalars: `é` as one scalar
/// differs from `é` as two.
struct CanonicalValue: Hashable, Sendable {
  private var bytes: [UInt8] = []

  /// - Complexity: O(*n* log *n*) in the size of the value.
  init(_ value: JSONValue) { append(value) }

  /// Hashes the bytes all at once, which is faster than one by one.
  func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  /// The number of bytes.
  var size: Int { bytes.count }

  private mutating func append(_ value: JSONValue) {
    switch value {
    case .null: bytes.append(UInt8(ascii: "n"))
    case .bool(let isTrue): bytes.append(UInt8(ascii: isTrue ? "t" : "f"))
    case .integer, .number: SchemaNumber(value)?.append(to: &bytes)
    case .string(let text): append(text)
    case .array(let items):
      bytes.append(UInt8(ascii: "["))
      for item in items {
        append(item)
        bytes.append(UInt8(ascii: ","))
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (name, value) in members.sorted(by: { $0.key < $1.key }) {
        append(name)
        append(value)
        bytes.append(UInt8(ascii: ","))
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// Appends a text behind its length, so that its end is known.
  private mutating func append(_ text: String) {
    bytes += "s\(text.utf8.count):".utf8
    bytes += text.utf8
  }
}

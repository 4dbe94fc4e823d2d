import CoreJSON

/// A set of JSON types.
struct DescribedTypes: OptionSet, Sendable, Hashable {
  let rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  static let string = Self(rawValue: 1)
  static let number = Self(rawValue: 2)
  /// A whole number.
  static let integer = Self(rawValue: 4)
  static let boolean = Self(rawValue: 8)
  static let array = Self(rawValue: 16)
  static let object = Self(rawValue: 32)
  static let null = Self(rawValue: 64)
  /// A file in OpenAPI 2: a part of a form, or the whole response.
  static let file = Self(rawValue: 128)

  private static let named: [(String, Self)] = [
    ("string", .string), ("number", .number), ("integer", .integer), ("boolean", .boolean),
    ("array", .array), ("object", .object), ("null", .null), ("file", .file),
  ]

  /// Creates a set with one type from its name in documents; nil for an unknown name.
  init?(name: String) {
    guard let type = Self.named.first(where: { $0.0 == name })?.1 else { return nil }
    self = type
  }

  var names: [String] { Self.named.filter { contains($0.1) }.map(\.0) }
}

/// The limits of numbers, texts, lists and objects.
struct DescribedBounds: Sendable, Equatable {
  var minimum: JSONNumber?
  var maximum: JSONNumber?
  /// Whether a number must be larger than ``minimum``.
  var isMinimumExclusive = false
  /// Whether a number must be smaller than ``maximum``.
  var isMaximumExclusive = false
  /// A number must be a multiple of this.
  var multipleOf: JSONNumber?
  /// The minimum length of a text, in characters.
  var minLength: Int?
  /// The maximum length of a text, in characters.
  var maxLength: Int?
  /// The regular expression that a text must match; one that is too long is omitted.
  var pattern: String?
  /// The minimum number of elements of a list.
  var minItems: Int?
  /// The maximum number of elements of a list.
  var maxItems: Int?
  /// Whether all elements of a list must be different.
  var hasUniqueItems = false

  init() {}

  var isEmpty: Bool { self == Self() }
}

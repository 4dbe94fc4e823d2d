package import CoreJSON

/// A set of JSON's types.
package struct DescribedTypes: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Text.
  package static let string = Self(rawValue: 1)
  /// Any number.
  package static let number = Self(rawValue: 2)
  /// A whole number.
  package static let integer = Self(rawValue: 4)
  /// `true` or `false`.
  package static let boolean = Self(rawValue: 8)
  /// A list.
  package static let array = Self(rawValue: 16)
  /// An object.
  package static let object = Self(rawValue: 32)
  /// `null`.
  package static let null = Self(rawValue: 64)
  /// A file of OpenAPI 2, which is a part of a form or the whole response.
  package static let file = Self(rawValue: 128)

  private static let named: [(String, Self)] = [
    ("string", .string), ("number", .number), ("integer", .integer), ("boolean", .boolean),
    ("array", .array), ("object", .object), ("null", .null), ("file", .file),
  ]

  /// Creates a set of one type by its name in documents; nil for an unknown name.
  package init?(name: String) {
    guard let type = Self.named.first(where: { $0.0 == name })?.1 else { return nil }
    self = type
  }

  /// The names of the types in it.
  package var names: [String] { Self.named.filter { contains($0.1) }.map(\.0) }
}

/// Bounds of numbers, texts, lists and objects.
package struct DescribedBounds: Sendable, Equatable {
  /// The smallest number.
  package var minimum: JSONNumber?
  /// The largest number.
  package var maximum: JSONNumber?
  /// Whether a number must be larger than ``minimum``.
  package var isMinimumExclusive = false
  /// Whether a number must be smaller than ``maximum``.
  package var isMaximumExclusive = false
  /// What divides a number.
  package var multipleOf: JSONNumber?
  /// The fewest characters of a text.
  package var minLength: Int?
  /// The most characters of a text.
  package var maxLength: Int?
  /// The regular expression that a text must match; one that is too long is left out.
  package var pattern: String?
  /// The fewest elements of a list.
  package var minItems: Int?
  /// The most elements of a list.
  package var maxItems: Int?
  /// Whether no two elements of a list may be equal.
  package var hasUniqueItems = false

  /// Creates no bounds.
  package init() {}

  /// Whether there is none.
  package var isEmpty: Bool { self == Self() }
}

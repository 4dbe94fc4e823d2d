/// Any JSON value.
///
/// Whole numbers that fit an `Int` are kept exactly. JSON does not tell `2.0` from `2`, so a number
/// without a fraction may be written as one and read back as the other case.
public enum JSONValue: Sendable, Hashable {
  /// JSON's `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number that fits an `Int`.
  case integer(Int)
  /// Any other number.
  case number(Double)
  /// Text.
  case string(String)
  /// A list of values.
  case array([JSONValue])
  /// Values by name, in no order.
  case object([String: JSONValue])

  /// The member of that name, or nil where this is not an object or has none.
  public subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[key]
  }

  /// The element at that place, or nil where this is not an array or is shorter.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}

extension JSONValue: Codable {
  /// Reads any JSON value.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for what is no JSON value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else if let value = try? container.decode([String: JSONValue].self) {
      self = .object(value)
    } else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "This is not a JSON value.")
    }
  }

  /// Writes the value as what it is, without a wrapper.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

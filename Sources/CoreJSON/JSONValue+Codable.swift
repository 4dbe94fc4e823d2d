import FoundationEssentials

/// JSON values inside types that Foundation encodes and decodes.
///
/// A decoder does not keep the order of members, so they are sorted by name. To read a value on its own, use
/// ``init(json:)-(String)``, which keeps the order and every digit.
extension JSONValue: Codable {
  /// Decodes any JSON value.
  ///
  /// Numbers that no `Decimal` can hold are rounded to a `Double`.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for anything else.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let text = try? container.decode(Decimal.self).text,
      let number = JSONNumber(text)
    {
      // Before integers: JSONDecoder reads 9007199254740993.07 as one.
      self = Int(text).map { .integer($0) } ?? .number(number)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self), let number = JSONNumber(value) {
      self = .number(number)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else if let value = try? container.decode([String: JSONValue].self) {
      self = .object(JSONObject(value.sorted { $0.key < $1.key }))
    } else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "This is not a JSON value.")
    }
  }

  /// Encodes the value itself, without a wrapper.
  ///
  /// Numbers that no `Decimal` can hold are rounded to a `Double`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let number):
      if JSONNumber(number.double) != number, let decimal = number.decimal {
        try container.encode(decimal)
      } else {
        try container.encode(number.double)
      }
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let members):
      try container.encode(Dictionary(members.map { ($0.key, $0.value) }) { _, last in last })
    }
  }
}

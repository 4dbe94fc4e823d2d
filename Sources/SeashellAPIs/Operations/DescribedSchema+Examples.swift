import CoreJSON

extension DescribedSchema {
  /// The declared example, the default, the first choice and a generated example, as far as they exist.
  var exampleValues: [JSONValue] {
    [example, defaultValue, choices.first].compactMap(\.self) + [madeValue]
  }

  var exampleValue: JSONValue { example ?? defaultValue ?? choices.first ?? madeValue }

  private var madeValue: JSONValue {
    if !members.isEmpty {
      return .object(
        JSONObject(
          members.filter { !$0.schema.isReadOnly }.map { ($0.name, $0.schema.exampleValue) }))
    }
    if let first = alternatives.first { return first.exampleValue }
    switch types.subtracting(.null) {
    case let types where types.contains(.string) || types.contains(.file):
      return .string(madeText)
    case let types where types.contains(.integer): return madeNumber
    case let types where types.contains(.number): return madeNumber
    case let types where types.contains(.boolean): return true
    case let types where types.contains(.array):
      return .array(items.map { [$0.exampleValue] } ?? [])
    default: return types == .null ? .null : [:]
    }
  }

  private var madeNumber: JSONValue {
    let least = bounds.minimum ?? bounds.multipleOf ?? bounds.maximum ?? JSONNumber(1)
    guard let whole = Int(least.text) else { return .number(least) }
    let isTooSmall = bounds.minimum != nil && bounds.isMinimumExclusive && whole < .max
    return .integer(isTooSmall ? whole + 1 : whole)
  }

  private var madeText: String {
    switch format {
    case "date": return "2026-01-31"
    case "date-time": return "2026-01-31T12:00:00Z"
    case "uuid": return "3fa85f64-5717-4562-b3fc-2c963f66afa6"
    case "email": return "user@example.com"
    case "uri", "url": return "https://example.com/"
    default: break
    }
    let length = min(max(bounds.minLength ?? 0, 4), max(bounds.maxLength ?? 200, 0), 200)
    return String(String(repeating: "text", count: length / 4 + 1).prefix(length))
  }
}

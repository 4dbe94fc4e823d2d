import SeashellKit

extension SchemaReader {
  struct Mismatch: Equatable {
    /// The names of the members that lead to the value.
    let path: [String]
    /// The problem, which follows the name: `is missing`.
    let reason: String
  }

  /// Returns the first member, down to `depth`, that is missing or has the wrong type.
  func mismatch(
    of value: CellValue, with schema: CellValue, depth: Int, at path: [String] = []
  ) -> Mismatch? {
    let (schema, isNullable) = { ($0.schema, $0.isNullable) }(resolved(schema))
    if value == .null, isNullable || Self.takesNull(schema) { return nil }
    let types = Self.types(of: schema)
    if schema["type"] != nil, !types.contains(where: value.isOf) {
      let expected = types.isEmpty ? ["null"] : types
      return Mismatch(
        path: path,
        reason:
          "is \(Self.noun(of: value)), not \(expected.map(Self.noun(ofType:)).joined(separator: " or "))"
      )
    }
    guard depth > 0, let fields = value.fieldsValue else { return nil }
    for name in schema["required"]?.listValue ?? [] {
      guard let name = name.textValue, value[name] == nil else { continue }
      return Mismatch(path: path + [name], reason: "is missing")
    }
    guard let properties = schema["properties"] else { return nil }
    for field in fields {
      guard let schema = properties[field.name] else { continue }
      let mismatch = mismatch(
        of: field.value, with: schema, depth: depth - 1, at: path + [field.name])
      if let mismatch { return mismatch }
    }
    return nil
  }

  private static func takesNull(_ schema: CellValue) -> Bool {
    schema["type"]?.textValue == "null"
      || schema["type"]?.listValue?.contains(.text("null")) ?? false
  }

  private static func noun(of value: CellValue) -> String {
    switch value {
    case .text, .date: "text"
    case .integer, .decimal, .untyped: "a number"
    case .boolean: "a Boolean"
    case .list: "an array"
    case .record: "an object"
    case .null, .missing: "null"
    }
  }

  private static func noun(ofType type: String) -> String {
    switch type {
    case "string": "text"
    case "integer": "a whole number"
    case "number": "a number"
    case "boolean": "a Boolean"
    case "array": "an array"
    case "object": "an object"
    default: type
    }
  }
}

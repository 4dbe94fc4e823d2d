import SeashellKit

struct SchemaReader: Sendable {
  /// The schema to which references are relative.
  private let root: CellValue

  static let deepest = 16

  init(root: CellValue) {
    self.root = root
  }

  /// A schema with references resolved, and without unions that have only one alternative.
  struct Resolved {
    /// The schema: an object or a Boolean.
    var schema: CellValue
    /// Whether null is accepted as well.
    var isNullable = false
  }

  /// Resolves references, and removes null from unions.
  func resolved(_ schema: CellValue) -> Resolved {
    var resolved = Resolved(schema: schema)
    for _ in 0..<Self.deepest {
      let schema = resolved.schema
      if let reference = schema["$ref"]?.textValue {
        resolved.schema = Self.merged(target(of: reference) ?? .boolean(true), schema, "$ref")
      } else if let all = schema["allOf"]?.listValue, all.count == 1 {
        resolved.schema = Self.merged(all[0], schema, "allOf")
      } else if let (key, alternatives) = Self.union(in: schema) {
        let others = alternatives.filter { !Self.isNull($0) }
        if others.count < alternatives.count { resolved.isNullable = true }
        // A single `const` remains a choice, whose title differs from that of the whole.
        if others.count == 1, others[0]["const"] == nil {
          resolved.schema = Self.merged(others[0], schema, key)
        } else if others.count < alternatives.count {
          resolved.schema = Self.merged(.record([.init(key, .list(others))]), schema, key)
        } else {
          return resolved
        }
      } else {
        return resolved
      }
    }
    return Resolved(schema: .boolean(true))
  }
}

extension SchemaReader {
  /// The types that a schema names or implies, except null.
  static func types(of schema: CellValue) -> [String] {
    let named = schema["type"]
    if let type = named?.textValue { return type == "null" ? [] : [type] }
    if let types = named?.listValue { return types.compactMap(\.textValue).filter { $0 != "null" } }
    if schema["properties"]?.fieldsValue != nil { return ["object"] }
    return schema["items"] == nil ? [] : ["array"]
  }

  static func union(in schema: CellValue) -> (key: String, alternatives: [CellValue])? {
    for key in ["anyOf", "oneOf"] {
      if let alternatives = schema[key]?.listValue { return (key, alternatives) }
    }
    return nil
  }

  private static func isNull(_ schema: CellValue) -> Bool {
    schema["type"]?.textValue == "null" || schema["const"] == .null
  }

  /// Merges two schemas.
  ///
  /// Members of `other` except `key` take precedence.
  private static func merged(_ base: CellValue, _ other: CellValue, _ key: String) -> CellValue {
    guard let others = other.fieldsValue?.filter({ $0.name != key }) else { return base }
    if base.booleanValue == false { return base }
    let names = Set(others.map(\.name))
    return .record((base.fieldsValue ?? []).filter { !names.contains($0.name) } + others)
  }

  /// The schema at a reference within the document: `#/$defs/Point`.
  func target(of reference: String) -> CellValue? {
    guard reference.hasPrefix("#") else { return nil }
    var schema = root
    for part in reference.dropFirst().split(separator: "/") {
      // RFC 6901: `~1` is a slash, `~0` a tilde.
      let name = String(part).replacing("~1", with: "/").replacing("~0", with: "~")
      if let member = schema[name] {
        schema = member
      } else if let index = Int(name), let list = schema.listValue, list.indices.contains(index) {
        schema = list[index]
      } else {
        return nil
      }
    }
    return schema
  }
}

import SeashellKit

/// What a JSON Schema takes, as a command line can give it.
enum SchemaShape: Sendable {
  /// One word.
  case value(ValueSchema)
  /// A word for each element of an array.
  case list(ListSchema)
  /// The members of an object, each by itself.
  case object(ObjectSchema)
  /// No value at all.
  case nothing

  /// An array.
  struct ListSchema: Sendable {
    /// What each element is.
    let items: ValueSchema
    /// The least and the greatest number of elements.
    let count: ClosedRange<Int>
    /// Whether no two elements may be equal.
    let isUnique: Bool
  }

  /// An object whose members are known.
  struct ObjectSchema: Sendable {
    /// The members and their schemas, in the schema's order.
    let properties: [CellValue.Field]
    /// The members that must be there.
    let required: Set<String>
  }
}

/// Reads the JSON Schemas in a module's description of a tool.
struct SchemaReader: Sendable {
  /// The schema to which references are relative.
  private let root: CellValue

  /// Up to this many references are followed to a schema, and unions in unions.
  private static let deepest = 16

  /// Creates a reader.
  init(root: CellValue) {
    self.root = root
  }

  /// A schema without a reference, and without a union of which one alternative is left.
  struct Resolved {
    /// The schema: an object or a Boolean.
    var schema: CellValue
    /// Whether it takes null beside what the schema says.
    var isNullable = false
  }

  /// Follows references, and takes null out of unions.
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
        if others.count == 1 {
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

  /// Returns what a schema takes.
  func shape(of schema: CellValue) -> SchemaShape { shape(of: schema, depth: 0) }

  private func shape(of schema: CellValue, depth: Int) -> SchemaShape {
    let schema = resolved(schema).schema
    if schema.booleanValue == false { return .nothing }
    guard depth < Self.deepest, schema.fieldsValue != nil else {
      return .value(ValueSchema(.json(type: nil)))
    }
    if let choices = choices(in: schema, depth: depth) { return .value(ValueSchema(choices)) }
    let types = Self.types(of: schema)
    switch types.count {
    case 0: return union(Self.union(in: schema)?.alternatives ?? [], depth: depth)
    case 1: return shape(of: schema, type: types[0], depth: depth)
    default: return .value(Self.mixed(types))
    }
  }

  private func shape(of schema: CellValue, type: String, depth: Int) -> SchemaShape {
    switch type {
    case "string": return .value(ValueSchema(.text, boundedBy: schema))
    case "integer": return .value(ValueSchema(.integer, boundedBy: schema))
    case "number": return .value(ValueSchema(.number, boundedBy: schema))
    case "boolean": return .value(ValueSchema(.boolean))
    case "array": return .list(list(schema, depth: depth))
    case "object":
      guard let properties = schema["properties"]?.fieldsValue, !properties.isEmpty else {
        return .value(ValueSchema(.json(type: type)))
      }
      let required = schema["required"]?.listValue?.compactMap(\.textValue) ?? []
      return .object(.init(properties: properties, required: Set(required)))
    default: return .value(ValueSchema(.json(type: nil)))
    }
  }

  private func list(_ schema: CellValue, depth: Int) -> SchemaShape.ListSchema {
    var items = ValueSchema(.json(type: nil))
    if schema["prefixItems"] == nil, let item = schema["items"], item.listValue == nil {
      switch shape(of: item, depth: depth + 1) {
      case .value(let value): items = value
      case .list: items = ValueSchema(.json(type: "array"))
      case .object: items = ValueSchema(.json(type: "object"))
      case .nothing: break
      }
    }
    let least = max(schema["minItems"]?.integerValue ?? 0, 0)
    let most = schema["maxItems"]?.integerValue ?? .max
    return .init(
      items: items, count: least <= most ? least...most : 0...Int.max,
      isUnique: schema["uniqueItems"]?.booleanValue ?? false)
  }

  /// What an `anyOf` or `oneOf` takes: an array if an element can be given alone too, one of several
  /// scalars, or JSON.
  private func union(_ alternatives: [CellValue], depth: Int) -> SchemaShape {
    var types: [String] = []
    var list: SchemaShape?
    for alternative in alternatives {
      switch shape(of: alternative, depth: depth + 1) {
      case .value(let value):
        guard let type = value.scalarType else { return .value(ValueSchema(.json(type: nil))) }
        types.append(type)
      case .list(let items) where items.items.scalarType != nil && list == nil:
        list = .list(items)
      default: return .value(ValueSchema(.json(type: nil)))
      }
    }
    if let list { return list }
    return .value(types.isEmpty ? ValueSchema(.json(type: nil)) : Self.mixed(types))
  }

  private static func mixed(_ types: [String]) -> ValueSchema {
    let isScalar = types.allSatisfy { $0 != "array" && $0 != "object" }
    return ValueSchema(isScalar ? .mixed(types) : .json(type: nil))
  }
}

/// Parts of schemas.
extension SchemaReader {
  /// The types that a schema names or implies, without null.
  static func types(of schema: CellValue) -> [String] {
    let named = schema["type"]
    if let type = named?.textValue { return type == "null" ? [] : [type] }
    if let types = named?.listValue { return types.compactMap(\.textValue).filter { $0 != "null" } }
    if schema["properties"]?.fieldsValue != nil { return ["object"] }
    return schema["items"] == nil ? [] : ["array"]
  }

  private static func union(in schema: CellValue) -> (key: String, alternatives: [CellValue])? {
    for key in ["anyOf", "oneOf"] {
      if let alternatives = schema[key]?.listValue { return (key, alternatives) }
    }
    return nil
  }

  private static func isNull(_ schema: CellValue) -> Bool {
    schema["type"]?.textValue == "null" || schema["const"] == .null
  }

  /// A schema, with the members of another one except `key`, which win.
  private static func merged(_ base: CellValue, _ other: CellValue, _ key: String) -> CellValue {
    guard let others = other.fieldsValue?.filter({ $0.name != key }) else { return base }
    if base.booleanValue == false { return base }
    let names = Set(others.map(\.name))
    return .record((base.fieldsValue ?? []).filter { !names.contains($0.name) } + others)
  }

  /// The schema at a reference within the document: `#/$defs/Point`.
  private func target(of reference: String) -> CellValue? {
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

  /// The values of `const`, `enum`, or a union of these; nil if there are others than scalars.
  private func choices(in schema: CellValue, depth: Int) -> ValueSchema.Kind? {
    var choices: [ValueSchema.Choice] = []
    if let value = schema["const"] {
      // A schema's own title names the field; an alternative's names the value.
      let title = depth > 0 ? schema["title"] : nil
      guard let choice = Self.choice(value, titled: title) else { return nil }
      choices = [choice]
    } else if let values = schema["enum"]?.listValue {
      let titles = schema["enumNames"]?.listValue ?? []
      for (index, value) in values.enumerated() where value != .null {
        let title = titles.indices.contains(index) ? titles[index] : nil
        guard let choice = Self.choice(value, titled: title) else { return nil }
        choices.append(choice)
      }
    } else if depth < Self.deepest, let union = Self.union(in: schema) {
      for alternative in union.alternatives {
        let schema = resolved(alternative).schema
        guard case .choice(let more)? = self.choices(in: schema, depth: depth + 1) else {
          return nil
        }
        choices += more
      }
    }
    var texts: Set<String> = []
    choices.removeAll { !texts.insert($0.text).inserted }
    return choices.isEmpty ? nil : .choice(choices)
  }

  private static func choice(_ value: CellValue, titled title: CellValue?) -> ValueSchema.Choice? {
    switch value {
    case .text, .integer, .decimal, .boolean, .json:
      .init(text: value.plainText, value: value, title: title?.textValue)
    case .list, .record, .date, .null: nil
    }
  }
}

extension ValueSchema {
  /// The type in JSON Schema; nil if it is neither text nor number nor Boolean.
  fileprivate var scalarType: String? {
    switch kind {
    case .text, .choice: "string"
    case .integer: "integer"
    case .number: "number"
    case .boolean: "boolean"
    case .mixed, .json: nil
    }
  }
}

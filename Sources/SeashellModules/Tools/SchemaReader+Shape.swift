import SeashellKit

extension SchemaReader {
  /// Returns the kind of value that a schema accepts.
  ///
  /// - Parameter steps: the remaining number of schemas and members to visit, so that references that
  ///   multiply end. At 0, a schema accepts any JSON.
  func shape(of schema: CellValue, steps: inout Int) -> SchemaShape {
    shape(of: schema, depth: 0, steps: &steps)
  }

  private func shape(of schema: CellValue, depth: Int, steps: inout Int) -> SchemaShape {
    guard steps > 0 else { return .value(ValueSchema(.json(type: nil))) }
    let schema = resolved(schema, steps: &steps)
    if schema.booleanValue == false { return .nothing }
    guard steps > 0, depth < Self.deepest, schema.fieldsValue != nil else {
      return .value(ValueSchema(.json(type: nil)))
    }
    if let choices = choices(in: schema, depth: depth, steps: &steps) {
      return .value(ValueSchema(choices))
    }
    let types = Self.types(of: schema)
    switch types.count {
    case 0: return union(Self.union(in: schema)?.alternatives ?? [], depth: depth, steps: &steps)
    case 1: return shape(of: schema, type: types[0], depth: depth, steps: &steps)
    default: return .value(Self.mixed(types))
    }
  }

  private func resolved(_ schema: CellValue, steps: inout Int) -> CellValue {
    guard steps > 0 else { return .boolean(true) }
    let schema = resolved(schema).schema
    // The merged schema has at least this many members.
    steps -= 1 + (schema.fieldsValue?.count ?? 0)
    return schema
  }

  private func shape(of schema: CellValue, type: String, depth: Int, steps: inout Int)
    -> SchemaShape
  {
    switch type {
    case "string": return .value(ValueSchema(.text, boundedBy: schema))
    case "integer": return .value(ValueSchema(.integer, boundedBy: schema))
    case "number": return .value(ValueSchema(.number, boundedBy: schema))
    case "boolean": return .value(ValueSchema(.boolean))
    case "array": return .list(list(schema, depth: depth, steps: &steps))
    case "object":
      guard let properties = schema["properties"]?.fieldsValue, !properties.isEmpty else {
        return .value(ValueSchema(.json(type: type)))
      }
      let required = schema["required"]?.listValue?.compactMap(\.textValue) ?? []
      steps -= properties.count + required.count
      return .object(.init(properties: properties, required: Set(required)))
    default: return .value(ValueSchema(.json(type: nil)))
    }
  }

  private func list(_ schema: CellValue, depth: Int, steps: inout Int) -> SchemaShape.ListSchema {
    var items = ValueSchema(.json(type: nil))
    if schema["prefixItems"] == nil, let item = schema["items"], item.listValue == nil {
      switch shape(of: item, depth: depth + 1, steps: &steps) {
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

  /// The shape of an `anyOf` or `oneOf`: an array if a single element is allowed too, one of several
  /// scalars, or any JSON.
  private func union(_ alternatives: [CellValue], depth: Int, steps: inout Int) -> SchemaShape {
    var types: [String] = []
    var list: SchemaShape?
    for alternative in alternatives {
      switch shape(of: alternative, depth: depth + 1, steps: &steps) {
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

  /// The values of `const`, `enum`, or a union of these; nil if not all are scalars.
  private func choices(in schema: CellValue, depth: Int, steps: inout Int) -> ValueSchema.Kind? {
    var choices: [ValueSchema.Choice] = []
    steps -= 1
    if let value = schema["const"] {
      // A schema's own title names the field; that of an alternative names the value.
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
    } else if steps > 0, depth < Self.deepest, let union = Self.union(in: schema) {
      for alternative in union.alternatives {
        let schema = resolved(alternative, steps: &steps)
        guard case .choice(let more)? = self.choices(in: schema, depth: depth + 1, steps: &steps)
        else {
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
    case .text, .untyped, .integer, .decimal, .boolean:
      .init(text: value.plainText, value: value, title: title?.textValue)
    case .list, .record, .date, .null, .missing: nil
    }
  }
}

extension ValueSchema {
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

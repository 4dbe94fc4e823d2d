import SeashellKit

struct ToolExamination {
  struct Problem: Equatable {
    /// The place: `get_time.inputSchema.properties.zone`.
    let place: String
    let message: String
    /// Whether it violates the protocol or JSON Schema.
    let isError: Bool
  }

  private static let types: Set = [
    "string", "number", "integer", "boolean", "array", "object", "null",
  ]
  /// The Boolean annotations of a tool.
  private static let hints = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"]
  /// The maximum number of schemas of one tool to examine, and their maximum depth.
  private static let most = 10_000
  private static let deepest = 32

  private let tool: ToolDescription
  private var reader = SchemaReader(root: .null)
  private(set) var problems: [Problem] = []
  private var examined = 0

  init(_ tool: ToolDescription) {
    self.tool = tool
    examineName()
    examineAnnotations()
    if tool.description.isEmpty {
      add(tool.name, "has no 'description', which help and completion show", isError: false)
    }
    for (name, schema) in [("inputSchema", tool.inputSchema), ("outputSchema", tool.outputSchema)] {
      guard let schema else { continue }
      reader = SchemaReader(root: schema)
      let place = "\(tool.name).\(name)"
      if schema["type"] != .text("object") {
        add(place, "must have \"type\": \"object\"", isError: true)
      }
      examine(schema, at: place, depth: 0)
    }
  }

  private mutating func add(_ place: String, _ message: String, isError: Bool) {
    problems.append(Problem(place: place, message: message, isError: isError))
  }

  private mutating func examineName() {
    let isUsual = tool.name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
    if !isUsual || tool.name.utf8.count > 128 {
      add(
        tool.name, "a name has at most 128 letters, digits, '_', '-' and '.'", isError: false)
    }
  }

  private mutating func examineAnnotations() {
    let annotations = tool.json["annotations"]
    for hint in Self.hints {
      if let value = annotations?[hint], value.booleanValue == nil {
        add("\(tool.name).annotations.\(hint)", "must be true or false", isError: true)
      }
    }
    if annotations?["readOnlyHint"] == .boolean(true),
      annotations?["destructiveHint"] == .boolean(true)
    {
      add(
        "\(tool.name).annotations", "says that it is read-only and that it destroys",
        isError: false)
    }
  }

  private mutating func examine(_ schema: CellValue, at place: String, depth: Int) {
    examined += 1
    guard examined <= Self.most, depth <= Self.deepest else { return }
    guard schema.fieldsValue != nil else {
      if schema.booleanValue == nil {
        add(place, "must be a schema: an object, true or false", isError: true)
      }
      return
    }
    examineReference(schema, at: place)
    examineType(schema, at: place)
    examineBounds(schema, at: place)
    examineProperties(schema, at: place, depth: depth)
    if let items = schema["items"] { examine(items, at: "\(place).items", depth: depth + 1) }
    for key in ["anyOf", "oneOf", "allOf"] {
      guard let value = schema[key] else { continue }
      guard let schemas = value.listValue, !schemas.isEmpty else {
        add("\(place).\(key)", "must be a list of schemas", isError: true)
        continue
      }
      for (index, schema) in schemas.enumerated() {
        examine(schema, at: "\(place).\(key)[\(index)]", depth: depth + 1)
      }
    }
    for key in ["$defs", "definitions"] {
      for field in schema[key]?.fieldsValue ?? [] {
        examine(field.value, at: "\(place).\(key).\(field.name)", depth: depth + 1)
      }
    }
  }

  private mutating func examineReference(_ schema: CellValue, at place: String) {
    guard let reference = schema["$ref"] else { return }
    guard let text = reference.textValue else {
      return add("\(place).$ref", "must be text", isError: true)
    }
    if !text.hasPrefix("#") {
      add("\(place).$ref", "'\(text)' is in another document, which is not read", isError: false)
    } else if reader.target(of: text) == nil {
      add("\(place).$ref", "'\(text)' leads nowhere", isError: true)
    }
  }

  private mutating func examineType(_ schema: CellValue, at place: String) {
    if let type = schema["type"] {
      let names = type.listValue ?? [type]
      for name in names where !Self.types.contains(name.textValue ?? "") {
        add("\(place).type", "\(name.jsonText) is not a type of JSON Schema", isError: true)
      }
    }
    if let choices = schema["enum"] {
      if choices.listValue?.isEmpty != false {
        add("\(place).enum", "must be a list with a value", isError: true)
      } else if let value = schema["default"], value != .null,
        choices.listValue?.contains(value) == false
      {
        add("\(place).default", "\(value.jsonText) is not in 'enum'", isError: false)
      }
    }
    if let value = schema["default"], value != .null,
      let mismatch = reader.mismatch(of: value, with: schema, depth: 4)
    {
      add(
        "\(place).default", (mismatch.path + [mismatch.reason]).joined(separator: " "),
        isError: false)
    }
    if let pattern = schema["pattern"] {
      if pattern.textValue == nil {
        add("\(place).pattern", "must be text", isError: true)
      } else if let problem = pattern.textValue.flatMap(TextPattern.problem) {
        add("\(place).pattern", problem, isError: false)
      }
    }
  }

  private mutating func examineBounds(_ schema: CellValue, at place: String) {
    for (least, most) in [
      ("minimum", "maximum"), ("minLength", "maxLength"), ("minItems", "maxItems"),
    ] {
      for name in [least, most] {
        if let value = schema[name], !value.isOf("number") {
          add("\(place).\(name)", "must be a number", isError: true)
        }
      }
      if let low = schema[least].flatMap({ Double($0.plainText) }),
        let high = schema[most].flatMap({ Double($0.plainText) }), low > high
      {
        add(place, "'\(least)' is above '\(most)', so that no value fits", isError: true)
      }
    }
  }

  private mutating func examineProperties(_ schema: CellValue, at place: String, depth: Int) {
    if let properties = schema["properties"], properties.fieldsValue == nil {
      add("\(place).properties", "must be an object", isError: true)
    }
    let properties = schema["properties"]?.fieldsValue ?? []
    for property in properties {
      let inner = "\(place).properties.\(property.name)"
      if depth == 0, place.hasSuffix("inputSchema"), property.value["description"] == nil {
        add(inner, "has no 'description', which help shows", isError: false)
      }
      examine(property.value, at: inner, depth: depth + 1)
    }
    guard let required = schema["required"] else { return }
    guard let names = required.listValue, names.allSatisfy({ $0.textValue != nil }) else {
      return add("\(place).required", "must be a list of names", isError: true)
    }
    let known = Set(properties.map(\.name))
    for name in names.compactMap(\.textValue) where !known.contains(name) {
      add("\(place).required", "'\(name)' is not in 'properties'", isError: false)
    }
  }
}

import CoreJSON

/// Reads the schemas that a schema leads to.
struct SchemaReader {
  var resources: SchemaResources
  /// Whether the document is a description in OpenAPI, whose schemas are taken as those of responses.
  private let isDescription: Bool
  private(set) var nodes: [SchemaNode] = []
  var unchecked = UncheckedParts()

  /// The indexes of the schemas by their places.
  private var indexes: [String: Int] = [:]
  private var waiting: [(index: Int, value: JSONValue)] = []
  private var patterns: [String: SchemaPattern] = [:]

  init(_ document: JSONValue, at pointer: String, dialect: SchemaDialect) throws(SchemaError) {
    resources = try SchemaResources(document, dialect: dialect)
    isDescription = document["openapi"] != nil || document["swagger"] != nil
    guard let value = JSONPointer.value(at: pointer, in: document) else {
      throw SchemaError(pointer, "does not exist")
    }
    _ = try index(of: value, at: pointer)
    // A list, and no recursion: schemas can lead to each other in long chains.
    var next = 0
    while next < waiting.count {
      let (index, value) = waiting[next]
      next += 1
      try read(value, index)
    }
    waiting = []
  }

  /// The index of the schema at a place, which is read later.
  mutating func index(of value: JSONValue, at pointer: String) throws(SchemaError) -> Int {
    if let index = indexes[pointer] { return index }
    switch value {
    case .bool, .object: break
    default: throw SchemaError(pointer, "is \(value.kind), not a schema")
    }
    let resource = try resources.resource(of: value, at: pointer)
    indexes[pointer] = nodes.count
    waiting.append((nodes.count, value))
    nodes.append(SchemaNode(pointer: pointer, resource: resource))
    return nodes.count - 1
  }

  /// The keywords that count beside a `$ref` that hides others.
  private static let besideReference: Set = ["$ref", "$schema", "definitions", "$defs"]

  private mutating func read(_ value: JSONValue, _ index: Int) throws(SchemaError) {
    var node = nodes[index]
    switch value {
    case .bool(let isTrue): node.isFalse = !isTrue
    case .object(let object):
      let members = SchemaMembers(
        object: object, pointer: node.pointer, dialect: resources.dialect)
      try read(members, &node)
    default: break
    }
    nodes[index] = node
  }

  private mutating func read(
    _ members: SchemaMembers, _ node: inout SchemaNode
  ) throws(SchemaError) {
    try readReferences(members, &node)
    if members.dialect.hidesSiblings, members["$ref"] != nil {
      for keyword in members.object.keys where !Self.besideReference.contains(keyword) {
        addUnchecked(keyword, " beside '$ref'", at: node.pointer)
      }
      return
    }
    for keyword in members.object.keys where !members.dialect.knows(keyword) {
      addUnchecked(keyword, "", at: node.pointer)
    }
    node.isNullable = try members.flag("nullable")
    try readValues(members, &node)
    try readNumbers(members, &node)
    try readText(members, &node)
    node.array = try arrayRules(members)
    node.object = try objectRules(members)
    if node.object?.hasUnreadPattern == true { node.isPartial = true }
    try readAlternatives(members, &node)
    node.unevaluatedItems = try schema("unevaluatedItems", members)
    node.unevaluatedProperties = try schema("unevaluatedProperties", members)
  }

  private mutating func addUnchecked(_ keyword: String, _ reason: String, at pointer: String) {
    if !SchemaDialect.isAnnotation(keyword), keyword != resources.dialect.idKeyword {
      unchecked.add("keyword", keyword, reason, at: pointer)
    }
  }

  /// Whether a response need not have a property, even if the property is required.
  func isOptionalInResponses(_ name: String, of properties: JSONValue?) -> Bool {
    isDescription && properties?[name]?["writeOnly"] == .bool(true)
  }

  /// Compiles a pattern; nil if it is not checked.
  mutating func pattern(_ text: String, at pointer: String) throws(SchemaError) -> SchemaPattern? {
    if let known = patterns[text] { return known }
    do throws(PatternError) {
      let pattern = SchemaPattern(text: text, pattern: try Pattern(text))
      patterns[text] = pattern
      return pattern
    } catch {
      if case .unavailable(let message) = error { throw SchemaError(pointer, "needs \(message)") }
      // What ECMAScript allows and PCRE2 does not: any expression in a lookbehind, and scripts.
      guard ["(?<=", "(?<!", "\\p{", "\\P{"].contains(where: text.contains) else {
        throw SchemaError(
          pointer, "is not a regular expression: '\(text.shortened(to: 60))'")
      }
      unchecked.add("pattern", text, at: pointer)
      return nil
    }
  }
}

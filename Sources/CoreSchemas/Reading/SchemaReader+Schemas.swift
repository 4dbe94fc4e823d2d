import CoreJSON

/// Schemas inside schemas.
extension SchemaReader {
  /// The index of the schema of a keyword.
  mutating func schema(
    _ keyword: String, _ members: SchemaMembers
  ) throws(SchemaError) -> Int? {
    guard let value = members[keyword] else { return nil }
    return try index(of: value, at: members.place(of: keyword))
  }

  /// The indexes of the schemas in the list of a keyword.
  mutating func schemas(
    _ keyword: String, _ members: SchemaMembers
  ) throws(SchemaError) -> [Int] {
    guard let values = try members.list(keyword) else { return [] }
    if values.isEmpty { throw members.error(keyword, "is an empty list") }
    var indexes: [Int] = []
    for (position, value) in values.enumerated() {
      indexes.append(try index(of: value, at: "\(members.place(of: keyword))/\(position)"))
    }
    return indexes
  }

  /// The names, places and indexes of the schemas in the object of a keyword.
  mutating func namedSchemas(
    _ keyword: String, _ members: SchemaMembers
  ) throws(SchemaError) -> [(name: String, schema: Int)] {
    var schemas: [(String, Int)] = []
    for (name, value) in try members.map(keyword) ?? JSONObject() {
      let place = JSONPointer.appending(name, to: members.place(of: keyword))
      schemas.append((name, try index(of: value, at: place)))
    }
    return schemas
  }

  mutating func readAlternatives(
    _ members: SchemaMembers, _ node: inout SchemaNode
  ) throws(SchemaError) {
    node.allOf = try schemas("allOf", members)
    node.anyOf = try schemas("anyOf", members)
    node.oneOf = try schemas("oneOf", members)
    // A single alternative is no choice.
    if node.anyOf.count == 1 { node.allOf += [node.anyOf.removeLast()] }
    if node.oneOf.count == 1 { node.allOf += [node.oneOf.removeLast()] }
    node.not = try schema("not", members)
    // Without `if`, the others demand nothing.
    if let condition = try schema("if", members) {
      node.condition = SchemaCondition(
        condition: condition, then: try schema("then", members),
        otherwise: try schema("else", members))
    }
  }

  mutating func readReferences(
    _ members: SchemaMembers, _ node: inout SchemaNode
  ) throws(SchemaError) {
    for keyword in ["$ref", "$dynamicRef", "$recursiveRef"] {
      guard let reference = try members.text(keyword) else { continue }
      switch resources.target(of: reference, in: node.resource) {
      case .external:
        unchecked.add("reference", reference, at: node.pointer)
        node.isPartial = true
      case .nothing:
        throw members.error(
          keyword, "leads to nothing in this document: '\(reference.shortened(to: 100))'")
      case .place(let pointer, let value, let anchor):
        var target = SchemaReference(target: try index(of: value, at: pointer))
        if keyword != "$ref", let anchor { target.dynamic = try dynamicTargets(anchor) }
        node.references.append(target)
      }
    }
  }

  private mutating func dynamicTargets(_ anchor: String) throws(SchemaError) -> [Int: Int] {
    var targets: [Int: Int] = [:]
    for (resource, pointer) in resources.places(ofDynamicAnchor: anchor) {
      guard let value = JSONPointer.value(at: pointer, in: resources.document) else { continue }
      targets[resource] = try index(of: value, at: pointer)
    }
    return targets
  }
}

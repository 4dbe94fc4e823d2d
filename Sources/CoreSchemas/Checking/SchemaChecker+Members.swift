import CoreJSON

/// The keywords of objects.
extension SchemaChecker {
  mutating func checkMembers(
    _ node: SchemaNode, _ members: JSONObject, _ parts: inout EvaluatedParts
  ) throws(SchemaError) -> Bool {
    guard let rules = node.object else { return true }
    let words = (noun: "property", least: "minProperties", most: "maxProperties")
    var isValid = checkCount(members.count, rules.count, node, words)
    isValid = try checkRequired(node, rules, members) && isValid
    for (name, value) in members {
      if isQuiet, !isValid { return false }
      isValid = try checkMember(node, rules, name, value, &parts) && isValid
    }
    for (name, schema) in rules.dependentSchemas where members[name] != nil {
      isValid = try check(schema, .object(members), &parts) && isValid
    }
    return isValid
  }

  private mutating func checkRequired(
    _ node: SchemaNode, _ rules: ObjectRules, _ members: JSONObject
  ) throws(SchemaError) -> Bool {
    try spend(rules.required.count + rules.dependentRequired.count + rules.dependentSchemas.count)
    var isValid = true
    for name in rules.required where members[name] == nil {
      isValid = fail(node, "required", "has no '\(name.shortened(to: 60))'")
    }
    for (name, required) in rules.dependentRequired where members[name] != nil {
      try spend(required.count)
      for other in required where members[other] == nil {
        let (has, lacks) = (name.shortened(to: 60), other.shortened(to: 60))
        isValid = fail(node, "dependentRequired", "has '\(has)' but no '\(lacks)'")
      }
    }
    return isValid
  }

  private mutating func checkMember(
    _ node: SchemaNode, _ rules: ObjectRules, _ name: String, _ value: JSONValue,
    _ parts: inout EvaluatedParts
  ) throws(SchemaError) -> Bool {
    try spend(1)
    var isValid = try checkName(node, rules, name)
    var isKnown = false
    if let schema = rules.properties[name] {
      isKnown = true
      isValid = try check(schema, value, at: .name(name)) && isValid
    }
    for (pattern, schema) in rules.patterns where try matches(pattern, name, in: node) {
      isKnown = true
      isValid = try check(schema, value, at: .name(name)) && isValid
    }
    if !isKnown, let schema = rules.additional {
      isKnown = true
      isValid = try check(schema, value, at: .name(name)) && isValid
    }
    if isKnown, tracksParts { parts.names.insert(name) }
    return isValid
  }

  private mutating func checkName(
    _ node: SchemaNode, _ rules: ObjectRules, _ name: String
  ) throws(SchemaError) -> Bool {
    guard let schema = rules.names else { return true }
    let outer = found
    found = DifferenceList(most: 1)
    let isValid = try check(schema, .string(name), at: .name(name))
    let reason = found.differences.first?.message ?? "is not allowed"
    found = outer
    if isValid { return true }
    return fail(node, "propertyNames", "has the name '\(name.shortened(to: 60))', which \(reason)")
  }
}

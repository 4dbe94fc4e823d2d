import CoreJSON

/// The keywords of lists and objects.
extension SchemaReader {
  /// The rules for lists; nil if there are none.
  mutating func arrayRules(_ members: SchemaMembers) throws(SchemaError) -> ArrayRules? {
    var rules = ArrayRules(
      count: try members.counts("minItems", "maxItems"),
      isUnique: try members.flag("uniqueItems"))
    if members.dialect.knows("prefixItems") {
      if case .array? = members["items"] {
        throw members.error(
          "items", "is a list; the name of the list is 'prefixItems' since 2020-12")
      }
      rules.prefix = try schemas("prefixItems", members)
      rules.rest = try schema("items", members)
    } else if case .array(let items)? = members["items"] {
      rules.prefix = items.isEmpty ? [] : try schemas("items", members)
      rules.rest = try schema("additionalItems", members)
    } else {
      rules.rest = try schema("items", members)
    }
    if let contained = try schema("contains", members) {
      let count = try members.counts("minContains", "maxContains")
      rules.contained = ContainsRule(
        schema: contained,
        count: CountBounds(least: count.least ?? 1, most: count.most),
        evaluates: members.dialect == .draft2020)
    }
    let isNeeded =
      !rules.count.isEmpty || rules.isUnique || !rules.prefix.isEmpty || rules.rest != nil
      || rules.contained != nil
    return isNeeded ? rules : nil
  }

  /// The rules for objects; nil if there are none.
  mutating func objectRules(_ members: SchemaMembers) throws(SchemaError) -> ObjectRules? {
    let keywords = [
      "minProperties", "maxProperties", "required", "properties", "patternProperties",
      "additionalProperties", "propertyNames", "dependentRequired", "dependentSchemas",
      "dependencies",
    ]
    guard keywords.contains(where: { members[$0] != nil }) else { return nil }
    var rules = ObjectRules(count: try members.counts("minProperties", "maxProperties"))
    if let value = members["required"] {
      rules.required = try SchemaMembers.names(value, at: members.place(of: "required")).filter {
        !isOptionalInResponses($0, of: members["properties"])
      }
    }
    for (name, schema) in try namedSchemas("properties", members) {
      rules.properties[name] = schema
    }
    try readPatterns(members, &rules)
    rules.names = try schema("propertyNames", members)
    for (name, value) in try members.map("dependentRequired") ?? JSONObject() {
      let place = JSONPointer.appending(name, to: members.place(of: "dependentRequired"))
      rules.dependentRequired.append((name, try SchemaMembers.names(value, at: place)))
    }
    rules.dependentSchemas = try namedSchemas("dependentSchemas", members)
    try readDependencies(members, &rules)
    return rules
  }

  private mutating func readPatterns(
    _ members: SchemaMembers, _ rules: inout ObjectRules
  ) throws(SchemaError) {
    for (text, schema) in try namedSchemas("patternProperties", members) {
      let place = JSONPointer.appending(text, to: members.place(of: "patternProperties"))
      if let pattern = try pattern(text, at: place) {
        rules.patterns.append((pattern, schema))
      } else {
        rules.hasUnreadPattern = true
      }
    }
    let keyword = "additionalProperties"
    rules.additional = try schema(keyword, members)
    if rules.hasUnreadPattern, rules.additional != nil {
      rules.additional = nil
      unchecked.add(
        "keyword", keyword, " beside a pattern that is not checked", at: members.pointer)
    }
  }

  /// `dependencies` was both `dependentRequired` and `dependentSchemas` before 2019-09.
  private mutating func readDependencies(
    _ members: SchemaMembers, _ rules: inout ObjectRules
  ) throws(SchemaError) {
    for (name, value) in try members.map("dependencies") ?? JSONObject() {
      let place = JSONPointer.appending(name, to: members.place(of: "dependencies"))
      if case .array = value {
        rules.dependentRequired.append((name, try SchemaMembers.names(value, at: place)))
      } else {
        rules.dependentSchemas.append((name, try index(of: value, at: place)))
      }
    }
  }
}

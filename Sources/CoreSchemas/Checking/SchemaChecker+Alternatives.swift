import CoreJSON

/// The keywords that combine schemas.
extension SchemaChecker {
  mutating func checkAlternatives(
    _ node: SchemaNode, _ value: JSONValue, _ parts: inout EvaluatedParts
  ) throws(SchemaError) -> Bool {
    var isValid = true
    for schema in node.allOf {
      isValid = try check(schema, value, &parts) && isValid
      if isQuiet, !isValid { return false }
    }
    if !node.anyOf.isEmpty { isValid = try checkAny(node, value, &parts) && isValid }
    if !node.oneOf.isEmpty { isValid = try checkOne(node, value, &parts) && isValid }
    if let schema = node.not { isValid = try checkNot(node, schema, value) && isValid }
    if let condition = node.condition {
      isValid = try checkCondition(condition, value, &parts) && isValid
    }
    return isValid
  }

  private mutating func checkAny(
    _ node: SchemaNode, _ value: JSONValue, _ parts: inout EvaluatedParts
  ) throws(SchemaError) -> Bool {
    let result = try matching(node.anyOf, value, &parts, stopsAtFirst: !tracksParts)
    return !result.indexes.isEmpty || fail(node, "anyOf", result.reason)
  }

  private mutating func checkOne(
    _ node: SchemaNode, _ value: JSONValue, _ parts: inout EvaluatedParts
  ) throws(SchemaError) -> Bool {
    let wasUnsure = isUnsure
    isUnsure = false
    let result = try matching(node.oneOf, value, &parts, stopsAtFirst: false)
    let isUncertain = isUnsure
    isUnsure = wasUnsure || isUncertain
    if result.indexes.isEmpty { return fail(node, "oneOf", result.reason) }
    if result.indexes.count == 1 || isUncertain { return true }
    let (first, second) = (result.indexes[0] + 1, result.indexes[1] + 1)
    return fail(
      node, "oneOf",
      "matches \(result.indexes.count) alternatives, among them number \(first) and number \(second)"
    )
  }

  /// Finds the alternatives that match; if there are none, the reason.
  private mutating func matching(
    _ schemas: [Int], _ value: JSONValue, _ parts: inout EvaluatedParts, stopsAtFirst: Bool
  ) throws(SchemaError) -> (indexes: [Int], reason: String) {
    let outer = found
    var (indexes, nearest): ([Int], NearestAlternative?) = ([], nil)
    for (index, schema) in schemas.enumerated() {
      found = DifferenceList(most: 1)
      if try check(schema, value, &parts) {
        indexes.append(index)
        if stopsAtFirst { break }
      } else if !isQuiet, let first = found.differences.first {
        let other = NearestAlternative(
          number: index + 1, isInside: first.path != path.text, count: found.count, first: first)
        if nearest.map(other.isNearer) ?? true { nearest = other }
      }
    }
    found = outer
    guard indexes.isEmpty, let nearest else { return (indexes, "") }
    return ([], difference(ofTypes: schemas, to: value) ?? nearest.words)
  }

  /// The difference if each alternative is for values of other types: `is 5, not text or null`.
  private func difference(ofTypes schemas: [Int], to value: JSONValue) -> String? {
    let types = schemas.compactMap { nodes[$0].types }
    guard types.count == schemas.count, !types.contains(where: { $0.allow(value) }) else {
      return nil
    }
    return SchemaTypes.difference(of: types.flatMap(\.names), to: value)
  }

  private mutating func checkNot(
    _ node: SchemaNode, _ schema: Int, _ value: JSONValue
  ) throws(SchemaError) -> Bool {
    let wasUnsure = isUnsure
    isUnsure = false
    var unused = EvaluatedParts()
    let isValid = try !isMatch(schema, value, &unused) || isUnsure
    isUnsure = isUnsure || wasUnsure
    return isValid || fail(node, "not", "matches the schema in 'not'")
  }

  private mutating func checkCondition(
    _ rule: SchemaCondition, _ value: JSONValue, _ parts: inout EvaluatedParts
  ) throws(SchemaError) -> Bool {
    let wasUnsure = isUnsure
    isUnsure = false
    let isMet = try isMatch(rule.condition, value, &parts)
    let isUncertain = isUnsure && isMet
    isUnsure = isUnsure || wasUnsure
    guard !isUncertain, let schema = isMet ? rule.then : rule.otherwise else { return true }
    return try check(schema, value, &parts)
  }
}

/// The alternative with the fewest differences; one that differs only inside the value is nearer.
private struct NearestAlternative {
  let number: Int
  let isInside: Bool
  let count: Int
  let first: SchemaDifference

  func isNearer(than other: NearestAlternative) -> Bool {
    isInside == other.isInside ? count < other.count : isInside
  }

  var words: String {
    let place = isInside ? "\(first.path) " : ""
    let more = count > 1 ? " (and \(count - 1) more)" : ""
    return "matches no alternative; closest is number \(number): \(place)\(first.message)\(more)"
  }
}

import CoreJSON

/// The keywords of lists.
extension SchemaChecker {
  mutating func checkItems(
    _ node: SchemaNode, _ items: [JSONValue], _ parts: inout EvaluatedParts
  ) throws(SchemaError) -> Bool {
    guard let rules = node.array else { return true }
    let words = (noun: "item", least: "minItems", most: "maxItems")
    var isValid = checkCount(items.count, rules.count, node, words)
    if rules.isUnique { isValid = try checkUnique(node, items) && isValid }
    for (index, item) in items.enumerated() {
      if isQuiet, !isValid { return false }
      let schema = index < rules.prefix.count ? rules.prefix[index] : rules.rest
      guard let schema else { break }
      isValid = try check(schema, item, at: .index(index)) && isValid
    }
    parts.itemCount = max(parts.itemCount, rules.prefix.count)
    if rules.rest != nil { parts.hasAllItems = true }
    if let rule = rules.contained {
      isValid = try checkContained(node, rule, items, &parts) && isValid
    }
    return isValid
  }

  private mutating func checkUnique(
    _ node: SchemaNode, _ items: [JSONValue]
  ) throws(SchemaError) -> Bool {
    var indexes: [CanonicalValue: Int] = [:]
    for (index, item) in items.enumerated() {
      let canonical = CanonicalValue(item)
      try spend(1 + canonical.size / 16)
      if let first = indexes.updateValue(index, forKey: canonical) {
        return fail(node, "uniqueItems", "has equal items, [\(first)] and [\(index)]")
      }
    }
    return true
  }

  private mutating func checkContained(
    _ node: SchemaNode, _ rule: ContainsRule, _ items: [JSONValue], _ parts: inout EvaluatedParts
  ) throws(SchemaError) -> Bool {
    let (wasQuiet, wasUnsure) = (isQuiet, isUnsure)
    (isQuiet, isUnsure) = (true, false)
    var count = 0
    for (index, item) in items.enumerated()
    where try check(rule.schema, item, at: .index(index)) {
      count += 1
      if rule.evaluates, tracksParts { parts.items.insert(index) }
    }
    let isUncertain = isUnsure
    (isQuiet, isUnsure) = (wasQuiet, wasUnsure || isUncertain)
    if let least = rule.count.least, count < least {
      return fail(node, "contains", Self.words(count, "fewer than the minimum \(least)"))
    }
    if let most = rule.count.most, count > most, !isUncertain {
      return fail(node, "maxContains", Self.words(count, "more than the maximum \(most)"))
    }
    return true
  }

  private static func words(_ count: Int, _ difference: String) -> String {
    if count == 0 { return "has no item that matches 'contains'" }
    return
      "has \(counted(count, "item")) that match\(count == 1 ? "es" : "") 'contains', \(difference)"
  }

  mutating func checkUnevaluated(
    _ node: SchemaNode, _ value: JSONValue, _ parts: inout EvaluatedParts
  ) throws(SchemaError) -> Bool {
    var isValid = true
    if case .array(let items) = value, let schema = node.unevaluatedItems {
      try spend(items.count)
      for (index, item) in items.enumerated() where !parts.contains(index) {
        isValid = try check(schema, item, at: .index(index)) && isValid
        if isQuiet, !isValid { return false }
      }
      parts.hasAllItems = true
    }
    if case .object(let members) = value, let schema = node.unevaluatedProperties {
      try spend(members.count)
      for (name, value) in members where !parts.contains(name) {
        isValid = try check(schema, value, at: .name(name)) && isValid
        if isQuiet, !isValid { return false }
      }
      parts.hasAllNames = true
    }
    return isValid
  }
}

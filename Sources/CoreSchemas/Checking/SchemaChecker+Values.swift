import CoreJSON

/// The keywords of any value, of numbers and of text.
extension SchemaChecker {
  mutating func checkChoices(
    _ node: SchemaNode, _ value: JSONValue
  ) throws(SchemaError) -> Bool {
    guard node.enumeration != nil || node.constant != nil else { return true }
    let canonical = CanonicalValue(value)
    try spend(canonical.size / 16)
    var isValid = true
    if let allowed = node.enumeration, !allowed.values.contains(canonical) {
      isValid = fail(node, "enum", "is \(value.words), not \(allowed.words)")
    }
    if let allowed = node.constant, !allowed.values.contains(canonical) {
      isValid = fail(node, "const", "is \(value.words), not \(allowed.words)")
    }
    return isValid
  }

  mutating func checkNumber(
    _ node: SchemaNode, _ value: JSONValue
  ) throws(SchemaError) -> Bool {
    guard !node.bounds.isEmpty || node.step != nil, let number = SchemaNumber(value) else {
      return true
    }
    if case .number(let number) = value { try spend(number.text.utf8.count / 4) }
    var isValid = true
    for bound in node.bounds where !bound.allows(number) {
      isValid = fail(node, bound.keyword, "is \(value.words), \(bound.difference)")
    }
    if let step = node.step, !number.isMultiple(of: step.number) {
      isValid = fail(node, "multipleOf", "is \(value.words), not a multiple of \(step.text)")
    }
    return isValid
  }

  mutating func checkText(_ node: SchemaNode, _ text: String) throws(SchemaError) -> Bool {
    var isValid = true
    if !node.length.isEmpty {
      try spend(text.utf8.count / 64)
      let words = (noun: "character", least: "minLength", most: "maxLength")
      isValid = checkCount(text.unicodeScalars.count, node.length, node, words)
    }
    if let pattern = node.pattern, try !matches(pattern, text, in: node) {
      let shown = pattern.text.shortened(to: 60)
      isValid = fail(
        node, "pattern", "is '\(text.shortened(to: 40))', which does not match '\(shown)'")
    }
    if let format = node.format {
      try spend(text.utf8.count / 16)
      if !format.matches(text) {
        isValid = fail(node, "format", "is '\(text.shortened(to: 40))', not \(format.words)")
      }
    }
    return isValid
  }

  mutating func checkCount(
    _ count: Int, _ bounds: CountBounds, _ node: SchemaNode,
    _ words: (noun: String, least: String, most: String)
  ) -> Bool {
    let has = "has \(counted(count, words.noun))"
    if let least = bounds.least, count < least {
      return fail(node, words.least, "\(has), fewer than the minimum \(least)")
    }
    if let most = bounds.most, count > most {
      return fail(node, words.most, "\(has), more than the maximum \(most)")
    }
    return true
  }
}

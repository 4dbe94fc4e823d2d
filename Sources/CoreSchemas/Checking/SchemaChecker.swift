import CoreJSON

/// A check of one value.
struct SchemaChecker {
  /// How deep schemas and values can be nested, together.
  private static let deepest = 500

  let nodes: [SchemaNode]
  /// Whether some schema asks which parts others have dealt with.
  let tracksParts: Bool

  var found: DifferenceList
  /// Whether only the result counts, so that the first difference ends a schema.
  var isQuiet = false
  /// Whether a value matched a schema of which a part is not checked.
  var isUnsure = false
  var path = ValuePath()

  /// The steps that are left.
  private var steps: Int
  /// The computing time that is left for patterns.
  private var patternTime = PatternClock()
  /// The schemas that the check is in, outermost first, and where those for the current value begin.
  private var active: [Int] = []
  private var firstActive = 0
  /// The resources that the check is in, outermost first.
  private var resources: [Int] = []

  init(_ nodes: [SchemaNode], most: Int, steps: Int) {
    (self.nodes, self.steps) = (nodes, steps)
    found = DifferenceList(most: most)
    tracksParts = nodes.contains {
      $0.unevaluatedItems != nil || $0.unevaluatedProperties != nil
    }
  }

  // MARK: Bounds

  /// Counts steps, each about as long as one comparison.
  mutating func spend(_ count: Int) throws(SchemaError) {
    steps -= count
    if steps < 0 {
      throw SchemaError("", "takes too many steps to check this value")
    }
  }

  mutating func matches(
    _ pattern: SchemaPattern, _ text: String, in node: SchemaNode
  ) throws(SchemaError) -> Bool {
    try spend(1 + text.utf8.count / 16)
    if let result = patternTime.matches(pattern, text) { return result }
    throw SchemaError(
      node.pointer,
      "has a pattern that takes too long to match: '\(pattern.text.shortened(to: 60))'")
  }

  // MARK: Schemas

  /// Reports a difference, and returns false.
  mutating func fail(_ node: SchemaNode, _ keyword: String, _ message: @autoclosure () -> String)
    -> Bool
  {
    if !isQuiet {
      // A text takes about this many steps; the next schema notices when none are left.
      steps -= 20 + path.count
      found.add(path, message, keyword.isEmpty ? node.pointer : "\(node.pointer)/\(keyword)")
    }
    return false
  }

  /// Checks a part of the current value, which has not been seen by the schemas so far.
  mutating func check(
    _ index: Int, _ value: JSONValue, at step: ValuePath.Step
  ) throws(SchemaError) -> Bool {
    let outer = firstActive
    firstActive = active.count
    path.append(step)
    var parts = EvaluatedParts()
    let isValid = try check(index, value, &parts)
    path.removeLast()
    firstActive = outer
    return isValid
  }

  /// Checks the current value with a schema.
  ///
  /// - Parameter parts: gets the parts that the schema deals with, if the value matches.
  mutating func check(
    _ index: Int, _ value: JSONValue, _ parts: inout EvaluatedParts
  ) throws(SchemaError) -> Bool {
    let node = nodes[index]
    try spend(1 + (active.count - firstActive) / 8)
    guard !active[firstActive...].contains(index) else {
      throw SchemaError(node.pointer, "refers to itself without an end")
    }
    guard active.count < Self.deepest else {
      throw SchemaError(node.pointer, "is nested too deep in others for this value")
    }
    let isOtherResource = resources.last != node.resource
    if isOtherResource { resources.append(node.resource) }
    active.append(index)
    let isValid = try check(node, value, &parts)
    active.removeLast()
    if isOtherResource { resources.removeLast() }
    return isValid
  }

  private mutating func check(
    _ node: SchemaNode, _ value: JSONValue, _ parts: inout EvaluatedParts
  ) throws(SchemaError) -> Bool {
    if node.isFalse { return fail(node, "", "is not allowed") }
    if node.isNullable, case .null = value { return true }
    if let types = node.types, !types.allow(value) {
      return fail(node, "type", SchemaTypes.difference(of: types.names, to: value))
    }
    var own = EvaluatedParts()
    var isValid = try checkChoices(node, value)
    if isQuiet, !isValid { return false }
    switch value {
    case .integer, .number: isValid = try checkNumber(node, value) && isValid
    case .string(let text): isValid = try checkText(node, text) && isValid
    case .array(let items): isValid = try checkItems(node, items, &own) && isValid
    case .object(let members): isValid = try checkMembers(node, members, &own) && isValid
    case .null, .bool: break
    }
    if isQuiet, !isValid { return false }
    // If others differ already, it is not known which parts they deal with.
    let refers = try checkReferences(node, value, &own)
    if isQuiet, !refers { return false }
    guard try checkAlternatives(node, value, &own), refers else { return false }
    if node.isPartial {
      if isValid { isUnsure = true }
      (own.hasAllNames, own.hasAllItems) = (true, true)
    }
    isValid = try checkUnevaluated(node, value, &own) && isValid
    if isValid, tracksParts {
      try spend(own.names.count + own.items.count)
      parts.formUnion(own)
    }
    return isValid
  }

  private mutating func checkReferences(
    _ node: SchemaNode, _ value: JSONValue, _ parts: inout EvaluatedParts
  ) throws(SchemaError) -> Bool {
    var isValid = true
    for reference in node.references {
      if !reference.dynamic.isEmpty { try spend(resources.count) }
      let outermost = resources.first { reference.dynamic[$0] != nil }
      let target = outermost.flatMap { reference.dynamic[$0] } ?? reference.target
      isValid = try check(target, value, &parts) && isValid
    }
    return isValid
  }

  /// Checks with a schema of which only the result counts.
  mutating func isMatch(
    _ index: Int, _ value: JSONValue, _ parts: inout EvaluatedParts
  ) throws(SchemaError) -> Bool {
    let wasQuiet = isQuiet
    isQuiet = true
    let isValid = try check(index, value, &parts)
    isQuiet = wasQuiet
    return isValid
  }
}

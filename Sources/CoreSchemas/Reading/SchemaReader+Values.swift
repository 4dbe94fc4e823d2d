import CoreJSON

/// The keywords of any value, of numbers and of text.
extension SchemaReader {
  mutating func readValues(
    _ members: SchemaMembers, _ node: inout SchemaNode
  ) throws(SchemaError) {
    if let value = members["$schema"] { readVersion(value, at: members.pointer) }
    if let value = members["type"] { node.types = try types(value, members) }
    if let values = try members.list("enum") { node.enumeration = AllowedValues(values) }
    if let value = members["const"] { node.constant = AllowedValues([value]) }
  }

  /// A version that is unknown, or differs from that of the whole document, is not checked as such.
  private mutating func readVersion(_ value: JSONValue, at pointer: String) {
    guard case .string(let uri) = value else { return }
    if SchemaDialect(schema: uri) != resources.dialect {
      unchecked.add("$schema", uri, at: pointer)
    }
  }

  private func types(
    _ value: JSONValue, _ members: SchemaMembers
  ) throws(SchemaError) -> SchemaTypes {
    let place = members.place(of: "type")
    let texts =
      if case .string(let name) = value { [name] } else {
        try SchemaMembers.names(value, at: place)
      }
    var names: [SchemaTypes.Name] = []
    for text in texts {
      guard let name = SchemaTypes.Name(rawValue: text) else {
        throw SchemaError(
          place,
          "is '\(text.shortened(to: 40))'; choose null, boolean, integer, number, string, array or object"
        )
      }
      names.append(name)
    }
    return SchemaTypes(names: names, areIntegersPlain: members.dialect.hasPlainIntegers)
  }

  mutating func readNumbers(
    _ members: SchemaMembers, _ node: inout SchemaNode
  ) throws(SchemaError) {
    for (name, isMaximum) in [("minimum", false), ("maximum", true)] {
      let exclusive = isMaximum ? "exclusiveMaximum" : "exclusiveMinimum"
      let isFlag = members.dialect.hasBooleanBounds
      let isExclusive = isFlag ? try members.flag(exclusive) : false
      for keyword in isFlag ? [name] : [name, exclusive] {
        guard let (number, words) = try members.number(keyword) else { continue }
        node.bounds.append(
          NumberBound(
            keyword: keyword, isMaximum: isMaximum,
            isExclusive: isExclusive || keyword == exclusive, number: number, text: words))
      }
    }
    guard let (number, words) = try members.number("multipleOf") else { return }
    guard number.canDivide else {
      let digits = SchemaNumber.divisorDigits
      throw members.error(
        "multipleOf", "is \(words); it must be more than 0, with at most \(digits) digits")
    }
    node.step = NumberStep(number: number, text: words)
  }

  mutating func readText(
    _ members: SchemaMembers, _ node: inout SchemaNode
  ) throws(SchemaError) {
    node.length = try members.counts("minLength", "maxLength")
    if let text = try members.text("pattern") {
      node.pattern = try pattern(text, at: members.place(of: "pattern"))
      if node.pattern == nil { node.isPartial = true }
    }
    if let name = try members.text("format") {
      node.format = TextFormat(rawValue: name)
      if let bounds = NumberBound.bounds(ofFormat: name) {
        node.bounds += bounds
      } else if node.format == nil {
        unchecked.add("format", name, at: members.pointer)
        node.isPartial = true
      }
    }
  }
}

extension AllowedValues {
  /// The most values that a message names.
  private static let mostNamed = 6

  fileprivate init(_ values: [JSONValue]) {
    self.values = Set(values.map(CanonicalValue.init))
    let named = values.prefix(Self.mostNamed).map(\.words)
    if values.count > named.count {
      words = "\(named.joined(separator: ", ")) or \(values.count - named.count) more"
    } else {
      let first = named.dropLast().joined(separator: ", ")
      words = first.isEmpty ? named.last ?? "any value" : "\(first) or \(named.last ?? "")"
    }
  }
}

extension DescribedBody {
  /// Whether the body is a JSON object or a form, and so consists of properties.
  var takesProperties: Bool {
    guard MediaTypes.isJSON(contentType) || MediaTypes.isForm(contentType) else { return false }
    return schema.map { $0.types.isEmpty || $0.types.contains(.object) } ?? true
  }
}

/// A property of a body that is an option of its command, at the top level or nested.
struct BodyProperty {
  /// The maximum depth of a property with an option, and the maximum number of them.
  static let (maximumDepth, maximumCount) = (3, 60)

  let path: [String]
  let schema: DescribedSchema
  let isRequired: Bool

  /// Returns the properties of a body: first those at the top level, then nested ones.
  ///
  /// An object is replaced by its own properties, unless they are nested too deeply.
  static func all(in body: DescribedSchema) -> [BodyProperty] {
    var found: [BodyProperty] = []
    var objects = [BodyProperty(path: [], schema: body, isRequired: true)]
    for depth in 1...maximumDepth {
      let properties = objects.flatMap { object in
        object.schema.members.filter { !$0.schema.isReadOnly }.map {
          BodyProperty(
            path: object.path + [$0.name], schema: $0.schema,
            isRequired: object.isRequired && $0.isRequired)
        }
      }
      objects = properties.filter { depth < maximumDepth && $0.hasProperties }
      found += properties.filter { depth == maximumDepth || !$0.hasProperties }
    }
    return Array(found.prefix(maximumCount))
  }

  private var hasProperties: Bool {
    schema.type == .object && !schema.properties.isEmpty && schema.alternatives.isEmpty
  }
}

extension DescribedSchema {
  /// The properties of an object, including those of its alternatives; a property of an alternative is
  /// required only if all alternatives require it.
  var members: [DescribedProperty] {
    var members = properties
    let others = alternatives.map(\.members)
    for property in others.joined() where !properties.contains(where: { $0.name == property.name })
    {
      if let index = members.firstIndex(where: { $0.name == property.name }) {
        members[index].schema = members[index].schema.joined(with: property.schema)
      } else {
        let isRequired = others.allSatisfy { alternative in
          alternative.contains { $0.name == property.name && $0.isRequired }
        }
        members.append(
          DescribedProperty(
            name: property.name, isRequired: isRequired, schema: property.schema))
      }
    }
    return members
  }

  var allowsOtherMembers: Bool {
    if cut != nil { return true }
    return allowsOthers != false
      && (alternatives.isEmpty || alternatives.contains { $0.allowsOtherMembers })
  }

  /// The combined schema of a property that two alternatives have.
  private func joined(with other: DescribedSchema) -> DescribedSchema {
    guard self != other else { return self }
    var schema = DescribedSchema(
      types.isEmpty || other.types.isEmpty ? [] : types.union(other.types))
    schema.description = description
    if !choices.isEmpty, !other.choices.isEmpty {
      schema.choices = choices + other.choices.filter { !choices.contains($0) }
    }
    return schema
  }
}

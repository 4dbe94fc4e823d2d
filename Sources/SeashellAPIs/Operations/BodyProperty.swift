import WebDescriptions

extension DescribedBody {
  /// Whether it is an object of JSON or a form, which is made from properties.
  var takesProperties: Bool {
    guard MediaTypes.isJSON(contentType) || MediaTypes.isForm(contentType) else { return false }
    return schema.map { $0.types.isEmpty || $0.types.contains(.object) } ?? true
  }
}

/// A property of a body that is an option of its command, at the top or in other properties.
struct BodyProperty {
  /// How deep an option's property may be, and how many there may be.
  static let (maximumDepth, maximumCount) = (3, 60)

  /// The names from the body's own to the property's.
  let path: [String]
  let schema: DescribedSchema
  /// Whether a body must have it.
  let isRequired: Bool

  /// Returns the properties of a body: first those at the top, then those in them.
  ///
  /// An object's own properties take its place, unless they would be too deep.
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
  /// The properties of an object with those of its alternatives, of which only those are required that
  /// all alternatives require.
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

  /// Whether an object may have properties that are not among its members.
  var allowsOtherMembers: Bool {
    if cut != nil { return true }
    return allowsOthers != false
      && (alternatives.isEmpty || alternatives.contains { $0.allowsOtherMembers })
  }

  /// The schema of a property that two alternatives have.
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

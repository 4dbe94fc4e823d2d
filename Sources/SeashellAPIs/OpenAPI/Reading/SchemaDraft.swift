import CoreJSON

struct SchemaDraft {
  var schema = DescribedSchema()
  private var indexes: [String: Int] = [:]
  /// The names of required properties, which may be declared in another part of `allOf`.
  private var required: Set<String> = []
  /// Whether null is allowed in addition to the types, as OpenAPI 3.0 and many 2.0 documents declare it.
  private var isNullable = false

  init() {}

  init(cut: DescribedCut) { schema.cut = cut }

  /// Records that something is missing, unless an earlier reason is known.
  mutating func cut(_ reason: DescribedCut) {
    if schema.cut == nil { schema.cut = reason }
  }

  mutating func add(_ property: DescribedProperty) {
    if let index = indexes[property.name] {
      schema.properties[index] = property
    } else {
      indexes[property.name] = schema.properties.count
      schema.properties.append(property)
    }
  }

  /// Adds the alternatives of `oneOf` or `anyOf`.
  ///
  /// If there is only one alternative besides null, it is merged.
  mutating func add(_ alternatives: [DescribedSchema]) {
    let others = alternatives.filter { $0.types != .null }
    if others.count < alternatives.count { isNullable = true }
    guard others.count == 1, schema.alternatives.isEmpty else {
      schema.alternatives += others
      return
    }
    var part = SchemaDraft()
    part.schema = others[0]
    merge(part)
    if schema.name == nil { schema.name = others[0].name }
  }

  mutating func merge(_ part: SchemaDraft) {
    let other = part.schema
    if schema.types.isEmpty {
      schema.types = other.types
    } else if !other.types.isEmpty {
      let both = schema.types.intersection(other.types)
      if !both.isEmpty {
        schema.types = both
      } else if schema.types.union(other.types).isSuperset(of: [.integer, .number]) {
        schema.types = .integer
      }
    }
    required.formUnion(part.required)
    isNullable = isNullable || part.isNullable
    for property in other.properties { add(property) }
    schema.format = schema.format ?? other.format
    schema.title = schema.title ?? other.title
    schema.description = schema.description ?? other.description
    if schema.choices.isEmpty { schema.choices = other.choices }
    schema.defaultValue = schema.defaultValue ?? other.defaultValue
    schema.example = schema.example ?? other.example
    schema.bounds.merge(other.bounds)
    schema.isDeprecated = schema.isDeprecated || other.isDeprecated
    schema.isReadOnly = schema.isReadOnly || other.isReadOnly
    schema.isWriteOnly = schema.isWriteOnly || other.isWriteOnly
    schema.allowsOthers = schema.allowsOthers ?? other.allowsOthers
    if schema.alternatives.isEmpty { schema.alternatives = other.alternatives }
    schema.discriminator = schema.discriminator ?? other.discriminator
    schema.contentType = schema.contentType ?? other.contentType
    schema.items = schema.items ?? other.items
    schema.others = schema.others ?? other.others
    if let reason = other.cut { cut(reason) }
  }

  /// Applies the settings of the whole schema, after all its parts were merged.
  mutating func finish() {
    for name in required {
      if let index = indexes[name] { schema.properties[index].isRequired = true }
    }
    if schema.types.isEmpty {
      if !schema.properties.isEmpty || schema.others != nil {
        schema.types = .object
      } else if schema.items != nil {
        schema.types = .array
      } else if !schema.alternatives.isEmpty,
        schema.alternatives.allSatisfy({ !$0.types.isEmpty })
      {
        schema.types = schema.alternatives.reduce([]) { $0.union($1.types) }
      }
    }
    if isNullable, !schema.types.isEmpty { schema.types.insert(.null) }
  }

  mutating func read(types value: DocumentValue) {
    if let types = value[.type] { read(type: types) }
    if schema.types.isEmpty {
      if value[.properties] != nil { schema.types = .object }
      if value[.items] != nil { schema.types = .array }
    }
  }

  private mutating func read(type value: DocumentValue) {
    if let name = value.text(20) {
      schema.types = DescribedTypes(name: name) ?? []
    } else {
      schema.types = value.elements.prefix(10).reduce([]) { types, element in
        types.union(element.text(20).flatMap { DescribedTypes(name: $0) } ?? [])
      }
    }
  }

  /// Reads a member that describes a value without restricting it.
  mutating func read(
    annotation member: DocumentValue, _ limits: DescriptionLimits, hasTexts: Bool
  ) {
    switch member.key {
    case .title where hasTexts: schema.title = member.text(limits.summary)
    case .description where hasTexts: schema.description = member.text(limits.shortDescription)
    case .default where hasTexts: schema.defaultValue = member.json(limits.value)
    case .example where hasTexts: schema.example = member.json(limits.value)
    case .examples where hasTexts:
      guard schema.example == nil else { return }
      schema.example = member.elements.first { _ in true }?.json(limits.value)
    case .deprecated: schema.isDeprecated = member.isTrue
    case .readOnly: schema.isReadOnly = member.isTrue
    case .writeOnly: schema.isWriteOnly = member.isTrue
    case .nullable, .xNullable: if member.isTrue { isNullable = true }
    default: break
    }
  }

  mutating func read(constraint member: DocumentValue, _ limits: DescriptionLimits) {
    switch member.key {
    case .type: read(type: member)
    case .format: schema.format = member.text(limits.name)
    case .enum:
      schema.choices = member.elements.prefix(limits.choices).compactMap { $0.json(limits.value) }
      if member.elements.dropFirst(limits.choices).contains(where: { _ in true }) { cut(.size) }
    case .const: schema.choices = member.json(limits.value).map { [$0] } ?? []
    case .required:
      for name in member.elements.prefix(1_000) {
        if let name = name.text(limits.name) { required.insert(name) }
      }
    case .minimum: schema.bounds.minimum = schema.bounds.minimum ?? member.number
    case .maximum: schema.bounds.maximum = schema.bounds.maximum ?? member.number
    case .exclusiveMinimum:
      if let isExclusive = member.boolean {
        schema.bounds.isMinimumExclusive = isExclusive
      } else if let number = member.number {
        (schema.bounds.minimum, schema.bounds.isMinimumExclusive) = (number, true)
      }
    case .exclusiveMaximum:
      if let isExclusive = member.boolean {
        schema.bounds.isMaximumExclusive = isExclusive
      } else if let number = member.number {
        (schema.bounds.maximum, schema.bounds.isMaximumExclusive) = (number, true)
      }
    case .multipleOf: schema.bounds.multipleOf = member.number
    case .minLength: schema.bounds.minLength = member.count
    case .maxLength: schema.bounds.maxLength = member.count
    case .minItems: schema.bounds.minItems = member.count
    case .maxItems: schema.bounds.maxItems = member.count
    case .uniqueItems: schema.bounds.hasUniqueItems = member.isTrue
    case .pattern:
      let pattern = member.text(limits.value + 4)
      schema.bounds.pattern = pattern.flatMap { $0.utf8.count <= limits.value ? $0 : nil }
    case .discriminator:
      // In OpenAPI 2 this is the name itself.
      schema.discriminator = (member[.propertyName] ?? member).text(limits.name)
    case .contentMediaType: schema.contentType = member.text(limits.name)
    case .contentEncoding:
      if schema.format == nil, let encoding = member.text(limits.name) {
        schema.format = encoding == "base64" ? "byte" : encoding
      }
    default: break
    }
  }
}

extension DescribedBounds {
  /// Adds the limits of another part of `allOf`, without changing existing ones.
  mutating func merge(_ other: DescribedBounds) {
    guard !other.isEmpty else { return }
    if minimum == nil {
      (minimum, isMinimumExclusive) = (other.minimum, other.isMinimumExclusive)
    }
    if maximum == nil {
      (maximum, isMaximumExclusive) = (other.maximum, other.isMaximumExclusive)
    }
    multipleOf = multipleOf ?? other.multipleOf
    minLength = minLength ?? other.minLength
    maxLength = maxLength ?? other.maxLength
    pattern = pattern ?? other.pattern
    minItems = minItems ?? other.minItems
    maxItems = maxItems ?? other.maxItems
    hasUniqueItems = hasUniqueItems || other.hasUniqueItems
  }
}

import CoreJSON

/// Reads schemas: follows references, merges `allOf`, and cuts parts that are too deep, too large or
/// recursive.
struct SchemaReader {
  /// The nesting limit of schemas, references and `allOf` together.
  private static let deepest = 40

  private let context: ReadingContext
  /// How many more parts of this operation may be read.
  private var operationNodesLeft: Int
  /// How many more parts of this schema may be read, and how many of them are reserved for later parts.
  private var (nodesLeft, reserved) = (0, 0)
  /// The targets of the references being followed, outermost first.
  private var path: [DocumentValue] = []
  private var level = 0
  private var isResponse = false

  init(_ context: ReadingContext) {
    self.context = context
    operationNodesLeft = context.limits.operationNodes
  }

  /// In a response, it omits descriptions, defaults and examples, since an operation has many
  /// responses and users fill in none of them.
  mutating func schema(_ value: DocumentValue, isResponse: Bool = false) -> DescribedSchema {
    let limits = context.limits
    nodesLeft = isResponse ? limits.responseNodes : limits.schemaNodes
    reserved = 0
    self.isResponse = isResponse
    let key = KnownSchemas.key(of: value, isResponse: isResponse, in: context.documents)
    if let key, let known = context.schemas[key], known.size <= operationNodesLeft {
      context.repeatedNodesLeft -= known.size
      guard context.repeatedNodesLeft >= 0 else { return SchemaDraft(cut: .size).schema }
      operationNodesLeft -= known.size
      return known.schema
    }
    let isShort = min(operationNodesLeft, context.nodesLeft) < nodesLeft
    let before = nodesLeft
    let schema = part(value, depth: 0)
    if let key, !isShort { context.schemas.add(schema, size: before - nodesLeft, for: key) }
    return schema
  }

  private mutating func part(_ value: DocumentValue, depth: Int) -> DescribedSchema {
    var draft = draft(value, depth: depth)
    draft.finish()
    return draft.schema
  }

  private mutating func draft(_ value: DocumentValue, depth: Int) -> SchemaDraft {
    guard spend(), level < Self.deepest else {
      return SchemaDraft(cut: level < Self.deepest ? .size : .depth)
    }
    level += 1
    defer { level -= 1 }
    guard value.isObject else { return SchemaDraft() }
    guard let reference = value[.reference], reference.isString else {
      return fields(of: value, depth: depth)
    }
    let target: DocumentValue
    do throws(SourceDocuments.ReferenceProblem) {
      target = try context.documents.resolve(value)
    } catch {
      context.note(error.reason)
      return SchemaDraft(cut: .reference)
    }
    let isCircular = path.contains { $0.index == target.index && $0.document === target.document }
    var draft: SchemaDraft
    if isCircular {
      draft = SchemaDraft(cut: .recursion)
      draft.read(types: target)
    } else {
      path.append(target)
      draft = fields(of: target, depth: depth)
      path.removeLast()
    }
    draft.schema.name = reference.text(2_000).flatMap(DocumentReference.lastToken)?
      .cut(context.limits.name)
    // OpenAPI 3.1 allows other members beside a reference.
    for sibling in value.members.prefix(20) where sibling.key != .reference {
      draft.read(annotation: sibling, context.limits, hasTexts: !isResponse)
    }
    return draft
  }

  /// Counts a part; returns false if there are too many.
  private mutating func spend() -> Bool {
    guard !isSpent else { return false }
    nodesLeft -= 1
    operationNodesLeft -= 1
    context.nodesLeft -= 1
    return true
  }

  /// Whether the limit is reached here.
  private var isSpent: Bool {
    nodesLeft <= reserved || operationNodesLeft <= reserved || context.nodesLeft <= 0
  }

  private mutating func fields(of value: DocumentValue, depth: Int) -> SchemaDraft {
    var draft = SchemaDraft()
    let limits = context.limits
    let isDeep = depth >= (isResponse ? limits.responseDepth : limits.schemaDepth)
    var count = 0
    for member in value.members {
      count += 1
      guard count <= 200 else {
        draft.schema.cut = .size
        break
      }
      guard let key = member.key else { continue }
      switch key {
      case .allOf:
        for element in member.elements.prefix(context.limits.choices) where !isSpent {
          draft.merge(self.draft(element, depth: depth))
        }
      case .oneOf, .anyOf, .properties, .items, .additionalProperties:
        if isDeep {
          draft.cut(.depth)
        } else {
          read(member, key, into: &draft, depth: depth + 1)
        }
      default:
        draft.read(annotation: member, context.limits, hasTexts: !isResponse)
        draft.read(constraint: member, context.limits)
      }
    }
    if isDeep { draft.read(types: value) }
    return draft
  }

  private mutating func read(
    _ member: DocumentValue, _ key: DocumentKey, into draft: inout SchemaDraft, depth: Int
  ) {
    switch key {
    case .properties:
      // Each property gets its type, even after a large one: up to half of the parts are reserved for the
      // following properties, several for each, since a type can be one of several.
      let count = member.members.prefix(nodesLeft).count { _ in true }
      let others = reserved
      let share = max(1, min(8, (nodesLeft - others) / (2 * max(1, count))))
      defer { reserved = others }
      for (index, property) in member.members.enumerated() {
        let left = min(nodesLeft, operationNodesLeft)
        reserved = min(others + (count - index - 1) * share, left - 1)
        guard index < count, left > others, context.nodesLeft > 0 else {
          return draft.cut(.size)
        }
        guard let name = property.name, name.utf8.count <= context.limits.name else {
          draft.cut(.size)
          continue
        }
        draft.add(DescribedProperty(name: name, schema: part(property, depth: depth)))
      }
    case .items:
      // A single schema in OpenAPI 3.0 and 3.1; older drafts of JSON Schema also had lists of them.
      if member.isObject { draft.schema.items = part(member, depth: depth) }
    case .additionalProperties:
      draft.schema.allowsOthers = member.boolean ?? true
      if member.isObject, member.members.first(where: { _ in true }) != nil {
        draft.schema.others = part(member, depth: depth)
      }
    default:
      var alternatives: [DescribedSchema] = []
      for element in member.elements {
        guard alternatives.count < context.limits.choices, !isSpent else {
          draft.cut(.size)
          break
        }
        alternatives.append(part(element, depth: depth))
      }
      draft.add(alternatives)
    }
  }
}

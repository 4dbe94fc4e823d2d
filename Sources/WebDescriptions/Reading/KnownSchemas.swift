/// The schemas that were read before: many operations have the same one.
struct KnownSchemas {
  /// The most parts of schemas that are kept.
  private static let capacity = 50_000

  /// What a schema depends on.
  struct Key: Hashable {
    fileprivate let document: ObjectIdentifier
    fileprivate let index: Int
    fileprivate let name: String?
    fileprivate let isResponse: Bool
  }

  private var schemas: [Key: (schema: DescribedSchema, size: Int)] = [:]
  private var size = 0

  /// Returns what a schema is known by: what it refers to, or itself if it says more than a reference.
  static func key(
    of value: DocumentValue, isResponse: Bool, in documents: SourceDocuments
  ) -> Key? {
    var (target, name): (DocumentValue, String?) = (value, nil)
    if let reference = value[.reference], reference.isString, value.hasOneChild {
      guard let resolved = try? documents.resolve(value) else { return nil }
      (target, name) = (resolved, reference.text(2_000).flatMap(DocumentReference.lastToken))
    }
    return Key(
      document: ObjectIdentifier(target.document), index: target.index, name: name,
      isResponse: isResponse)
  }

  /// The schema that is known by a key, and the number of its parts.
  subscript(key: Key) -> (schema: DescribedSchema, size: Int)? { schemas[key] }

  /// Keeps a schema, unless there are too many.
  mutating func add(_ schema: DescribedSchema, size: Int, for key: Key) {
    guard self.size + size <= Self.capacity else { return }
    self.size += size
    schemas[key] = (schema, size)
  }
}

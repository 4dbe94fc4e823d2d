/// A cache of schemas, since many operations share them.
struct KnownSchemas {
  private static let capacity = 50_000

  struct Key: Hashable {
    fileprivate let document: ObjectIdentifier
    fileprivate let index: Int
    fileprivate let name: String?
    fileprivate let isResponse: Bool
  }

  private var schemas: [Key: (schema: DescribedSchema, size: Int)] = [:]
  private var size = 0

  /// Returns the key of a schema: the target of its reference, or the schema itself if it is more than a
  /// reference.
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

  /// The schema for a key, with the number of its parts.
  subscript(key: Key) -> (schema: DescribedSchema, size: Int)? { schemas[key] }

  /// Stores a schema, unless the cache is full.
  mutating func add(_ schema: DescribedSchema, size: Int, for key: Key) {
    guard self.size + size <= Self.capacity else { return }
    self.size += size
    schemas[key] = (schema, size)
  }
}

/// The documents that a description refers to, already fetched.
struct ReferencedDocuments: Sendable {
  /// A document and its final location after redirects, which is the base of its references.
  struct Document: Sendable {
    let bytes: [UInt8]
    let location: DescriptionLocation
  }

  private let description: DescriptionLocation
  private var documents: [DescriptionLocation: Document] = [:]

  /// The total size of all documents, in bytes.
  private(set) var byteCount = 0

  /// The number of documents, not counting the description itself.
  var count: Int { documents.count }

  init(description: DescriptionLocation) {
    self.description = description
  }

  /// Returns the document that a reference in another document names, or nil for the description itself.
  ///
  /// - Throws: ``DescriptionFetchError`` if the reference is not valid, or its document was not fetched.
  func document(
    _ reference: some StringProtocol, from base: DescriptionLocation
  ) throws(DescriptionFetchError) -> Document? {
    let place = try base.resolving(reference)
    if place == description { return nil }
    guard let document = documents[place] else {
      throw DescriptionFetchError(.invalidAddress, "\(place.shown) was not fetched")
    }
    return document
  }

  func has(_ place: DescriptionLocation) -> Bool {
    place == description || documents[place] != nil
  }

  mutating func add(_ document: Document, at place: DescriptionLocation) {
    documents[place] = document
    byteCount += document.bytes.count
  }
}

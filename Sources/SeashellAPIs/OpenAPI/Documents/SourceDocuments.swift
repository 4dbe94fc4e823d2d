final class SourceDocuments {
  private static let longestChain = 32

  private let limits: DescriptionLimits
  private let load: ((String) throws -> [UInt8])?
  private var documents: [String: Result<SourceDocument, DescriptionError>] = [:]
  private var loadedSize = 0
  private var targets: [Place: Result<DocumentValue, ReferenceProblem>] = [:]

  let main: SourceDocument

  private struct Place: Hashable {
    let document: ObjectIdentifier
    let index: Int
  }

  struct ReferenceProblem: Error {
    let reason: String
  }

  init(
    _ bytes: [UInt8], location: String, limits: DescriptionLimits,
    load: ((String) throws -> [UInt8])?
  ) throws(DescriptionError) {
    (self.limits, self.load) = (limits, load)
    main = try DocumentText.read(bytes, location: location, limits: limits)
    documents[location] = .success(main)
  }

  var root: DocumentValue { DocumentValue(document: main, index: 0) }

  /// Follows references until a value is not one.
  func resolve(_ value: DocumentValue) throws(ReferenceProblem) -> DocumentValue {
    guard value[.reference]?.isString == true else { return value }
    let place = Place(document: ObjectIdentifier(value.document), index: value.index)
    if let known = targets[place] { return try known.get() }
    let result = Result { () throws(ReferenceProblem) in
      var value = value
      for _ in 0..<Self.longestChain {
        guard let reference = value[.reference]?.string else { return value }
        value = try target(of: reference, in: value.document)
      }
      throw ReferenceProblem(reason: "its references lead in a circle, or too far")
    }
    targets[place] = result
    return try result.get()
  }

  private func target(
    of text: String, in source: SourceDocument
  ) throws(ReferenceProblem) -> DocumentValue {
    let reference = DocumentReference(text)
    let shown = text.cut(200)
    guard let tokens = reference.tokens else {
      throw ReferenceProblem(reason: "'\(shown)' is not a JSON pointer")
    }
    var document = source
    if !reference.document.isEmpty {
      do throws(DescriptionError) {
        document = try other(reference.document, from: source)
      } catch {
        throw ReferenceProblem(reason: "'\(shown)' cannot be read: \(error)")
      }
    }
    var value = DocumentValue(document: document, index: 0)
    for token in tokens {
      guard let next = value[token] else {
        throw ReferenceProblem(reason: "there is no '\(shown)'")
      }
      value = next
    }
    return value
  }

  private func other(
    _ reference: String, from source: SourceDocument
  ) throws(DescriptionError) -> SourceDocument {
    let location: String
    do throws(DocumentLocation.Problem) {
      location = try DocumentLocation.resolve(reference, from: source.location)
    } catch {
      throw switch error {
      case .fileFromNetwork:
        DescriptionError(.reference, "a description from the network may not refer to files")
      case .scheme(let scheme): DescriptionError(.reference, "'\(scheme):' is not supported")
      }
    }
    if let known = documents[location] { return try known.get() }
    let result = Result { () throws(DescriptionError) in try loaded(location) }
    documents[location] = result
    return try result.get()
  }

  private func loaded(_ location: String) throws(DescriptionError) -> SourceDocument {
    guard let load else { throw DescriptionError(.reference, "no other document may be read") }
    guard documents.count <= limits.documents else {
      throw DescriptionError(
        .limit, "the description refers to more than \(limits.documents) documents")
    }
    let bytes: [UInt8]
    do {
      bytes = try load(location)
    } catch {
      throw error as? DescriptionError ?? DescriptionError(.reference, "\(error)")
    }
    loadedSize += bytes.count
    guard loadedSize <= limits.documentsSize else {
      throw DescriptionError(
        .limit,
        "the documents that the description refers to have more than "
          + "\(limits.documentsSize >> 20) MiB")
    }
    return try DocumentText.read(bytes, location: location, limits: limits)
  }
}

enum DocumentText {
  static func read(
    _ bytes: [UInt8], location: String, limits: DescriptionLimits
  ) throws(DescriptionError) -> SourceDocument {
    guard bytes.count <= limits.documentSize else {
      throw DescriptionError(
        .limit, "the description is larger than \(limits.documentSize >> 20) MiB")
    }
    var bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    if isYAML(bytes) { bytes = try YAMLDocument.json(of: bytes, limits: limits) }
    return try SourceDocument(json: bytes, location: location, limits: limits)
  }

  /// Whether a text does not begin like a JSON object.
  ///
  /// A YAML object may also begin with a brace, but hardly with a brace and a quote.
  private static func isYAML(_ bytes: [UInt8]) -> Bool {
    var start = bytes.lazy.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }.makeIterator()
    guard start.next() == UInt8(ascii: "{") else { return true }
    guard let second = start.next() else { return false }
    return second != UInt8(ascii: "\"") && second != UInt8(ascii: "}")
  }
}

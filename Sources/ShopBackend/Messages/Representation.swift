import WebMessages

enum Representation {
  case plain
  case document

  var mediaType: String {
    switch self {
    case .plain: MediaType.json
    case .document: MediaType.document
    }
  }

  /// Chooses by `Accept` (RFC 9110, section 12.5.1).
  ///
  /// A client gets a document if it names JSON:API's media type and does not prefer plain JSON. All
  /// others get plain JSON: even if they ask for `text/html`, it is more useful than an error.
  /// Throws 406, as JSON:API requires, if its media type has only unsupported parameters.
  init(_ headers: HTTPHeaders) throws(ShopProblem) {
    guard let ranges = Self.documentRanges(headers) else {
      self = .plain
      return
    }
    let documents = ranges.documents.filter { !$0.type.isUnsupportedDocument }
    guard let quality = documents.map(\.quality).max() else { throw .notAcceptable }
    self = quality > 0 && quality >= ranges.plain ? .document : .plain
  }

  init(ofProblemFor headers: HTTPHeaders) {
    do {
      self = try Representation(headers)
    } catch {
      self = .document
    }
  }

  private struct Range {
    let type: MediaType
    let quality: Double

    init(_ text: Substring) {
      let whole = MediaType(text)
      let end = whole.parameters.firstIndex { $0.name == "q" }
      quality = end.map { min(max(Double(whole.parameters[$0].value) ?? 0, 0), 1) } ?? 1
      // The weight and the parameters after it do not belong to the media type.
      type = end.map(whole.keepingParameters) ?? whole
    }

    /// The precision with which the range names plain JSON; nil if it excludes plain JSON.
    var precision: Int? {
      [MediaType.json: 2, "application/*": 1, "*/*": 0][type.name]
    }
  }

  /// Returns the ranges of JSON:API's media type, and the quality of plain JSON; nil if there are
  /// none.
  private static func documentRanges(
    _ headers: HTTPHeaders
  ) -> (documents: [Range], plain: Double)? {
    let values = headers.values(of: "Accept")
    // Most requests do not mention JSON:API.
    let length = MediaType.document.utf8.count
    guard
      values.contains(where: {
        $0.utf8.count >= length && $0.lowercased().contains(MediaType.document)
      })
    else { return nil }
    let ranges = values.flatMap { MediaType.split($0, at: ",") }.map(Range.init)
    let documents = ranges.filter { $0.type.name == MediaType.document }
    guard !documents.isEmpty else { return nil }
    let plain = ranges.filter { $0.precision != nil }.max {
      ($0.precision ?? 0) < ($1.precision ?? 0)
    }
    return (documents, plain?.quality ?? 0)
  }
}

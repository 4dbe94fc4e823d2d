import WebMessages

/// The two forms in which the shop answers.
enum Representation {
  /// What the resource is, and nothing around it.
  case plain
  /// A document of JSON:API 1.1.
  case document

  /// The content type of what is written so.
  var mediaType: String {
    switch self {
    case .plain: MediaType.json
    case .document: MediaType.document
    }
  }

  /// Chooses by `Accept` (RFC 9110, section 12.5.1).
  ///
  /// A document goes to who names its media type, and does not like plain JSON better. Everyone else
  /// gets plain JSON: a user who asked for `text/html` is better served with it than with nothing.
  ///
  /// - Throws: ``Refusal`` 406 where every instance of JSON:API's media type has parameters that
  ///   the shop does not know, as JSON:API demands.
  init(_ headers: HTTPHeaders) throws(Refusal) {
    guard let ranges = Self.documentRanges(headers) else {
      self = .plain
      return
    }
    let documents = ranges.documents.filter { !$0.type.isUnknownDocument }
    guard let liking = documents.map(\.quality).max() else { throw .notAcceptable }
    self = liking > 0 && liking >= ranges.plain ? .document : .plain
  }

  /// The form of an answer that says what is wrong with a request.
  init(ofErrorsFor headers: HTTPHeaders) {
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
      // The weight and what follows it are not the media type's.
      type = end.map(whole.keepingParameters) ?? whole
    }

    /// How closely a range of plain JSON describes it; nil where it does not.
    var precision: Int? {
      [MediaType.json: 2, "application/*": 1, "*/*": 0][type.name]
    }
  }

  /// The ranges that name JSON:API's media type, and how much plain JSON is liked; nil where none
  /// names it.
  private static func documentRanges(
    _ headers: HTTPHeaders
  ) -> (documents: [Range], plain: Double)? {
    let values = headers.values(of: "Accept")
    // Most requests end here.
    guard values.contains(where: { $0.lowercased().contains(MediaType.document) }) else {
      return nil
    }
    let ranges = values.flatMap { MediaType.split($0, at: ",") }.map(Range.init)
    let documents = ranges.filter { $0.type.name == MediaType.document }
    guard !documents.isEmpty else { return nil }
    let plain = ranges.filter { $0.precision != nil }.max {
      ($0.precision ?? 0) < ($1.precision ?? 0)
    }
    return (documents, plain?.quality ?? 0)
  }
}

import FoundationEssentials

/// A review as it was answered when it was made, whatever has become of it since.
struct RecordedReview {
  private let fields: Fields
  let path: String

  private struct Fields: Decodable {
    let id: String
    let rating: Int
    let comment: String
    let author: String
  }

  /// Reads the plain form of the answer.
  init(_ json: [UInt8], location: String) throws {
    fields = try JSONDecoder().decode(Fields.self, from: Data(json))
    path = location
  }
}

extension RecordedReview: WireResource {
  static let type = Review.type

  var id: String { fields.id }

  func writeAttributes(into json: inout JSONWriter) {
    json.key("rating")
    json.integer(fields.rating)
    json.key("comment")
    json.string(fields.comment)
    json.key("author")
    json.string(fields.author)
  }

  func writeRelationships(into json: inout JSONWriter) {
    let product = path.split(separator: "/").dropLast(2).joined(separator: "/")
    json.relationship("product", at: "/\(product)")
  }
}

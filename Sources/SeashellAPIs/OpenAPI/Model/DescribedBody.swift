import CoreJSON

/// The body of a request or response in one media type.
struct DescribedBody: Sendable, Equatable {
  /// The media type as written: `application/json; charset=utf-8`, `image/*`.
  var contentType: String
  /// The schema of the content, if the document has one.
  var schema: DescribedSchema?
  /// The declared encodings of a form's properties.
  var encodings: [DescribedEncoding] = []
  /// The first declared example of a request.
  var example: JSONValue?

  init(contentType: String, schema: DescribedSchema? = nil) {
    (self.contentType, self.schema) = (contentType, schema)
  }
}

/// The encoding of a form's property.
struct DescribedEncoding: Sendable, Equatable {
  var property: String
  /// The media type of its part: `image/png, image/jpeg`.
  var contentType: String?
  /// How a list or an object is written in a urlencoded form.
  var style: DescribedStyle?
  /// Whether each element of a list becomes a separate field.
  var isExploded: Bool?
  /// Whether reserved characters stay unescaped.
  var allowsReserved = false

  init(property: String) { self.property = property }
}

struct DescribedResponse: Sendable, Equatable {
  /// The status as written: `200`, `4XX`, `default`.
  var status: String
  /// The meaning of the response.
  var description: String?
  /// The body in each media type, without descriptions, defaults and examples; empty if there is none.
  var bodies: [DescribedBody] = []
  /// The names of the declared header fields.
  var headers: [String] = []

  init(status: String) { self.status = status }
}

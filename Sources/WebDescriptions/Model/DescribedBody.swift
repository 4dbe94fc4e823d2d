package import CoreJSON

/// A body in one media type, of a request or of a response.
package struct DescribedBody: Sendable, Equatable {
  /// The media type as written: `application/json; charset=utf-8`, `image/*`.
  package var contentType: String
  /// What is in it; nil if the document does not say.
  package var schema: DescribedSchema?
  /// How single properties of a form are written, where that is declared.
  package var encodings: [DescribedEncoding] = []
  /// The first declared example of a request.
  package var example: JSONValue?

  /// Creates a body.
  package init(contentType: String, schema: DescribedSchema? = nil) {
    (self.contentType, self.schema) = (contentType, schema)
  }
}

/// How a property of a form is written.
package struct DescribedEncoding: Sendable, Equatable {
  /// The property's name.
  package var property: String
  /// The media type of its part: `image/png, image/jpeg`.
  package var contentType: String?
  /// How a list or an object is written, in a urlencoded form.
  package var style: DescribedStyle?
  /// Whether each element of a list is a field of its own.
  package var isExploded: Bool?
  /// Whether reserved characters stay as they are.
  package var allowsReserved = false

  /// Creates the encoding of a property.
  package init(property: String) { self.property = property }
}

/// A response.
package struct DescribedResponse: Sendable, Equatable {
  /// The status as written: `200`, `4XX`, `default`.
  package var status: String
  /// What it means.
  package var description: String?
  /// Its body in each of its media types, without descriptions, defaults and examples; empty if it has
  /// none.
  package var bodies: [DescribedBody] = []
  /// The names of the declared header fields.
  package var headers: [String] = []

  /// Creates a response.
  package init(status: String) { self.status = status }
}

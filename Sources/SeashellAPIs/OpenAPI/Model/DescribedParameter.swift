/// A parameter in the path, the query, a header field or a cookie.
struct DescribedParameter: Sendable, Equatable {
  /// The part of the request that carries a parameter.
  enum Location: String, Sendable, CaseIterable {
    case path, query, header, cookie

    /// The default style.
    var style: DescribedStyle { self == .query || self == .cookie ? .form : .simple }
  }

  /// The name as sent.
  var name: String
  /// The part of the request that carries it.
  var location: Location
  /// Whether it is required; always true for a path parameter.
  var isRequired = false
  /// Whether it is deprecated.
  var isDeprecated = false
  /// Whether it may be sent as `name=`.
  var allowsEmptyValue = false
  /// The meaning of the parameter.
  var description: String?
  /// Its type, bounds, default and choices.
  var schema = DescribedSchema()
  /// How a list or an object is written.
  var style: DescribedStyle
  /// Whether each element of a list becomes a separate parameter, or part.
  var isExploded: Bool
  /// Whether reserved characters such as `/` stay unescaped.
  var allowsReserved = false
  /// The media type of the value, such as `application/json`; nil if `style` applies.
  var contentType: String?
  /// Whether the document does not declare it, and only the path's template names it.
  var isImplied = false

  /// Creates a parameter with the default style of its location.
  init(name: String, in location: Location) {
    (self.name, self.location) = (name, location)
    style = location.style
    isExploded = style == .form
  }
}

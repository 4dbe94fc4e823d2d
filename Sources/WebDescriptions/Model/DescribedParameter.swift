/// A parameter in the path, the query, a header field or a cookie.
package struct DescribedParameter: Sendable, Equatable {
  /// Where a parameter is sent.
  package enum Location: String, Sendable, CaseIterable {
    case path, query, header, cookie

    /// The style that holds where none is declared.
    package var style: DescribedStyle { self == .query || self == .cookie ? .form : .simple }
  }

  /// The name, as it is sent.
  package var name: String
  /// Where it is sent.
  package var location: Location
  /// Whether it must be given; always true in a path.
  package var isRequired = false
  /// Whether it should not be used any more.
  package var isDeprecated = false
  /// Whether it may be sent as `name=`.
  package var allowsEmptyValue = false
  /// What it means.
  package var description: String?
  /// Its type, bounds, default and choices.
  package var schema = DescribedSchema()
  /// How a list or an object is written.
  package var style: DescribedStyle
  /// Whether each element of a list is a parameter, or part, of its own.
  package var isExploded: Bool
  /// Whether reserved characters such as `/` stay as they are.
  package var allowsReserved = false
  /// The media type in which the value is written, such as `application/json`; nil if `style` says it.
  package var contentType: String?
  /// Whether the document does not declare it: a name in the path's template only.
  package var isImplied = false

  /// Creates a parameter with the style of its location.
  package init(name: String, in location: Location) {
    (self.name, self.location) = (name, location)
    style = location.style
    isExploded = style == .form
  }
}

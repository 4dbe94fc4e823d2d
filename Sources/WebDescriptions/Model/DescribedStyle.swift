/// How a list or an object is written in a parameter (OpenAPI 3.1, 4.8.12.3).
package enum DescribedStyle: String, Sendable, CaseIterable {
  case matrix, label, simple, form, spaceDelimited, pipeDelimited, deepObject
  /// Tabs between the elements, which only OpenAPI 2 has: `collectionFormat: tsv`.
  case tabDelimited
}

/// How a list is written: OpenAPI 2 says it of fields of a form too.
package struct DescribedListStyle: Sendable, Equatable {
  /// The style.
  package var style: DescribedStyle
  /// Whether each element is a field of its own.
  package var isExploded: Bool

  /// Creates a style.
  package init(_ style: DescribedStyle, isExploded: Bool) {
    (self.style, self.isExploded) = (style, isExploded)
  }
}

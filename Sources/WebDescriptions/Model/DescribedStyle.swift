/// How a list or an object is written in a parameter (OpenAPI 3.1, 4.8.12.3).
package enum DescribedStyle: String, Sendable, CaseIterable {
  case matrix, label, simple, form, spaceDelimited, pipeDelimited, deepObject
  /// Tabs between the elements, only in OpenAPI 2: `collectionFormat: tsv`.
  case tabDelimited
}

/// How a list is written; in OpenAPI 2 also for fields of a form.
package struct DescribedListStyle: Sendable, Equatable {
  package var style: DescribedStyle
  /// Whether each element becomes a separate field.
  package var isExploded: Bool

  package init(_ style: DescribedStyle, isExploded: Bool) {
    (self.style, self.isExploded) = (style, isExploded)
  }
}

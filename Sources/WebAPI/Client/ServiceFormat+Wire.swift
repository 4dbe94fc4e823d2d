extension ServiceFormat {
  /// What is asked for with `Accept`.
  var mediaType: String {
    self == .jsonapi ? "application/vnd.api+json" : "application/json"
  }

  /// What names in a query are called, where it is not what our services call them.
  var queryNames: [String: String] {
    self == .jsonapi ? ["page": "page[number]", "per_page": "page[size]"] : [:]
  }
}

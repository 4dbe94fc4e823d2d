// The result of an operation.
extension DescribedOperation {
  /// The schema of the successful response in JSON, if any.
  ///
  /// Status 200 is preferred, then other successful statuses. `default` counts as an error's response, unless
  /// it is the only one.
  var result: DescribedSchema? {
    var (success, other): (DescribedSchema?, DescribedSchema?)
    var hasSuccess = false
    for response in responses {
      let isSuccess = response.status.hasPrefix("2")
      hasSuccess = hasSuccess || isSuccess
      guard isSuccess || response.status == "default" else { continue }
      for body in response.bodies where body.contentType.lowercased().contains("json") {
        guard let schema = body.schema else { continue }
        if response.status == "200" { return schema }
        if isSuccess { success = success ?? schema } else { other = other ?? schema }
        break
      }
    }
    return hasSuccess ? success : other
  }
}

extension DescribedSchema {
  private static let listNames: Set = [
    "content", "data", "elements", "entries", "items", "records", "results", "values",
  ]

  /// Whether a value is a list, or an object around one; nil if the schema leaves it open.
  var isList: Bool? {
    if types.isEmpty, properties.isEmpty, alternatives.isEmpty { return nil }
    return types.contains(.array) || listProperty != nil
  }

  /// The schema of the elements of a list, or of the list in an object around one, if known.
  var elements: DescribedSchema? {
    types.contains(.array) ? items : listProperty?.schema.items
  }

  private static let pageNames: Set = [
    "next_cursor", "nextCursor", "next_page_token", "nextPageToken", "next_token", "nextToken",
    "total_count", "totalCount", "total_entries", "totalEntries", "total_items", "totalItems",
  ]

  /// The property with the list, in an object around one: a property with a usual name, or else the only list
  /// of a small object or of a page.
  private var listProperty: DescribedProperty? {
    let lists = properties.filter { $0.schema.types.contains(.array) }
    return lists.first { Self.listNames.contains($0.name) }
      ?? (lists.count == 1 && (properties.count <= 4 || isPage) ? lists[0] : nil)
  }

  private var isPage: Bool { properties.contains { Self.pageNames.contains($0.name) } }
}

extension ShopResponse {
  /// Makes an answer of one page of a list.
  static func list(
    _ page: Page, total: Int, of request: ShopRequest,
    _ writeElements: (inout JSONWriter) throws -> Void
  ) rethrows -> ShopResponse {
    var response = try list(of: request, writeElements) {
      page.describe(total: total, in: &$0, for: request)
    }
    page.describe(total: total, in: &response, for: request)
    return response
  }

  /// Makes an answer of a list that is always whole.
  static func list(
    of request: ShopRequest, _ writeElements: (inout JSONWriter) throws -> Void
  ) rethrows -> ShopResponse {
    try list(of: request, writeElements) { json in
      json.key("links")
      json.openObject()
      json.key("self")
      json.string(request.pathAndQuery)
      json.closeObject()
    }
  }

  private static func list(
    of request: ShopRequest, _ writeElements: (inout JSONWriter) throws -> Void,
    closing: (inout JSONWriter) -> Void
  ) rethrows -> ShopResponse {
    try ShopResponse(as: request.format) { json in
      if request.format == .document { json.openDocument() }
      json.openArray()
      try writeElements(&json)
      json.closeArray()
      guard request.format == .document else { return }
      closing(&json)
      json.closeObject()
    }
  }
}

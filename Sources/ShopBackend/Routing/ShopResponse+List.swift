extension ShopResponse {
  /// Makes an answer of one page of a list, or of its beginning where the page is too long.
  static func list(
    _ page: Page, total: Int, of request: ShopRequest,
    _ writeElements: (inout PageWriter) throws -> Void
  ) rethrows -> ShopResponse {
    var page = page
    var response = try list(of: request) { json in
      var writer = PageWriter(json)
      json = JSONWriter()
      try writeElements(&writer)
      (json, page) = writer.finish(page)
    } closing: { json in
      page.describe(total: total, in: &json, for: request)
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

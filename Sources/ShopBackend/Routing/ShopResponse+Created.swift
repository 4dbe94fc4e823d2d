import WebMessages

extension ShopResponse {
  /// What answers a write that has made something.
  static func created(
    _ resource: some WireResource, event: Int, as format: Representation
  ) -> ShopResponse {
    var response = ShopResponse(status: 201, resource, as: format)
    response.headers["Location"] = resource.path
    response.headers["Event-Id"] = String(event)
    return response
  }
}

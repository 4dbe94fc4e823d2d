package import WebMessages

extension Shop {
  /// Answers a method that a transport's messages have no word for.
  ///
  /// `OPTIONS` gets what the path allows, another method of RFC 9110 is refused as the shop refuses
  /// `PATCH`, and a method that nobody has heard of is not implemented.
  ///
  /// - Parameters:
  ///   - method: the method as it came; methods know no other case.
  ///   - target: the path and query, or the whole address, or `*`.
  nonisolated package static func answer(
    method: String, at target: String, headers: HTTPHeaders
  ) -> HTTPResponse {
    do {
      guard Refusal.knownMethods.contains(method) else { throw Refusal.unimplemented(method) }
      guard target.utf8.count <= ShopRequest.maximumTarget else { throw Refusal.targetTooLong }
      var response = ShopResponse(status: 204)
      if method == "OPTIONS", target == "*" {
        response.headers["Allow"] = HTTPMethod.allCases.filter { $0 != .patch }.map(\.rawValue)
          .joined(separator: ", ")
        return response.message
      }
      let resource = try Router.resource(try ShopRequest.segments(of: target))
      guard method == "OPTIONS" else { throw Refusal.notAllowed(method, at: resource) }
      response.headers["Allow"] = resource.allow
      return response.message
    } catch {
      var response = Refusal(error).response(to: headers)
      response.headers["Vary"] = "Accept"
      response.headers["Content-Length"] = String(response.body.count)
      return response.message
    }
  }
}

import FoundationEssentials

extension APIResponse {
  /// Checks the status and decodes one page of a plain array.
  ///
  /// The total is that of `X-Total-Count`, the next page that of `Link` with `rel="next"`
  /// (RFC 8288).
  ///
  /// - Throws: as ``resource(_:)`` does.
  public func pagedResource<Element: Decodable>(
    _ decoder: ResourceDecoder = .plain
  ) throws(APIError) -> APIPage<Element> {
    let elements: [Element] = try resource(decoder)
    let total = headers["X-Total-Count"].flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
    return APIPage(
      elements: elements, total: total, next: nextRequest(nil), url: request.url)
  }

  /// Checks the status and decodes one page of `{data, meta, errors}`.
  ///
  /// The total is `meta.total`, otherwise `meta.count`; the next page is `links.next`, otherwise
  /// that of the `Link` header field.
  ///
  /// - Throws: as ``resourceInContainer(_:)`` does.
  public func pagedResourceInContainer<Element: Decodable>(
    _ decoder: ResourceDecoder = .plain
  ) throws(APIError) -> APIPage<Element> {
    let container: ResourceContainer<[Element]> = try container(decoder)
    guard let elements = container.data else {
      throw APIError(missing: "data", as: [Element].self, in: self)
    }
    return APIPage(
      elements: elements, total: container.total, next: nextRequest(container.next),
      url: request.url)
  }

  /// The request as it was, for another address and without its credentials.
  private func nextRequest(_ link: String?) -> APIRequest? {
    guard let link = link ?? LinkHeader.target(of: "next", in: headers.values(of: "Link")),
      let url = URL(string: link, relativeTo: request.url)?.absoluteURL
    else { return nil }
    var next = request
    next.url = url
    next.query = [:]
    for (name, _) in request.headers where HTTPHeaders.isSecret(name) { next.headers[name] = nil }
    return next
  }
}

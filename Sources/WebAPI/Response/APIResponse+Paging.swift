import FoundationEssentials

extension APIResponse {
  /// Checks the status and decodes one page, in whatever format the service speaks.
  ///
  /// Of a plain array the total is that of `X-Total-Count`, the next page that of `Link` with
  /// `rel="next"` (RFC 8288); containers and documents of JSON:API have them in `meta` and `links`.
  ///
  /// - Throws: as ``resource(_:)`` does.
  public func pagedResource<Element: Decodable>(
    _ decoder: ResourceDecoder = .plain
  ) throws(APIError) -> APIPage<Element> {
    switch format {
    case .plain:
      return APIPage(
        elements: try resource(decoder), total: counted, next: nextRequest(nil), url: request.url)
    case .container: return try pagedResourceInContainer(decoder)
    case .jsonapi:
      let document: JSONAPIDocument<[Element]> = try document(decoder)
      guard let elements = document.data else {
        throw APIError(missing: "data", as: [Element].self, in: self)
      }
      return APIPage(
        elements: elements, total: ListInformation.total(document.meta) ?? counted,
        next: nextRequest(ListInformation.next(document.links)), url: request.url)
    }
  }

  /// What `X-Total-Count` says.
  private var counted: Int? {
    headers["X-Total-Count"].flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
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
      elements: elements, total: ListInformation.total(container.meta) ?? counted,
      next: nextRequest(ListInformation.next(container.links)), url: request.url)
  }

  /// The request as it was, for another address and without its credentials.
  private func nextRequest(_ link: String?) -> APIRequest? {
    guard let link = link ?? LinkHeader.target(of: "next", in: headers.values(of: "Link")) else {
      return nil
    }
    var next = request
    next.query = [:]
    // Never sent; it fails as a page that does not come, so that nothing is passed off as whole.
    if let url = URL(string: link, relativeTo: request.url)?.absoluteURL {
      next.url = url
      next.home = request.home ?? request.origin ?? request.url.map(Origin.init)
    } else {
      next.refusal = APIError(
        .unavailable, status: status, detail: "the link to the next page is no address",
        request: request.description)
    }
    for (name, _) in request.headers where HTTPHeaders.isSecret(name) { next.headers[name] = nil }
    return next
  }
}

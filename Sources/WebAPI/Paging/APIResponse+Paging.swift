import CoreJSON
import FoundationEssentials
import WebMessages

extension APIResponse {
  /// Checks the status and decodes one page, in the service's format.
  ///
  /// The next page is found by its link or, without one, by its number until the total is reached. For a
  /// plain array, the total is in `X-Total-Count` and the link in `Link` with `rel="next"` (RFC 8288);
  /// containers and documents of JSON:API have them in `meta` and `links`.
  ///
  /// - Throws: as ``resource(_:)`` does.
  public func pagedResource<Element: Decodable>(
    _ decoder: ResourceDecoder = .plain
  ) throws(APIError) -> APIPage<Element> {
    switch format {
    case .plain:
      let elements: [Element] = try resource(decoder)
      return APIPage(
        elements, try linkedEnd(after: elements.count, total: counted), at: request.url)
    case .container: return try pagedResourceInContainer(decoder)
    case .jsonapi:
      let document: JSONAPIDocument<[Element]> = try document(decoder)
      guard let elements = document.data else {
        throw APIError(missing: "data", in: self)
      }
      return try page(elements, meta: document.meta, links: document.links)
    }
  }

  /// Checks the status and decodes one page, as the service pages its lists.
  ///
  /// A page that says that another one follows, and not how, has a ``APIPage/next`` that fails when it is sent.
  ///
  /// - Parameters:
  ///   - decoder: decodes the elements.
  ///   - paging: where a page has its elements, their total number and the next page.
  /// - Throws: as ``resource(_:)`` does; also if the response has no list where `paging` says.
  public func pagedResource<Element: Decodable>(
    _ decoder: ResourceDecoder = .plain, paging: Paging
  ) throws(APIError) -> APIPage<Element> {
    if paging.style == .detected {
      let found = detectedPaging
      var page: APIPage<Element> = try pagedResource(decoder, paging: found)
      page.next?.position?.paging = found
      return page
    }
    switch try elements(as: paging) {
    case .formatted(let response): return try response.pagedResource(decoder)
    case .none: return APIPage(elements: [], url: request.url)
    case .again(let end): return APIPage([], end, at: request.url)
    case .body:
      let elements: [Element] = try resource(decoder)
      return APIPage(elements, try end(after: elements.count, paging), at: request.url)
    case .list(let list, let body):
      var part = self
      part.data = list
      let elements: [Element] = try part.decode(decoder, as: nil)
      return APIPage(
        elements, try end(after: elements.count, paging, body, list), at: request.url)
    }
  }

  /// How the page before was read, or how this one suggests that it is.
  private var detectedPaging: Paging {
    if let known = request.position?.paging as? Paging { return known }
    guard format == .plain, let body = try? PageBody(of: self) else { return .link() }
    return Paging(of: self, body, parameters: nil) ?? .link()
  }

  /// Creates a page from a document's elements, with the total in its `meta`, and the next page in
  /// its `links`.
  func page<Element>(
    _ elements: [Element], meta: JSONValue?, links: JSONValue?
  ) throws(APIError) -> APIPage<Element> {
    let end = try linkedEnd(
      after: elements.count, total: ListInformation.total(meta) ?? counted,
      link: ListInformation.next(links))
    return APIPage(elements, end, at: request.url)
  }
}

// These read a container, whatever the client's `format` is.
extension APIResponse {
  /// Checks the status and decodes one page of `{data, meta, errors}`.
  ///
  /// The total is `meta.total` or else `meta.count`; the next page is `links.next` or else in the `Link`
  /// header field.
  ///
  /// - Throws: as ``resourceInContainer(_:)`` does.
  public func pagedResourceInContainer<Element: Decodable>(
    _ decoder: ResourceDecoder = .plain
  ) throws(APIError) -> APIPage<Element> {
    let container: ResourceContainer<[Element], JSONValue> = try decodedContainer(decoder)
    return try page(
      required(container.data, "data"), meta: container.meta, links: container.links)
  }

  /// Like ``pagedResourceInContainer(_:)``, but returns an empty page for 204, 404, an empty body
  /// and no `data`.
  ///
  /// - Throws: as ``resourceInContainer(_:)`` does.
  public func emptyablePagedResourceInContainer<Element: Decodable>(
    _ decoder: ResourceDecoder = .plain
  ) throws(APIError) -> APIPage<Element> {
    let container: ResourceContainer<[Element], JSONValue>? = try optionalContainer(decoder)
    guard let container, let elements = container.data else {
      return APIPage(elements: [], total: 0, url: request.url)
    }
    return try page(elements, meta: container.meta, links: container.links)
  }
}

private enum ListInformation {
  /// Returns the number of elements on all pages: `total`, or else `count`.
  static func total(_ meta: JSONValue?) -> Int? {
    for name in ["total", "count"] {
      if case .integer(let total) = meta?[name], total >= 0 { return total }
    }
    return nil
  }

  /// Returns the address of the next page: a text or, as JSON:API also allows, an object with
  /// `href`.
  static func next(_ links: JSONValue?) -> String? {
    switch links?["next"] {
    case .string(let address): address
    case .object(let link):
      if case .string(let address) = link["href"] { address } else { nil }
    default: nil
    }
  }
}

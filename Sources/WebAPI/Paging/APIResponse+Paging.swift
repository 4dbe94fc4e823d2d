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
    case .plain: return try page(resource(decoder), total: counted, link: nil)
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
  /// - Parameters:
  ///   - decoder: decodes the elements.
  ///   - paging: where a page has its elements, their total number and the next page.
  /// - Throws: as ``resource(_:)`` does; also if the response has no list where `paging` says.
  public func pagedResource<Element: Decodable>(
    _ decoder: ResourceDecoder = .plain, paging: Paging
  ) throws(APIError) -> APIPage<Element> {
    switch paging.style {
    case .link where paging.elements == nil && paging.total == nil && isListAsUsual:
      return try pagedResource(decoder)
    case .document:
      var response = self
      response.format = .jsonapi
      return try response.pagedResource(decoder)
    default: break
    }
    try verifyStatus()
    let body: PageBody
    do {
      body = try PageBody(data)
    } catch {
      throw APIError(decodingFrom: self, as: nil, failedWith: error)
    }
    guard let list = body.list(paging.elements) else {
      throw APIError(missing: paging.elements ?? "a list", in: self)
    }
    var part = self
    part.data = list
    let elements: [Element] = try part.decode(decoder, as: nil)
    return try page(elements, paging, body)
  }

  private var isListAsUsual: Bool {
    format != .plain || data.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "[")
  }

  private func page<Element>(
    _ elements: [Element], _ paging: Paging, _ body: PageBody
  ) throws(APIError) -> APIPage<Element> {
    let count = elements.count
    let total = paging.total.flatMap { number($0, body) } ?? counted
    var next: APIRequest?
    switch paging.style {
    case .link, .document:
      let link = ["links.next", "links.next.href", "_links.next.href"].lazy.compactMap(body.text)
      let page = try page(elements, total: total, link: link.first)
      guard page.next == nil, body.hasMore else { return page }
      next = refusedRequest(
        APIError(
          page: "the page says that another one follows, and not how it is requested", of: nil,
          in: self))
      next?.position = position(after: count, isKnown: true)
    case .number(let first, let pages):
      guard let name = paging.page, let address = PageAddress(request.url) else { break }
      let number = PageNumber(address, page: name, size: paging.size, first: first)
      let position = request.position ?? number.start(count, of: total ?? .max)
      let isLast =
        if let pages = pages.flatMap({ self.number($0, body) }) {
          number.number - first + 1 >= pages
        } else { total == nil ? count < number.size ?? 1 : position.count >= total ?? 0 }
      if !isLast {
        next = try request(
          at: address.setting(name, String(number.number + 1)), after: number, position, count,
          of: total, body.list(paging.elements))
      }
    case .offset:
      guard let name = paging.page, let address = PageAddress(request.url) else { break }
      let offset = address.number(name) ?? 0
      let position = request.position ?? PagePosition(count: offset, isKnown: true)
      let size = paging.size.flatMap { address.number($0) } ?? 1
      if total == nil ? count >= size : offset < total ?? 0 {
        next = try request(
          at: address.setting(name, String(offset + count)), after: nil, position, count,
          of: total, body.list(paging.elements))
      }
    case .cursor(let name, let place):
      guard let cursor = value(place, body), !body.isLast(place),
        let address = PageAddress(request.url), let url = address.setting(name, cursor)
      else { break }
      next = request(for: url)
      next?.position = position(after: count, isKnown: address.value(name) == nil)
      next?.position?.mayBeEmpty = true
    case .address(let place):
      guard let link = value(place, body) else { break }
      next = request(forLink: link)
      next?.position = position(after: count, isKnown: true)
    }
    return APIPage(elements: elements, total: total, next: next, url: request.url)
  }

  /// `isKnown` is whether the page is the list's first one, unless the request says where it is.
  private func position(after count: Int, isKnown: Bool) -> PagePosition {
    PagePosition(
      count: (request.position?.count ?? 0) + count,
      isKnown: request.position?.isKnown ?? isKnown)
  }

  /// Returns the value at a place; nil if it is missing, null or empty.
  private func value(_ place: Paging.Place, _ body: PageBody) -> String? {
    switch place {
    case .field(let path): body.text(path)
    case .header(let name): headers[name].flatMap { $0.isEmpty ? nil : $0 }
    }
  }

  private func number(_ place: Paging.Place, _ body: PageBody) -> Int? {
    value(place, body).flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
  }

  /// The number in `X-Total-Count`.
  private var counted: Int? {
    headers["X-Total-Count"].flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
  }

  /// Creates a page from a document's elements, with the total in its `meta`, and the next page in
  /// its `links`.
  func page<Element>(
    _ elements: [Element], meta: JSONValue?, links: JSONValue?
  ) throws(APIError) -> APIPage<Element> {
    try page(
      elements, total: ListInformation.total(meta) ?? counted, link: ListInformation.next(links))
  }

  /// Creates a page with the request for the next one: by its link, otherwise by its number until all
  /// elements that the server counts have come.
  private func page<Element>(
    _ elements: [Element], total: Int?, link: String?
  ) throws(APIError) -> APIPage<Element> {
    var next: APIRequest?
    if let address = PageAddress(request.url) {
      func name(_ name: String) -> String {
        address.value(name) == nil ? format.queryNames[name] ?? name : name
      }
      let number = PageNumber(address, page: name("page"), size: name("per_page"))
      let position = request.position ?? number.start(elements.count, of: total ?? .max)
      if let link = link ?? LinkHeader.target(of: "next", in: headers.values(of: "Link")) {
        next = request(forLink: link)
        next?.position = PagePosition(
          count: position.count + elements.count, isKnown: position.isKnown)
      } else if let total, position.count < total, request.method == .get {
        next = try request(
          at: address.setting(name("page"), String(number.number + 1)), after: number, position,
          elements.count, of: total, list)
      }
    }
    return APIPage(elements: elements, total: total, next: next, url: request.url)
  }

  /// Returns the request for the next page, or nil after the last one.
  ///
  /// Throws `unavailable` if the page is empty, or its `elements`, as JSON, are those of the page before,
  /// although the server counts more.
  private func request(
    at address: URL?, after page: PageNumber?, _ position: PagePosition, _ count: Int,
    of total: Int?, _ elements: Data?
  ) throws(APIError) -> APIRequest? {
    let name = page.map { "page \($0.number)" } ?? "the page after \(position.count)"
    guard count > 0 else {
      guard let total, position.isKnown else { return nil }
      throw APIError(page: "\(name) is empty", of: total, in: self)
    }
    if let elements, elements == position.lastPage {
      let previous = page.map { "page \($0.number - 1)" } ?? "the page before"
      throw APIError(page: "\(name) is \(previous) again", of: total, in: self)
    }
    let reached = position.count + count
    guard reached < total ?? .max, let address else { return nil }
    var next = request(for: address)
    next.position = PagePosition(count: reached, isKnown: position.isKnown, lastPage: elements)
    return next
  }

  /// The page's elements as JSON: the whole body, or the array in a container or document of JSON:API.
  private var list: Data? {
    data.first == UInt8(ascii: "[") ? data : (try? PageBody(data))?.list("data")
  }

  private func request(forLink link: String) -> APIRequest {
    guard let url = URL(string: link, relativeTo: request.url)?.absoluteURL else {
      return refusedRequest(
        APIError(
          .unavailable, status: statusCode,
          detail: "the link to the next page is not a valid address",
          request: request.description))
    }
    return request(for: url)
  }

  /// Returns a request for the next page that fails when it is sent; without it, the list would seem
  /// complete.
  private func refusedRequest(_ error: APIError) -> APIRequest {
    var next = request
    next.refusal = error
    return next
  }

  /// Returns the same request for another address, without the session's credentials.
  ///
  /// The authorizer adds those again. Everything else that the sender has set, such as a key, is kept only
  /// for the same origin.
  private func request(for url: URL) -> APIRequest {
    var next = request
    next.query = [:]
    next.url = request.withoutAddedSecrets(url)
    next.home = request.home ?? request.origin ?? request.url.map(Origin.init)
    next.headers = request.unauthorizedHeaders ?? request.headers
    next.headers["Authorization"] = nil
    return next
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

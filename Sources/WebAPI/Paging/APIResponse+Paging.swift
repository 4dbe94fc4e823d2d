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
  /// A page that says that another one follows, and not how, has a ``APIPage/next`` that fails when it is sent.
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
      guard format == .plain else { return try pagedResource(decoder) }
      let elements: [Element] = try resource(decoder)
      let page = try page(elements, total: counted, link: nil, paging: paging)
      return concluded(page, paging, nil)
    case .document:
      var response = self
      response.format = .jsonapi
      return try response.pagedResource(decoder)
    default: break
    }
    try verifyStatus()
    // A list ends with 204, too.
    if data.isEmpty, request.position != nil { return APIPage(elements: [], url: request.url) }
    let body: PageBody
    do {
      body = try PageBody(data)
    } catch {
      throw APIError(decodingFrom: self, as: nil, failedWith: error)
    }
    guard let list = body.list(paging.elements) else {
      throw APIError(
        pages: "the answer has no list\(paging.elements.map { " '\($0)'" } ?? "")", in: self)
    }
    if let repeated: APIPage<Element> = try repeated(list, paging) { return repeated }
    var part = self
    part.data = list
    let elements: [Element] = try part.decode(decoder, as: nil)
    return concluded(try page(elements, paging, body, list), paging, body)
  }

  /// Handles a page with the elements of the page before, which is not listed again; nil for another page.
  ///
  /// Throws if the server must have been asked for the wrong page.
  private func repeated<Element>(
    _ list: Data, _ paging: Paging
  ) throws(APIError) -> APIPage<Element>? {
    guard let position = request.position, list == position.lastPage, list.count > 2 else {
      return nil
    }
    if position.mayBeFirst, let name = paging.page, let address = PageAddress(request.url),
      let url = address.setting(name, String((address.number(name) ?? 1) + 1))
    {
      var next = request(for: url)
      next.position = position
      next.position?.mayBeFirst = false
      next.position?.followsRepeated = true
      return APIPage(elements: [], next: next, url: request.url)
    }
    var page = APIPage<Element>(elements: [], url: request.url)
    guard position.size != nil else {
      throw APIError(
        pages:
          "the server gave the same page again, so the shell does not know how to ask for more",
        in: self)
    }
    page.doubt = "the server gives them again for the next page"
    return page
  }

  /// Returns the page with what its signs say: without a next page after the end, and with one that cannot be requested
  /// if there must be one.
  private func concluded<Element>(
    _ page: APIPage<Element>, _ paging: Paging, _ body: PageBody?
  ) -> APIPage<Element> {
    let count = page.elements.count
    let signs = PageSigns(self, count, body)
    if signs.ends {
      return APIPage(elements: page.elements, total: page.total, url: page.url)
    }
    guard page.next == nil else { return page }
    let address = PageAddress(request.url)
    let (isFirst, isLed) = (request.position == nil, request.position?.isLed ?? false)
    let isKnown = request.position?.isKnown ?? (address?.hasPlace != true)
    let base = isKnown ? request.position?.count ?? 0 : isFirst ? signs.start : nil
    let reached = base.map { $0 + count }
    var next: APIRequest?
    if !isFirst, !isLed, count == 0 {
      // An empty page is the end of pages that are counted.
    } else if let sign = signs.moreSign(
      reached: reached, isLed: isLed, isFirst: isFirst && address?.hasPlace != true)
    {
      next = refusedRequest(
        APIError(
          pages: "the server has more (\(sign)), and the shell does not know how to ask", in: self))
      next?.position = position(after: count, isKnown: true)
    }
    var last = APIPage(
      elements: page.elements, total: page.total ?? signs.total, next: next, url: page.url)
    if next == nil {
      last.doubt = signs.doubt(
        reached: reached, isLed: isLed, isFirst: isFirst && !paging.isCounted, size: address?.size,
        mayContinue: paging.mayContinue && body == nil)
    }
    return last
  }

  private var isListAsUsual: Bool {
    guard format == .plain else { return true }
    return data.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "[")
      && PageBody.pair(in: data) == nil
  }

  private func page<Element>(
    _ elements: [Element], _ paging: Paging, _ body: PageBody, _ list: Data
  ) throws(APIError) -> APIPage<Element> {
    let count = elements.count
    let total = paging.total.flatMap { number($0, body) } ?? counted
    var next: APIRequest?
    switch paging.style {
    case .link, .document:
      let link = ["links.next", "links.next.href", "_links.next.href"].lazy.compactMap(body.text)
      return try page(elements, total: total, link: link.first, body, list, paging: paging)
    case .number(let first, let pages):
      guard let name = paging.page, let address = PageAddress(request.url) else { break }
      let number = PageNumber(address, page: name, size: paging.size, first: first)
      let position = request.position ?? number.start(count, of: total ?? .max)
      let isLast =
        if let pages = pages.flatMap({ self.number($0, body) }) {
          number.number - first + 1 >= pages
        } else if paging.isCounted {
          count < max(position.size ?? 0, number.size ?? 0, 1)
        } else { total == nil ? count < number.size ?? 1 : position.count >= total ?? 0 }
      if !isLast {
        next = try request(
          paging, number, position, count, of: total, body, list,
          mayBeFirst: paging.isCounted && address.value(name) == nil)
      }
    case .offset:
      guard let name = paging.page, let address = PageAddress(request.url) else { break }
      let offset = address.number(name) ?? 0
      let position = request.position ?? PagePosition(count: offset, isKnown: true)
      let size = paging.size.flatMap { address.number($0) } ?? 1
      if total == nil ? count >= max(size, position.size ?? 0) : offset < total ?? 0 {
        next = request(
          at: address.setting(name, String(offset + count)), position, count, of: total, list,
          isCounted: total == nil)
      }
    case .cursor(let name, let place):
      guard let cursor = value(place, body), let address = PageAddress(request.url),
        address.value(name) != cursor, let url = address.setting(name, cursor)
      else { break }
      next = request(for: url)
      next?.position = position(after: count, isKnown: address.value(name) == nil)
    case .address(let place):
      guard let link = value(place, body) else { break }
      next = request(forLink: link)
      next?.position = position(
        after: count, isKnown: PageAddress(request.url)?.hasPlace != true)
    }
    if next != nil, next?.position?.lastPage == nil {
      next?.position?.isLed = true
      next?.position?.lastPage = count > 0 ? list : request.position?.lastPage
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
    _ elements: [Element], total: Int?, link: String?, _ body: PageBody? = nil,
    _ list: Data? = nil, paging: Paging = .link()
  ) throws(APIError) -> APIPage<Element> {
    var next: APIRequest?
    let isArray = format == .plain && data.first == UInt8(ascii: "[")
    let list = list ?? (isArray ? data : nil)
    if let list, let repeated: APIPage<Element> = try repeated(list, .link()) { return repeated }
    if let address = PageAddress(request.url) {
      func name(_ name: String) -> String {
        address.value(name) == nil ? format.queryNames[name] ?? name : name
      }
      let number = PageNumber(address, page: name("page"), size: name("per_page"))
      let position = request.position ?? number.start(elements.count, of: total ?? .max)
      if let link = link ?? LinkHeader.next(in: headers.values(of: "Link")) {
        next = request(forLink: link)
        next?.position = PagePosition(
          count: position.count + elements.count, isKnown: position.isKnown, lastPage: list,
          isLed: true)
      } else if let total, position.count < total, !position.isLed, request.method == .get,
        body.map({ PageSigns(self, elements.count, $0).next == nil }) ?? true
      {
        let known = list ?? self.list
        if list == nil, let known, let repeated: APIPage<Element> = try repeated(known, .link()) {
          return repeated
        }
        next = try request(
          .link(page: name("page"), size: name("per_page")), number, position, elements.count,
          of: total, body, known,
          mayBeFirst: paging.guessesFirst && address.value(name("page")) == nil)
      }
    }
    return APIPage(elements: elements, total: total, next: next, url: request.url)
  }

  /// Returns the request for the page with the next number, or nil after the last one.
  ///
  /// Throws if the page does not begin where it should.
  private func request(
    _ paging: Paging, _ page: PageNumber, _ position: PagePosition, _ count: Int, of total: Int?,
    _ body: PageBody?, _ elements: Data?, mayBeFirst: Bool
  ) throws(APIError) -> APIRequest? {
    guard let name = paging.page, let address = PageAddress(request.url) else { return nil }
    if position.isKnown, request.position != nil, count > 0,
      let start = PageSigns(self, count, body).start,
      start != position.count, start != position.count + 1
    {
      throw APIError(
        pages: "the page after \(position.count) elements begins after \(start)", in: self)
    }
    // Whether the first page has the number 0 or 1 is seen only by asking for 1.
    let number = mayBeFirst ? 1 : page.number + 1
    var next = request(
      at: address.setting(name, String(number)), position, count, of: total, elements,
      isCounted: total == nil)
    next?.position?.mayBeFirst = mayBeFirst
    return next
  }

  /// Returns the request for the next page, or nil after the last one.
  private func request(
    at address: URL?, _ position: PagePosition, _ count: Int, of total: Int?, _ elements: Data?,
    isCounted: Bool
  ) -> APIRequest? {
    let reached = position.count + count
    guard count > 0, reached < total ?? .max, let address else { return nil }
    var next = request(for: address)
    next.position = PagePosition(count: reached, isKnown: position.isKnown, lastPage: elements)
    if isCounted { next.position?.size = max(position.size ?? 0, count) }
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

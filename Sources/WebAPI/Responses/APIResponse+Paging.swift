import CoreJSON
import FoundationEssentials
import WebMessages

extension APIResponse {
  /// Checks the status and decodes one page, in the service's format.
  ///
  /// The next page is found by its link, otherwise by its number until the total is reached. For a
  /// plain array, the total is in `X-Total-Count` and the link in `Link` with `rel="next"` (RFC
  /// 8288); containers and documents of JSON:API have them in `meta` and `links`.
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

  /// Creates a page with the request for the next one: by its link, otherwise by its number until
  /// as many elements came as the server counts.
  private func page<Element>(
    _ elements: [Element], total: Int?, link: String?
  ) throws(APIError) -> APIPage<Element> {
    var next: APIRequest?
    if let number = request.url.flatMap({ PageNumber($0, format) }) {
      let position = request.position ?? number.start(elements.count, of: total ?? .max)
      if let link = link ?? LinkHeader.target(of: "next", in: headers.values(of: "Link")) {
        next = request(forLink: link)
        next?.position = ListPosition(
          count: position.count + elements.count, isKnown: position.isKnown)
      } else if let total, position.count < total, request.method == .get {
        next = try request(after: number, position, elements.count, of: total)
      }
    }
    return APIPage(elements: elements, total: total, next: next, url: request.url)
  }

  /// Returns the request for the next page by its number; nil if this page is the last.
  ///
  /// - Throws: ``APIError`` `unavailable` if the page is empty, or repeats the one before, although
  ///   the server counts more.
  private func request(
    after page: PageNumber, _ position: ListPosition, _ count: Int, of total: Int
  ) throws(APIError) -> APIRequest? {
    guard count > 0 else {
      if !position.isKnown { return nil }
      throw APIError(page: "page \(page.number) is empty", of: total, in: self)
    }
    let hash = elementsHash
    if position.lastPage == hash {
      throw APIError(
        page: "page \(page.number) is page \(page.number - 1) again", of: total, in: self)
    }
    let reached = position.count + count
    guard reached < total, let address = page.next else { return nil }
    var next = request(for: address)
    next.position = ListPosition(count: reached, isKnown: position.isKnown, lastPage: hash)
    return next
  }

  /// A hash of the page's elements, for detecting repeated pages.
  private var elementsHash: Int {
    guard data.first != UInt8(ascii: "["),
      let elements = JSONValue(body: data)?["data"]
    else { return data.hashValue }
    return elements.hashValue
  }

  /// Returns the request for the page that a link leads to.
  private func request(forLink link: String) -> APIRequest {
    // The request fails when it is sent; otherwise the list would seem complete.
    guard let url = URL(string: link, relativeTo: request.url)?.absoluteURL else {
      var next = request
      next.refusal = APIError(
        .unavailable, status: statusCode,
        detail: "the link to the next page is not a valid address",
        request: request.description)
      return next
    }
    return request(for: url)
  }

  /// Returns the same request for another address, without the session's credentials.
  ///
  /// The authorizer adds those again. What else the sender has set, such as a key, goes to the same
  /// origin only.
  private func request(for url: URL) -> APIRequest {
    var next = request
    next.query = [:]
    next.url = url
    next.home = request.home ?? request.origin ?? request.url.map(Origin.init)
    next.headers = request.unauthorizedHeaders ?? request.headers
    next.headers["Authorization"] = nil
    return next
  }
}

/// A list's total and next page in a document.
private enum ListInformation {
  /// Returns the number of elements on all pages: `total`, otherwise `count`.
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

import CoreJSON
import FoundationEssentials
import WebMessages

/// What follows a page in its list.
struct PageEnd {
  /// The number of elements on all pages, if the server reports it.
  var total: Int?

  /// The request for the next page; nil if there is none.
  var next: APIRequest?

  /// Why it is not known whether the page is the last one, if that is so.
  var doubt: String?

  /// Whether the page is the one before again, whose elements are not listed twice.
  var isRepeated = false
}

/// Where a response has the elements of a page.
enum PageElements {
  /// The body is the list.
  case body
  case list(Data, PageBody)
  /// The response is a list in the format of its service.
  case formatted(APIResponse)
  /// The page before came again.
  case again(PageEnd)
  /// A list ends with 204, too.
  case none
}

extension APIPage {
  /// Creates a page with what follows it.
  init(_ elements: [Element], _ end: PageEnd, at url: URL?) {
    self.init(
      elements: end.isRepeated ? [] : elements, total: end.total, next: end.next, url: url)
    doubt = end.doubt
  }
}

// What follows a page does not depend on the type of its elements, so that nothing here is compiled for each of them.
extension APIResponse {
  /// Checks the status, and finds the elements of a page.
  ///
  /// Throws if the response has no list where `paging` says.
  func elements(as paging: Paging) throws(APIError) -> PageElements {
    switch paging.style {
    case .link where paging.elements == nil && paging.total == nil && isListAsUsual:
      return format == .plain ? .body : .formatted(self)
    case .document:
      var response = self
      response.format = .jsonapi
      return .formatted(response)
    default: break
    }
    try verifyStatus()
    if data.isEmpty, request.position != nil { return .none }
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
    if let end = try repeatedEnd(list, paging) { return .again(end) }
    return .list(list, body)
  }

  private var isListAsUsual: Bool {
    guard format == .plain else { return true }
    return data.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "[")
      && PageBody.pair(in: data) == nil
  }

  /// Handles a page with the elements of the page before, which is not listed again; nil for another page.
  ///
  /// Throws if the server must have been asked for the wrong page.
  private func repeatedEnd(_ list: Data, _ paging: Paging) throws(APIError) -> PageEnd? {
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
      return PageEnd(next: next, isRepeated: true)
    }
    guard position.size != nil else {
      throw APIError(
        pages:
          "the server gave the same page again, so the shell does not know how to ask for more",
        in: self)
    }
    return PageEnd(doubt: "the server gives them again for the next page", isRepeated: true)
  }

  /// Returns what follows a page: nothing after the end, and a request that fails if there must be a page that cannot be
  /// requested.
  ///
  /// - Parameters:
  ///   - count: the number of the page's elements.
  ///   - body: the page's body with its elements, unless it is the list itself.
  func end(
    after count: Int, _ paging: Paging, _ body: PageBody? = nil, _ list: Data? = nil
  ) throws(APIError) -> PageEnd {
    var end =
      if let body, let list {
        try end(after: count, paging, body, list)
      } else {
        try linkedEnd(after: count, total: counted, nil, nil, paging)
      }
    if end.isRepeated { return end }
    let signs = PageSigns(self, count, body)
    if signs.ends { return PageEnd(total: end.total) }
    guard end.next == nil else { return end }
    let address = PageAddress(request.url)
    let (isFirst, isLed) = (request.position == nil, request.position?.isLed ?? false)
    let isKnown = request.position?.isKnown ?? (address?.hasPlace != true)
    let base = isKnown ? request.position?.count ?? 0 : isFirst ? signs.start : nil
    let reached = base.map { $0 + count }
    if !isFirst, !isLed, count == 0 {
      // An empty page is the end of pages that are counted.
    } else if let sign = signs.moreSign(
      reached: reached, isLed: isLed, isFirst: isFirst && address?.hasPlace != true)
    {
      end.next = refusedRequest(
        APIError(
          pages: "the server has more (\(sign)), and the shell does not know how to ask", in: self),
        after: count)
    }
    end.total = end.total ?? signs.total
    if end.next == nil {
      end.doubt = signs.doubt(
        reached: reached, isLed: isLed, isFirst: isFirst && !paging.isCounted, size: address?.size,
        mayContinue: paging.mayContinue && body == nil)
    }
    return end
  }

  private func end(
    after count: Int, _ paging: Paging, _ body: PageBody, _ list: Data
  ) throws(APIError) -> PageEnd {
    let total = paging.total.flatMap { number($0, body) } ?? counted
    var next: APIRequest?
    switch paging.style {
    case .link, .document:
      let link = ["links.next", "links.next.href", "_links.next.href"].lazy.compactMap(body.text)
      return try linkedEnd(after: count, total: total, link: link.first, body, list, paging)
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
    return PageEnd(total: total, next: next)
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
  var counted: Int? {
    headers["X-Total-Count"].flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
  }

  /// Returns the request for the next page by its link, otherwise by its number until all elements that the server counts
  /// have come.
  func linkedEnd(
    after count: Int, total: Int?, link: String? = nil, _ body: PageBody? = nil,
    _ list: Data? = nil, _ paging: Paging = .link()
  ) throws(APIError) -> PageEnd {
    var next: APIRequest?
    let isArray = format == .plain && data.first == UInt8(ascii: "[")
    let list = list ?? (isArray ? data : nil)
    if let list, let end = try repeatedEnd(list, .link()) { return end }
    if let address = PageAddress(request.url) {
      func name(_ name: String) -> String {
        address.value(name) == nil ? format.queryNames[name] ?? name : name
      }
      let number = PageNumber(address, page: name("page"), size: name("per_page"))
      let position = request.position ?? number.start(count, of: total ?? .max)
      if let link = link ?? LinkHeader.next(in: headers.values(of: "Link")) {
        next = request(forLink: link)
        next?.position = PagePosition(
          count: position.count + count, isKnown: position.isKnown, lastPage: list,
          isLed: true)
      } else if let total, position.count < total, !position.isLed, request.method == .get,
        body.map({ PageSigns(self, count, $0).next == nil }) ?? true
      {
        let known = list ?? self.list
        if list == nil, let known, let end = try repeatedEnd(known, .link()) { return end }
        next = try request(
          .link(page: name("page"), size: name("per_page")), number, position, count,
          of: total, body, known,
          mayBeFirst: paging.guessesFirst && address.value(name("page")) == nil)
      }
    }
    return PageEnd(total: total, next: next)
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
  private func refusedRequest(_ error: APIError, after count: Int = 0) -> APIRequest {
    var next = request
    next.refusal = error
    next.position = position(after: count, isKnown: true)
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

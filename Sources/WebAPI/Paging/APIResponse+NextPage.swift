import CoreJSON
import FoundationEssentials
import WebMessages

// What follows a page, and the request for it.
extension APIResponse {
  /// Returns what follows a page: nothing after the end, and a request that fails if there must be a page that cannot be
  /// requested.
  ///
  /// - Parameters:
  ///   - count: the number of the page's elements.
  ///   - body: the page's body with its elements, unless it is the list itself.
  func end(
    after count: Int, _ paging: Paging, _ body: PageBody? = nil, _ list: Data? = nil
  ) throws(APIError) -> PageEnd {
    let signs = PageSigns(
      self, count, body, list: body?.path(of: paging, nouns), flag: paging.flag)
    var end =
      if let body, let list {
        try end(after: count, paging, body, list, signs)
      } else {
        try linkedEnd(after: count, total: counted, nil, nil, paging)
      }
    if end.isRepeated { return end }
    if end.isEnd { return PageEnd(total: end.total) }
    if signs.ends || paging.style == .single { return PageEnd(total: end.total) }
    let isUnasked = request.method.isWrite && !paging.mayRepeat
    if isUnasked { end.next = nil }
    guard end.next == nil else { return end }
    let address = PageAddress(request.url)
    let (isFirst, isLed) = (request.position == nil, request.position?.isLed ?? false)
    let isKnown = request.position?.isKnown ?? (address?.hasPlace != true)
    let base = isKnown ? request.position?.count ?? 0 : isFirst ? signs.start?.number : nil
    let reached = base.map { $0 + count }
    if !isFirst, !isLed, count == 0 {
      // An empty page is the end of pages that are counted.
    } else if let sign = signs.moreSign(
      reached: reached, isLed: isLed, isFirst: isFirst && address?.hasPlace != true)
    {
      let reason =
        isUnasked
        ? "nothing says that \(request.method.rawValue) only reads, so it is not sent again"
        : "the shell does not know how to ask"
      end.next = refusedRequest(
        APIError(pages: "the server has more (\(sign)), and \(reason)", in: self), after: count)
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
    after count: Int, _ paging: Paging, _ body: PageBody, _ list: Data, _ signs: PageSigns
  ) throws(APIError) -> PageEnd {
    let total = paging.total.flatMap { number($0, body, list) } ?? counted
    var next: APIRequest?
    switch paging.style {
    case .single: break
    case .link, .document, .detected:
      let link = ["links.next", "links.next.href", "_links.next.href"].lazy.compactMap(body.text)
      return try linkedEnd(after: count, total: total, link: link.first, signs, list, paging)
    case .number(let first, let pages):
      guard let name = paging.page else { break }
      let number = PageNumber(request, page: name, size: paging.size, first: first)
      let position = request.position ?? number.start(count, of: total ?? .max)
      let isLast =
        if let pages = pages.flatMap({ self.number($0, body, list) }) {
          number.number - number.first + 1 >= pages
        } else if paging.isCounted {
          // The server may give fewer than were asked for.
          count < max(position.size ?? 0, 1)
        } else if signs.more != nil {
          false
        } else if let total { position.count >= total } else { count < number.size ?? 1 }
      if !isLast {
        next = try request(
          paging, number, position, count, of: signs.more == nil ? total : nil, signs, list,
          mayBeFirst: (paging.isCounted || paging.guessesFirst) && request.text(name) == nil)
      }
    case .offset(let first):
      guard let name = paging.page else { break }
      let offset = request.number(name) ?? first
      let position = request.position ?? PagePosition(count: offset - first, isKnown: true)
      let size = paging.isCounted ? 1 : paging.size.flatMap { request.number($0) } ?? 1
      let isCounted = total == nil && signs.more == nil
      let goesOn =
        if isCounted { count >= max(size, position.size ?? 0) } else {
          signs.more != nil || total.map({ offset - first < $0 }) ?? true
        }
      if goesOn {
        next = request(
          setting: name, to: offset + count, position, count, of: signs.more == nil ? total : nil,
          list, isCounted: isCounted)
      }
    case .cursor(let name, let place):
      next = request(repeating: place, as: name, after: count, paging, body, list)
      // The cursor that was sent, or one that stands for the end.
      if next == nil, value(place, body, list) != nil {
        return PageEnd(total: total, isEnd: true)
      }
    case .address(let place):
      guard let link = value(place, body, list)?.scalar else { break }
      next = request(forLink: continued(link, paging, body))
      next?.position = position(
        after: count, isKnown: PageAddress(request.url)?.hasPlace != true)
      next?.position?.sign = "the address in \(place)"
    }
    if next != nil, next?.position?.lastPage == nil {
      next?.position?.isLed = true
      next?.position?.lastPage = count > 0 ? list : request.position?.lastPage
    }
    return PageEnd(total: total, next: next)
  }

  /// Returns the request that repeats a place of a page; nil if it is missing, null or empty, or is the one that the page
  /// was requested with.
  private func request(
    repeating place: Paging.Place, as name: Paging.Parameter, after count: Int, _ paging: Paging,
    _ body: PageBody, _ list: Data
  ) -> APIRequest? {
    let name = request.position?.parameter.map(Paging.Parameter.query) ?? name
    guard let cursor = value(place, body, list),
      cursor.scalar.map({ $0 != request.text(name) && !PageSigns.ends.contains($0) }) ?? true
    else { return nil }
    var next = following(request)
    if let path = paging.path {
      (next.path, next.url) = (APIPath(parsing: path), nil)
      if paging.isAlone {
        next.query = [:]
      } else {
        next.query = PageAddress(request.url)?.query ?? [:]
      }
    }
    if paging.isAlone {
      if request.body != nil { next.body = .json([:]) }
      if paging.path == nil { next.url = PageAddress(request.url)?.withoutQuery }
    }
    guard next.set(name, cursor) else { return nil }
    next.position = position(after: count, isKnown: request.text(name) == nil)
    next.position?.sign = "\(place) as \(name)"
    next.position?.cursor = cursor
    if request.position == nil, !paging.guesses.isEmpty {
      next.position?.address = request.url
      next.position?.guesses = paging.guesses
    }
    next.position?.parameter = request.position?.parameter
    return next
  }

  /// `isKnown` is whether the page is the list's first one, unless the request says where it is.
  private func position(after count: Int, isKnown: Bool) -> PagePosition {
    PagePosition(
      count: (request.position?.count ?? 0) + count,
      isKnown: request.position?.isKnown ?? isKnown)
  }

  /// Returns the value at a place; nil if it is missing, null or empty.
  private func value(_ place: Paging.Place, _ body: PageBody, _ list: Data) -> JSONValue? {
    switch place {
    case .field(let path):
      if let text = body.text(path) { return .string(text) }
      guard case .object(let members)? = body.value(path), !members.isEmpty else { return nil }
      return .object(members)
    case .header(let name): return headers[name].flatMap { $0.isEmpty ? nil : .string($0) }
    case .last(let path, let plus):
      guard let last = try? JSONSequence.last(of: list), let record = try? JSONValue(json: last)
      else { return nil }
      let value = path.split(separator: ".").reduce(record as JSONValue?) { $0?[String($1)] }
      guard plus != 0, let number = value?.wholeNumber else {
        return value.flatMap { $0 == .null || $0 == .string("") ? nil : $0 }
      }
      return .integer(number + plus)
    }
  }

  private func number(_ place: Paging.Place, _ body: PageBody, _ list: Data) -> Int? {
    value(place, body, list)?.wholeNumber.flatMap { $0 < 0 ? nil : $0 }
  }

  /// The number in `X-Total-Count`.
  var counted: Int? {
    headers["X-Total-Count"].flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
  }

  /// Returns the request for the next page by its link, otherwise by its number until all elements that the server counts
  /// have come.
  func linkedEnd(
    after count: Int, total: Int?, link: String? = nil, _ signs: PageSigns? = nil,
    _ list: Data? = nil, _ paging: Paging = .link()
  ) throws(APIError) -> PageEnd {
    var next: APIRequest?
    let isArray = format == .plain && data.first == UInt8(ascii: "[")
    let list = list ?? (isArray ? data : nil)
    if let list, let end = try repeatedEnd(list, .link()) { return end }
    if let address = PageAddress(request.url) {
      func name(_ name: String) -> Paging.Parameter {
        .query(address.value(name) == nil ? format.queryNames[name] ?? name : name)
      }
      let (page, size) = (name("page"), name("per_page"))
      let number = PageNumber(request, page: page, size: size)
      let position = request.position ?? number.start(count, of: total ?? .max)
      if let link = link ?? LinkHeader.next(in: headers.values(of: "Link")) {
        next = request(forLink: link)
        next?.position = PagePosition(
          count: position.count + count, isKnown: position.isKnown, sign: "the link to it",
          lastPage: list, isLed: true)
      } else if let total, position.count < total, !position.isLed, request.method == .get,
        paging.page != nil, signs?.next == nil
      {
        let known = list ?? self.list
        if list == nil, let known, let end = try repeatedEnd(known, .link()) { return end }
        next = try request(
          .number(page, size: size), number, position, count, of: total, signs, known,
          mayBeFirst: paging.guessesFirst && request.text(page) == nil)
      }
    }
    return PageEnd(total: total, next: next)
  }

  /// Returns the request for the page with the next number, or nil after the last one.
  ///
  /// Throws if the page does not begin where it should.
  private func request(
    _ paging: Paging, _ page: PageNumber, _ position: PagePosition, _ count: Int, of total: Int?,
    _ signs: PageSigns?, _ elements: Data?, mayBeFirst: Bool
  ) throws(APIError) -> APIRequest? {
    guard let name = paging.page else { return nil }
    let signs = signs ?? PageSigns(self, count, nil)
    if position.isKnown, request.position != nil, count > 0, let sign = signs.start,
      sign.name != "from", let start = sign.number, start != position.count,
      start != position.count + 1
    {
      throw APIError(
        pages: "the page after \(position.count) elements begins after \(start)", in: self)
    }
    // Whether the first page has the number 0 or 1 is seen only by asking for 1.
    var next = request(
      setting: name, to: mayBeFirst ? 1 : page.number + 1, position, count, of: total, elements,
      isCounted: total == nil && signs.more == nil)
    next?.position?.mayBeFirst = mayBeFirst
    return next
  }

  /// Returns the request for the next page, or nil after the last one.
  private func request(
    setting name: Paging.Parameter, to number: Int, _ position: PagePosition, _ count: Int,
    of total: Int?, _ elements: Data?, isCounted: Bool
  ) -> APIRequest? {
    let reached = position.count + count
    var next = following(request)
    guard count > 0, reached < total ?? .max, next.set(name, .integer(number)) else { return nil }
    next.position = PagePosition(
      count: reached, isKnown: position.isKnown, sign: "the number \(number) in \(name)",
      lastPage: elements)
    if isCounted { next.position?.size = max(position.size ?? 0, count) }
    return next
  }

  /// The page's elements as JSON: the whole body, or the array in a container or document of JSON:API.
  private var list: Data? {
    data.first == UInt8(ascii: "[")
      ? data : (try? PageBody(data))?.list(.link(elements: "data"), [])
  }

  /// Returns a link with the address before it that the page says it continues.
  private func continued(_ link: String, _ paging: Paging, _ body: PageBody) -> String {
    guard let path = paging.base, link.hasPrefix("/"), let base = body.text(path),
      base.contains("://")
    else { return link }
    return (base.hasSuffix("/") ? String(base.dropLast()) : base) + link
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

  /// Returns the same request again, for another page.
  func following(_ request: APIRequest) -> APIRequest {
    guard let url = request.url else { return request }
    return self.request(for: url)
  }

  /// Returns the same request for another address, without the session's credentials.
  ///
  /// The authorizer adds those again. Everything else that the sender has set, such as a key, is kept only
  /// for the same origin.
  private func request(for url: URL) -> APIRequest {
    var next = request
    next.query = [:]
    next.url = request.withoutAddedSecrets(url)
    next.renewKey()
    next.timesSent = 0
    next.home = request.home ?? request.origin ?? request.url.map(Origin.init)
    next.headers = request.unauthorizedHeaders ?? request.headers
    return next
  }
}

import CoreJSON
import FoundationEssentials
import WebMessages

extension Paging {
  /// Detects a list's paging from one of its pages: a `Link` field, the next page's address or a cursor in
  /// the body or in a header field, an offset, or page numbers; if it finds none of them, it assumes links.
  ///
  /// A list without a next page, such as a plain array, is taken for a list with one page. The elements are
  /// not read.
  ///
  /// - Parameter response: a page, with the request that was sent for it.
  /// - Returns: nil if the response has no list, or several and nothing says which is meant.
  /// - Complexity: O(*n*) in the size of the body.
  public init?(of response: APIResponse) {
    guard let body = try? PageBody(of: response) else { return nil }
    self.init(of: response, body, parameters: nil)
  }

  /// Detects a list's paging, as ``init(of:)`` does, with the parameters that the service is known to accept.
  ///
  /// - Parameters:
  ///   - response: a page, with the request that was sent for it.
  ///   - body: its body.
  ///   - parameters: what the list's request may have; nil if that is not known.
  init?(of response: APIResponse, _ body: PageBody, parameters: ListParameters?) {
    let place = body.place(response.nouns)
    switch place {
    case .list(let path): self.init(in: path.isEmpty ? nil : path)
    case .map(let path):
      self.init(in: path)
      isMap = true
    case .several, .none: return nil
    }
    element = body.list(self, response.nouns).flatMap(RecordMap.wrapper)
    let (isMap, element, elements) = (isMap, element, elements)
    let signs = PageSigns(response, 0, body, list: elements ?? "")
    let isWhole = body.isSequence && signs.next == nil && !response.hasLink
    self =
      (isWhole ? .none() : nil) ?? Self.byAddress(response, signs, elements)
      ?? Self.byCursor(response, signs, body, elements, parameters)
      ?? Self.byNumber(response, signs, elements, parameters)
      ?? Self.byDeclaration(signs, elements, parameters)
      ?? Self.ended(signs, elements, parameters)
      ?? (parameters == nil
        ? .link(elements: elements, total: signs.totalPlace)
        // No parameter is sent that is not declared.
        : .link(page: nil, size: nil, elements: elements, total: signs.totalPlace))
    (self.isMap, self.element) = (isMap, element)
  }

  private init(in elements: String?) { self = .link(elements: elements) }

  private static func byAddress(
    _ response: APIResponse, _ signs: PageSigns, _ list: String?
  ) -> Paging? {
    if response.hasLink {
      return .link(elements: list, total: signs.totalPlace)
    }
    guard let place = signs.address else { return nil }
    var paging = Paging.nextURL(in: place, elements: list, total: signs.totalPlace)
    if case .field(let path) = place {
      // Beside it may be the address that it continues (Confluence).
      paging.base = (path.split(separator: ".").dropLast() + ["base"]).joined(separator: ".")
    }
    return paging
  }

  private static func byCursor(
    _ response: APIResponse, _ signs: PageSigns, _ body: PageBody, _ list: String?,
    _ parameters: ListParameters?
  ) -> Paging? {
    if let place = signs.members {
      return .cursor(.members, from: place, elements: list, total: signs.totalPlace)
    }
    if let sign = signs.cursor, let paging = cursor(sign, list, signs.totalPlace, parameters) {
      return paging
    }
    // The element to go on after.
    if signs.more != nil, let parameter = parameters?.element, let id = body.lastID(list) {
      return .cursor(parameter, from: .last(id), elements: list, total: signs.totalPlace)
    }
    return signs.nextNumber.flatMap { cursor($0, list, signs.totalPlace, parameters) }
  }

  private static func cursor(
    _ sign: PageSigns.Sign, _ list: String?, _ total: Place?, _ parameters: ListParameters?
  ) -> Paging? {
    if let parameters {
      let isNumber = sign.name.hasPrefix("next") && sign.number != nil
      var name = parameters.parameter(for: sign.name, isNumber: isNumber)
      if name == nil, sign.number != nil {
        name = parameters.parameter(for: sign.name, isNumber: !isNumber)
      }
      return name.map { .cursor($0, from: sign.place, elements: list, total: total) }
    }
    // An object can only be in a body.
    if sign.name == "lastevaluatedkey" { return nil }
    let names = usualNames(of: sign)
    var paging = Paging.cursor(.query(names[0]), from: sign.place, elements: list, total: total)
    paging.guesses = Array(names.dropFirst().prefix(2))
    return paging
  }

  /// The names that the parameter for a cursor may have, the most usual one first.
  private static func usualNames(of sign: PageSigns.Sign) -> [String] {
    let spelled = sign.spelled
    switch sign.name {
    case "nextcursor": return ["cursor", spelled, "start_cursor"]
    case "cursor", "next": return ["cursor", "after", "next"]
    case "endcursor", "aftercursor", "after": return ["after", "cursor"]
    case "lastid": return ["after", "after_id", "starting_after"]
    case "nexttoken": return [spelled, "pagination_token", "token"]
    case "nextpagestart": return ["start"]
    case "nextcursormark": return ["cursorMark"]
    case "continuation", "continuationtoken", "nextcontinuationtoken":
      if case .header = sign.place {
        return ["continuationToken", "continuation_token", "continuation"]
      }
      return [spelled, "continuationToken"]
    default: break
    }
    guard let start = spelled.lowercased().firstRange(of: "next") else { return [spelled] }
    let plain = spelled.lowercased()
    let length = plain.distance(from: plain.startIndex, to: start.upperBound)
    var name = String(spelled.dropFirst(length).drop { "_-".contains($0) })
    if name.isEmpty { return ["cursor", spelled] }
    // `nextPageToken` → `pageToken`, and `NextMarker` → `Marker`.
    if spelled.hasPrefix("next"), !spelled.contains("_") {
      name = name.prefix(1).lowercased() + name.dropFirst()
    }
    if case .header = sign.place { name = sign.name.withoutNext == "page" ? "page" : name }
    return [name, spelled]
  }

  private static func byNumber(
    _ response: APIResponse, _ signs: PageSigns, _ list: String?, _ parameters: ListParameters?
  ) -> Paging? {
    guard signs.isCounted || parameters != nil && signs.total != nil else { return nil }
    let address = PageAddress(response.request.url)
    if let parameters { return declaredNumber(address, signs, list, parameters) }
    if let sign = signs.page {
      let name = address?.value(sign.spelled) == nil ? "page" : sign.spelled
      let isFirst = address?.value(name) == nil
      return .number(
        .query(name), first: isFirst ? sign.firstPage : sign.name == "number" ? 0 : 1,
        elements: list,
        total: signs.totalPlace, pages: signs.pagesPlace)
    }
    if let sign = signs.start, case .field = sign.place {
      let isFirst = address?.hasPlace != true
      return .offset(
        .query(sign.spelled), first: sign.firstElement(isFirst), elements: list,
        total: signs.totalPlace)
    }
    guard signs.pagesPlace != nil || signs.countsPages else { return nil }
    var paging = Paging.number(elements: list, total: signs.totalPlace, pages: signs.pagesPlace)
    paging.guessesFirst = signs.pagesPlace == nil
    return paging
  }

  /// The paging by a declared parameter for a number, if the page says where it is, or that there are others.
  private static func declaredNumber(
    _ address: PageAddress?, _ signs: PageSigns, _ list: String?, _ parameters: ListParameters
  ) -> Paging? {
    let size = parameters.size
    let isFirst = address?.hasPlace != true
    let own = signs.page.flatMap { parameters.number(named: $0.name) }
    if let sign = signs.start, own == nil,
      let offset = parameters.number(named: sign.name) ?? parameters.offset
    {
      return .offset(
        offset, limit: size ?? "limit", first: sign.firstElement(isFirst), elements: list,
        total: signs.totalPlace)
    }
    if let page = own ?? parameters.page {
      var paging = Paging.number(
        page, size: size, first: isFirst ? signs.page?.firstPage ?? 1 : 1, elements: list,
        total: signs.totalPlace, pages: signs.pagesPlace)
      paging.guessesFirst = signs.page == nil
      return paging
    }
    return parameters.offset.map {
      .offset($0, limit: size ?? "limit", elements: list, total: signs.totalPlace)
    }
  }

  private static func byDeclaration(
    _ signs: PageSigns, _ list: String?, _ parameters: ListParameters?
  ) -> Paging? {
    guard signs.next == nil, !signs.ends else { return nil }
    return parameters?.counted(elements: list, total: signs.totalPlace)
  }

  /// The paging of a page whose place of the next one is there and empty: such a list has no numbers.
  private static func ended(
    _ signs: PageSigns, _ list: String?, _ parameters: ListParameters?
  ) -> Paging? {
    if let place = signs.emptyAddress {
      return .nextURL(in: place, elements: list, total: signs.totalPlace)
    }
    return signs.emptyCursor.flatMap { cursor($0, list, signs.totalPlace, nil) }
  }
}

extension PageSigns.Sign {
  /// The number of the first page, if it is this one.
  fileprivate var firstPage: Int { min(max(number ?? 1, 0), 1) }

  /// The number of the first element: that of the first page, or what such names usually mean.
  fileprivate func firstElement(_ isFirst: Bool) -> Int {
    isFirst && number == 1 || ["startindex", "startposition"].contains(name) && number != 0 ? 1 : 0
  }
}

extension PageBody {
  /// The member that identifies the last element of a list, if there is one with a usual name.
  fileprivate func lastID(_ list: String?) -> String? {
    guard let elements = self.list(.link(elements: list), []),
      let last = try? JSONSequence.last(of: elements), let record = try? JSONValue(json: last)
    else { return nil }
    return ["id", "_id", "uuid", "gid", "sid", "key"].first { record[$0]?.scalar != nil }
  }
}

extension APIResponse {
  fileprivate var hasLink: Bool {
    LinkHeader.target(of: "next", in: headers.values(of: "Link")) != nil
  }

  /// The plain names of what the address names, the last one first: `reviews`, `products`.
  var nouns: [String] { request.url.nouns }
}

extension URL? {
  /// The plain names of what the address names, the last one first.
  var nouns: [String] {
    let path = self?.path ?? ""
    return path.split(separator: "/").reversed().prefix(3).map { segment in
      let name = segment.lowercased().hasSuffix(".json") ? segment.dropLast(5) : segment
      return name.plainName
    }
  }
}

extension JSONValue {
  /// A text that is not empty, or a number, as text.
  var scalar: String? {
    switch self {
    case .string(let text): text.isEmpty ? nil : text
    case .integer(let number): String(number)
    case .number(let number): number.text
    default: nil
    }
  }

  /// A whole number, also one that is written as a text.
  var wholeNumber: Int? {
    switch self {
    case .integer(let number): number
    case .string(let text): Int(text)
    default: nil
    }
  }
}

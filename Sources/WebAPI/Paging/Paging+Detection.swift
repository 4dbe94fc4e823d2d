import CoreJSON
import WebMessages

extension Paging {
  /// Detects a list's paging from one of its pages: a `Link` field, the next page's address or a cursor in
  /// the body, an offset, or page numbers; if it finds none of them, it assumes links.
  ///
  /// A list without a next page, such as a plain array, is taken for a list with one page. The elements are
  /// not read.
  ///
  /// - Parameter response: a page, with the request that was sent for it.
  /// - Returns: nil if the response has no list.
  /// - Complexity: O(*n*) in the size of the body.
  public init?(of response: APIResponse) {
    self.init(of: response, parameters: nil)
  }

  /// Detects a list's paging, as ``init(of:)`` does, and falls back to the parameters that the service is known to accept.
  ///
  /// - Parameters:
  ///   - response: a page, with the request that was sent for it.
  ///   - parameters: the query parameters of the list.
  /// - Returns: nil if the response has no list.
  init?(of response: APIResponse, parameters: ListParameters?) {
    guard let body = try? PageBody(response.data), let elements = body.listPath else { return nil }
    let paths = Set(body.paths)
    let total = Self.totals.first(where: paths.contains).map(Place.field)
    let list = elements.isEmpty ? nil : elements
    self =
      Self.byAddress(response, body, list, total)
      ?? Self.byCursor(response, paths, list, total).flatMap {
        parameters != nil && $0.isWithoutCursor(response, body) ? nil : $0
      }
      ?? Self.byNumber(response, paths, list, total)
      ?? (PageSigns(response, 0, body).next == nil
        ? parameters?.paging(elements: list, total: total) : nil)
      ?? .link(elements: list, total: total)
  }

  private static func byAddress(
    _ response: APIResponse, _ body: PageBody, _ list: String?, _ total: Place?
  ) -> Paging? {
    if LinkHeader.target(of: "next", in: response.headers.values(of: "Link")) != nil {
      return .link(elements: list, total: total)
    }
    // `next` may also be a cursor; in either case null means the end.
    var ended: String?
    for member in body.members {
      let parts = member.path.split(separator: ".")
      guard let name = parts.last?.plainName else { continue }
      if member.kind == .array, name.hasSuffix("links") || name == "link",
        body.text(member.path) != nil
      {
        return .nextURL(in: .field(member.path), elements: list, total: total)
      }
      let isPart = ["href", "url", "link", "uri"].contains(name)
      let owner = isPart && parts.count > 1 ? parts[parts.count - 2].plainName : name
      guard addresses.contains(owner), body.isTextOrNull(member.path) else { continue }
      guard let text = body.text(member.path) else {
        ended = ended ?? member.path
        continue
      }
      if isAddress(text) { return .nextURL(in: .field(member.path), elements: list, total: total) }
      // A cursor.
      if owner == "next" { return nil }
    }
    for (name, value) in response.headers where isAddress(value) {
      let plain = name.plainName
      guard addresses.contains(plain.hasPrefix("x") ? String(plain.dropFirst()) : plain) else {
        continue
      }
      return .nextURL(in: .header(name), elements: list, total: total)
    }
    return ended.map { .nextURL(in: .field($0), elements: list, total: total) }
  }

  private static func isAddress(_ text: String) -> Bool {
    ["http://", "https://", "/", "?"].contains(where: text.hasPrefix)
  }

  private static func byCursor(
    _ response: APIResponse, _ paths: Set<String>, _ list: String?, _ total: Place?
  ) -> Paging? {
    for parent in parents {
      for (name, parameter) in cursors where paths.contains(parent + name) {
        return .cursor(parameter, from: .field(parent + name), elements: list, total: total)
      }
    }
    for (name, parameter) in cursorFields where response.headers[name] != nil {
      return .cursor(parameter, from: .header(name), elements: list, total: total)
    }
    return nil
  }

  /// Whether neither the page nor its request has a cursor, so that the list may be paged another way.
  private func isWithoutCursor(_ response: APIResponse, _ body: PageBody) -> Bool {
    guard case .cursor(let name, .field(let place)) = style else { return false }
    return body.text(place) == nil && PageAddress(response.request.url)?.value(name) == nil
  }

  private static func byNumber(
    _ response: APIResponse, _ paths: Set<String>, _ list: String?, _ total: Place?
  ) -> Paging? {
    for parent in parents {
      if paths.contains(parent + "offset"), total != nil {
        return .offset(elements: list, total: total)
      }
      let pages = pageCounts.first { paths.contains(parent + $0) }.map { Place.field(parent + $0) }
      guard total != nil || pages != nil else { continue }
      for (name, first) in numbers where paths.contains(parent + name) {
        let parameter = PageAddress(response.request.url)?.value(name) == nil ? "page" : name
        return .number(parameter, first: first, elements: list, total: total, pages: pages)
      }
    }
    if response.headers["X-Total-Pages"] != nil {
      return .number(elements: list, total: total, pages: .header("X-Total-Pages"))
    }
    return nil
  }

  private static let parents = [
    "", "meta.", "pagination.", "paging.", "page.", "pageInfo.", "page_info.", "metadata.",
    "meta.pagination.", "meta.page.", "response_metadata.", "cursors.", "paging.cursors.",
    "paging.next.", "meta.cursors.",
  ]

  /// The usual names of the next page's address, or of an object that has it.
  private static let addresses = NameTable(
    """
    next nextlink nexturl nexturi nexthref nextpage nextpageurl nextpageuri nextpagelink \
    nextrecordsurl afterurl
    """)

  /// The usual names of cursors, and of the query parameters that repeat them.
  private static let cursors = [
    ("next_cursor", "cursor"), ("nextCursor", "cursor"), ("next_page_token", "page_token"),
    ("nextPageToken", "pageToken"), ("next_token", "next_token"), ("nextToken", "nextToken"),
    ("continuation_token", "continuation_token"), ("continuationToken", "continuationToken"),
    ("next_marker", "marker"), ("nextMarker", "marker"), ("end_cursor", "after"),
    ("endCursor", "after"), ("after", "after"), ("cursor", "cursor"), ("next", "cursor"),
    ("continue", "continue"), ("nextPageStart", "start"),
  ]

  /// The header fields with cursors, and the query parameters that repeat them.
  private static let cursorFields = [
    ("X-Next-Cursor", "cursor"), ("X-Cursor", "cursor"), ("X-Next-Page-Token", "page_token"),
    ("X-Continuation-Token", "continuationToken"),
  ]

  private static let totals = parents.flatMap { parent in
    [
      "total", "total_count", "totalCount", "total_results", "totalResults", "total_items",
      "totalItems", "total_entries", "totalEntries", "totalElements", "total_elements",
      "count_total",
    ].map { parent + $0 }
  }

  private static let pageCounts = [
    "total_pages", "totalPages", "last_page", "lastPage", "page_count", "pageCount", "pages",
  ]

  /// The usual names of the page's own number, each with the number of the first page.
  private static let numbers = [
    ("page", 1), ("current_page", 1), ("currentPage", 1), ("page_number", 1), ("pageNumber", 1),
    ("number", 0),
  ]
}

/// How the pages of a list are requested, and where a page says which one follows.
///
/// ```swift
/// static let paging = Paging.cursor("cursor", from: .field("meta.next_cursor"), size: "limit")
/// …
/// let page: APIPage<IssueDTO> = try response.pagedResource(paging: paging)
/// ```
public struct Paging: Sendable, Hashable {
  /// Where a page has a value.
  public enum Place: Sendable, Hashable {
    /// A member of the body, by its names with dots between them: `meta.next_cursor`.
    case field(String)
    /// A header field: `X-Next-Cursor`.
    case header(String)
  }

  enum Style: Sendable, Hashable {
    case link
    case document
    case number(first: Int, pages: Place?)
    case offset
    case cursor(String, Place)
    case address(Place)
  }

  let style: Style
  /// The query's name for the number of a page, or for the number of elements before it; nil if there is none.
  let page: String?
  /// The query's name for the page size; nil if it cannot be chosen.
  let size: String?
  /// Where the elements are in the body; nil to look for them.
  let elements: String?
  /// Where the number of all elements is; nil if only `X-Total-Count` may say it.
  let total: Place?

  /// Pages that link to the next one.
  ///
  /// The link is in `Link` with `rel="next"` (RFC 8288), or in `links.next` of the body. Without a link, the
  /// next page is requested by its number until the total is reached.
  ///
  /// - Parameters:
  ///   - page: the query's name for the number of a page; nil if pages have no numbers.
  ///   - size: the query's name for the page size; nil if it cannot be chosen.
  ///   - elements: where the elements are in the body: `items`; nil if the body is an array, if the
  ///     environment's format says where they are, or if they are the only array.
  ///   - total: where the number of all elements is, besides `X-Total-Count`.
  public static func link(
    page: String? = "page", size: String? = "per_page", elements: String? = nil,
    total: Place? = nil
  ) -> Paging {
    Paging(style: .link, page: page, size: size, elements: elements, total: total)
  }

  /// Documents of JSON:API 1.1: `data`, `links.next`, `meta.total`, `page[number]` and `page[size]`.
  public static let jsonAPI = Paging(
    style: .document, page: "page[number]", size: "page[size]", elements: "data",
    total: .field("meta.total"))

  /// Pages with numbers, until the total is reached, or a page is not full.
  ///
  /// - Parameters:
  ///   - page: the query's name for the number of a page.
  ///   - size: the query's name for the page size; nil if it cannot be chosen.
  ///   - first: the number of the first page, 0 or 1.
  ///   - elements: as for ``link(page:size:elements:total:)``.
  ///   - total: where the number of all elements is, besides `X-Total-Count`.
  ///   - pages: where the number of pages is.
  public static func number(
    _ page: String = "page", size: String? = "per_page", first: Int = 1,
    elements: String? = nil, total: Place? = nil, pages: Place? = nil
  ) -> Paging {
    Paging(
      style: .number(first: first, pages: pages), page: page, size: size, elements: elements,
      total: total)
  }

  /// Pages that begin after a number of elements, until the total is reached, or a page is not full.
  ///
  /// - Parameters:
  ///   - offset: the query's name for the number of elements before the page.
  ///   - limit: the query's name for the page size.
  ///   - elements: as for ``link(page:size:elements:total:)``.
  ///   - total: where the number of all elements is, besides `X-Total-Count`.
  public static func offset(
    _ offset: String = "offset", limit: String = "limit", elements: String? = nil,
    total: Place? = nil
  ) -> Paging {
    Paging(style: .offset, page: offset, size: limit, elements: elements, total: total)
  }

  /// Pages that have a cursor, which the query for the next page repeats.
  ///
  /// A cursor that is not there, null or empty ends the list; so does `has_more: false` beside it.
  ///
  /// - Parameters:
  ///   - parameter: the query's name for the cursor.
  ///   - place: where the page has the cursor of the next one.
  ///   - size: the query's name for the page size; nil if it cannot be chosen.
  ///   - elements: as for ``link(page:size:elements:total:)``.
  ///   - total: where the number of all elements is, besides `X-Total-Count`.
  public static func cursor(
    _ parameter: String = "cursor", from place: Place, size: String? = "limit",
    elements: String? = nil, total: Place? = nil
  ) -> Paging {
    Paging(
      style: .cursor(parameter, place), page: nil, size: size, elements: elements, total: total)
  }

  /// Pages that have the address of the next one: in a member of the body, or in a header field.
  ///
  /// - Parameters:
  ///   - place: where the address is; null, empty or not there after the last page.
  ///   - size: the query's name for the page size; nil if it cannot be chosen.
  ///   - elements: as for ``link(page:size:elements:total:)``.
  ///   - total: where the number of all elements is, besides `X-Total-Count`.
  public static func nextURL(
    in place: Place, size: String? = nil, elements: String? = nil, total: Place? = nil
  ) -> Paging {
    Paging(style: .address(place), page: nil, size: size, elements: elements, total: total)
  }

  /// Whether a page can be requested by its number.
  public var hasNumbers: Bool { page != nil }

  /// Whether the page size can be chosen.
  public var hasSizes: Bool { size != nil }

  /// Returns the part of a query that asks for a page.
  ///
  /// - Parameters:
  ///   - number: the page, counted from 1; nil for the first. Without ``hasNumbers`` it is left out.
  ///   - size: the page size; nil leaves it to the service. Pages by offset need it to be numbered.
  public func query(page number: Int? = nil, size: Int? = nil) -> APIQuery {
    var query = APIQuery()
    if let page, let number {
      switch style {
      case .number(let first, _): query.set(page, number - 1 + first)
      case .offset: query.set(page, number > 1 ? size.map { (number - 1) * $0 } : nil)
      default: query.set(page, number)
      }
    }
    if let name = self.size { query.set(name, size) }
    return query
  }
}

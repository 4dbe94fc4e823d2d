/// How to request the pages of a list, and where a page says which one follows.
///
/// ```swift
/// static let paging = Paging.cursor("cursor", from: .field("meta.next_cursor"), size: "limit")
/// …
/// let page: APIPage<IssueDTO> = try response.pagedResource(paging: paging)
/// ```
public struct Paging: Sendable, Hashable {
  /// The place of a value in a page.
  public enum Place: Sendable, Hashable {
    /// A member of the body, by its path: `meta.next_cursor`.
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
  /// The query parameter for the page number, or for the number of preceding elements.
  let page: String?
  let size: String?
  /// The path of the elements in the body; nil if it is not known.
  package let elements: String?
  /// The place of the total number of elements, besides `X-Total-Count`.
  let total: Place?

  /// Whether the pages are counted only since a description has parameters for it: they end with one that is empty or
  /// smaller than another, and say nothing about it.
  var isCounted = false

  /// Whether it is not known if the first page has the number 0 or 1.
  var guessesFirst = false

  /// Whether the list has a parameter for the element to go on after, of which nothing says when it is needed.
  var mayContinue = false

  /// Pages that link to the next one.
  ///
  /// The link is in `Link` with `rel="next"` (RFC 8288), or in `links.next` of the body. Without a link, the
  /// next page is requested by its number until the total is reached.
  ///
  /// - Parameters:
  ///   - page: the query parameter for the page number, if pages have numbers.
  ///   - size: the query parameter for the page size, if it can be chosen.
  ///   - elements: the path of the elements in the body, such as `items`. Pass nil if the body is an array,
  ///     if the environment's format says where they are, or if they are the only array.
  ///   - total: the place of the total number of elements, besides `X-Total-Count`.
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

  /// Numbered pages, which end when the total is reached or a page is not full.
  ///
  /// - Parameters:
  ///   - page: the query parameter for the page number.
  ///   - size: the query parameter for the page size, if it can be chosen.
  ///   - first: the number of the first page, 0 or 1.
  ///   - elements: as for ``link(page:size:elements:total:)``.
  ///   - total: the place of the total number of elements, besides `X-Total-Count`.
  ///   - pages: the place of the number of pages.
  public static func number(
    _ page: String = "page", size: String? = "per_page", first: Int = 1,
    elements: String? = nil, total: Place? = nil, pages: Place? = nil
  ) -> Paging {
    Paging(
      style: .number(first: first, pages: pages), page: page, size: size, elements: elements,
      total: total)
  }

  /// Pages that begin after a number of elements; they end when the total is reached or a page is not full.
  ///
  /// - Parameters:
  ///   - offset: the query parameter for the number of preceding elements.
  ///   - limit: the query parameter for the page size.
  ///   - elements: as for ``link(page:size:elements:total:)``.
  ///   - total: the place of the total number of elements, besides `X-Total-Count`.
  public static func offset(
    _ offset: String = "offset", limit: String = "limit", elements: String? = nil,
    total: Place? = nil
  ) -> Paging {
    Paging(style: .offset, page: offset, size: limit, elements: elements, total: total)
  }

  /// Pages with a cursor, which the query for the next page repeats.
  ///
  /// A missing, null or empty cursor ends the list; so does `has_more: false` beside it.
  ///
  /// - Parameters:
  ///   - parameter: the query parameter for the cursor.
  ///   - place: the place of the next page's cursor.
  ///   - size: the query parameter for the page size, if it can be chosen.
  ///   - elements: as for ``link(page:size:elements:total:)``.
  ///   - total: the place of the total number of elements, besides `X-Total-Count`.
  public static func cursor(
    _ parameter: String = "cursor", from place: Place, size: String? = "limit",
    elements: String? = nil, total: Place? = nil
  ) -> Paging {
    Paging(
      style: .cursor(parameter, place), page: nil, size: size, elements: elements, total: total)
  }

  /// Pages with the address of the next one, in a member of the body or in a header field.
  ///
  /// - Parameters:
  ///   - place: the place of the address, which is missing, null or empty on the last page.
  ///   - size: the query parameter for the page size, if it can be chosen.
  ///   - elements: as for ``link(page:size:elements:total:)``.
  ///   - total: the place of the total number of elements, besides `X-Total-Count`.
  public static func nextURL(
    in place: Place, size: String? = nil, elements: String? = nil, total: Place? = nil
  ) -> Paging {
    Paging(style: .address(place), page: nil, size: size, elements: elements, total: total)
  }

  /// Whether a page can be requested by its number.
  public var hasNumbers: Bool { page != nil }

  /// Whether the page size can be chosen.
  public var hasSizes: Bool { size != nil }

  /// Returns the query parameters that request a page.
  ///
  /// - Parameters:
  ///   - number: the page, counted from 1; by default, the first. It is left out if ``hasNumbers`` is false.
  ///   - size: the page size; by default, the service chooses. Pages by offset need it for `number`.
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

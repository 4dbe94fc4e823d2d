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
    /// A member of the body, by its path: `meta.next_cursor`. A number is a place in an array: `0.total`.
    case field(String)
    /// A header field: `X-Next-Cursor`.
    case header(String)
    /// A member of the last element, by its path, and what is added to its number.
    case last(String, plus: Int = 0)
  }

  /// The place of a value in a request.
  public enum Parameter: Sendable, Hashable, ExpressibleByStringLiteral {
    /// A parameter of the query.
    case query(String)
    /// A header field.
    case header(String)
    /// A member of the JSON body, by its path: `variables.after`.
    case body(String)
    /// The query, which gets all members of the value, an object.
    case members

    /// Creates a parameter of the query.
    public init(stringLiteral name: String) { self = .query(name) }
  }

  /// The member that says whether another page follows.
  public struct Flag: Sendable, Hashable {
    let path: String
    let isLast: Bool

    /// A member that is true, or a number above zero, if another page follows: `has_more`.
    public static func more(_ path: String) -> Flag { Flag(path: path, isLast: false) }

    /// A member that is true if no other page follows: `isLast`.
    public static func last(_ path: String) -> Flag { Flag(path: path, isLast: true) }
  }

  enum Style: Sendable, Hashable {
    case single
    case detected
    case link
    case document
    case number(first: Int, pages: Place?)
    case offset(first: Int)
    case cursor(Parameter, Place)
    case address(Place)
  }

  let style: Style
  /// Where a request has the page number, or the number of preceding elements.
  let page: Parameter?
  let size: Parameter?
  /// The path of the elements in the body; nil if it is not known.
  package let elements: String?
  /// The place of the total number of elements, besides `X-Total-Count`.
  let total: Place?

  /// Whether the elements are the members of an object, whose names are their keys.
  public var isMap = false

  /// The path of the record in each element, such as `_source`; nil if the elements are the records.
  public var element: String?

  /// The member that says whether another page follows, if there is one; the list ends when it says that none does.
  public var flag: Flag?

  /// The path of the address that relative addresses of pages continue, such as `_links.base`.
  public var base: String?

  /// The path below the API's address at which all pages but the first are requested.
  public var path: String?

  /// Whether a request for a further page has its cursor alone, without what the first request had.
  public var isAlone = false

  /// Whether the pages are counted only since a description has parameters for it: they end with one that is empty or
  /// smaller than another, and say nothing about it.
  var isCounted = false

  /// Whether it is not known if the first page has the number 0 or 1.
  var guessesFirst = false

  /// Whether the list has a parameter for the element to go on after, of which nothing says when it is needed.
  var mayContinue = false

  /// Whether a request that is no GET may be sent again for further pages.
  var mayRepeat = true

  /// Other names that the parameter of the query for the cursor may have, if its name is a guess.
  var guesses: [String] = []

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
    Paging(
      style: .link, page: page.map(Parameter.query), size: size.map(Parameter.query),
      elements: elements, total: total)
  }

  /// Pages that say themselves how they go on, as those of most services do: by the signs that 'help paging' tells of.
  ///
  /// The first page decides for the others.
  ///
  /// - Parameter size: the query parameter for the page size, if it can be chosen.
  public static func detected(size: String? = nil) -> Paging {
    Paging(
      style: .detected, page: nil, size: size.map(Parameter.query), elements: nil, total: nil)
  }

  /// One page, which is the whole list.
  ///
  /// - Parameter elements: as for ``link(page:size:elements:total:)``.
  public static func none(elements: String? = nil) -> Paging {
    Paging(style: .single, page: nil, size: nil, elements: elements, total: nil)
  }

  /// Documents of JSON:API 1.1: `data`, `links.next`, `meta.total`, `page[number]` and `page[size]`.
  public static let jsonAPI = Paging(
    style: .document, page: "page[number]", size: "page[size]", elements: "data",
    total: .field("meta.total"))

  /// Numbered pages, which end when the total is reached or a page is not full.
  ///
  /// - Parameters:
  ///   - page: the parameter for the page number.
  ///   - size: the parameter for the page size, if it can be chosen.
  ///   - first: the number of the first page.
  ///   - elements: as for ``link(page:size:elements:total:)``.
  ///   - total: the place of the total number of elements, besides `X-Total-Count`.
  ///   - pages: the place of the number of pages.
  public static func number(
    _ page: Parameter = "page", size: Parameter? = "per_page", first: Int = 1,
    elements: String? = nil, total: Place? = nil, pages: Place? = nil
  ) -> Paging {
    Paging(
      style: .number(first: first, pages: pages), page: page, size: size, elements: elements,
      total: total)
  }

  /// Pages that begin after a number of elements; they end when the total is reached or a page is not full.
  ///
  /// - Parameters:
  ///   - offset: the parameter for the number of preceding elements.
  ///   - limit: the parameter for the page size.
  ///   - first: the number of the first element.
  ///   - elements: as for ``link(page:size:elements:total:)``.
  ///   - total: the place of the total number of elements, besides `X-Total-Count`.
  public static func offset(
    _ offset: Parameter = "offset", limit: Parameter = "limit", first: Int = 0,
    elements: String? = nil, total: Place? = nil
  ) -> Paging {
    Paging(
      style: .offset(first: first), page: offset, size: limit, elements: elements, total: total)
  }

  /// Pages with a cursor, which the request for the next page repeats.
  ///
  /// A missing, null or empty cursor ends the list; so does `has_more: false` beside it.
  ///
  /// - Parameters:
  ///   - parameter: the parameter for the cursor.
  ///   - place: the place of the next page's cursor.
  ///   - size: the parameter for the page size, if it can be chosen.
  ///   - elements: as for ``link(page:size:elements:total:)``.
  ///   - total: the place of the total number of elements, besides `X-Total-Count`.
  public static func cursor(
    _ parameter: Parameter = "cursor", from place: Place, size: Parameter? = "limit",
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
    Paging(
      style: .address(place), page: nil, size: size.map(Parameter.query), elements: elements,
      total: total)
  }

  /// Whether nothing is set but names of parameters.
  var isUsual: Bool {
    elements == nil && total == nil && element == nil && flag == nil && !isMap
  }

  /// Whether a page can be requested by its number.
  public var hasNumbers: Bool { page?.name != nil }

  /// Whether the page size can be chosen.
  public var hasSizes: Bool { size?.name != nil }

  /// Returns the query parameters that request a page.
  ///
  /// - Parameters:
  ///   - number: the page, counted from 1; by default, the first. It is left out if ``hasNumbers`` is false.
  ///   - size: the page size; by default, the service chooses. Pages by offset need it for `number`.
  public func query(page number: Int? = nil, size: Int? = nil) -> APIQuery {
    var query = APIQuery()
    if let page = page?.name, let number {
      switch style {
      case .number(let first, _): query.set(page, number - 1 + first)
      case .offset(let first):
        query.set(page, number > 1 ? size.map { (number - 1) * $0 + first } : nil)
      default: query.set(page, number)
      }
    }
    if let name = self.size?.name { query.set(name, size) }
    return query
  }
}

extension Paging.Parameter {
  /// The name in the query; nil for a value elsewhere.
  var name: String? {
    if case .query(let name) = self { name } else { nil }
  }
}

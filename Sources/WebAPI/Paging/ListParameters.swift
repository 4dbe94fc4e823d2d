/// What a description declares of a request for a list: the parameters of the query and the members of the body, by which
/// its pages may be requested.
package struct ListParameters: Sendable, CustomStringConvertible {
  struct Parameter: Sendable {
    let place: Paging.Parameter
    /// The name as it is compared, without the names of objects around it: `currentpage` of `search[currentPage]`.
    let plain: String
    /// Whether it takes numbers, and whether it takes anything else; both are so if nothing is said.
    let (isNumber, isText): (Bool, Bool)

    init(_ place: Paging.Parameter, _ name: String, isNumber: Bool, isText: Bool) {
      self.place = place
      let parts = name.split { "[].".contains($0) }
      plain = (parts.last.map(String.init) ?? name).plainName
      (self.isNumber, self.isText) = (isNumber, isText)
    }
  }

  /// The parameters; those that are rather meant come first.
  let all: [Parameter]

  /// Whether a request that is no GET only reads, so that further ones may be sent for more pages.
  let isRead: Bool

  /// Creates the parameters.
  ///
  /// - Parameters:
  ///   - body: the names of the members of the body, and whether each takes numbers and anything else.
  ///   - query: the same of the parameters of the query.
  ///   - isRead: whether a request with them only reads.
  package init(
    body: [(name: String, isNumber: Bool, isText: Bool)] = [],
    query: [(name: String, isNumber: Bool, isText: Bool)], isRead: Bool
  ) {
    all =
      body.map { Parameter(.body($0.name), $0.name, isNumber: $0.isNumber, isText: $0.isText) }
      + query.map { Parameter(.query($0.name), $0.name, isNumber: $0.isNumber, isText: $0.isText) }
    self.isRead = isRead
  }

  private static let tokens = NameTable(
    """
    cursor startcursor after startingafter afterid paginationtoken pagetoken nexttoken nextpagetoken \
    continuationtoken continue marker bookmark cursormark offset start page from skiptoken exclusivestartkey
    """)
  private static let elements = NameTable("startingafter afterid after sinceid last marker")
  private static let otherElements = NameTable("before beforeid since until untilid")
  private static let offsets = NameTable(
    "offset skip start first from startat startindex startposition")
  private static let pages = NameTable(
    "page pagenumber p pageindex currentpage pageno pagenum number")
  private static let sizes = NameTable(
    """
    limit size perpage pagesize max maxresults count rows top take ps hitsperpage itemsperpage pagelimit \
    maxitems results first
    """)

  /// The parameters by which pages may be requested, as the description spells them: `'cursor', 'limit'`.
  package var description: String {
    let tables = [Self.tokens, Self.elements, Self.offsets, Self.pages, Self.sizes]
    let names = all.filter { parameter in tables.contains { $0.contains(parameter.plain) } }
      .map { "\($0.place)" }
    return names.joined(separator: ", ")
  }

  private func first(_ table: NameTable, _ isMeant: (Parameter) -> Bool) -> Paging.Parameter? {
    all.filter { table.contains($0.plain) && isMeant($0) }
      .min { table.rank($0.plain) ?? 0 < table.rank($1.plain) ?? 0 }?.place
  }

  /// The parameter for the number of elements before a page.
  var offset: Paging.Parameter? { first(Self.offsets) { $0.isNumber } }

  /// The parameter for the number of a page.
  var page: Paging.Parameter? { first(Self.pages) { $0.isNumber } }

  /// The parameter for the number of elements in a page.
  var size: Paging.Parameter? {
    let other = offset
    return first(Self.sizes) { $0.isNumber && $0.place != other }
  }

  /// The parameter for the element that a page follows.
  var element: Paging.Parameter? { first(Self.elements) { $0.isText } }

  /// Returns the parameter that repeats a place that a page names: that of the same name, or of the name without `next`, or
  /// else the only one for such a place; nil if there is none.
  ///
  /// - Parameters:
  ///   - name: the plain name of the place.
  ///   - isNumber: whether the place is a number.
  func parameter(for name: String, isNumber: Bool) -> Paging.Parameter? {
    let fitting = all.filter { isNumber ? $0.isNumber : $0.isText }
    for name in [name, name.withoutNext] {
      if let same = fitting.first(where: { $0.plain == name }) { return same.place }
    }
    if isNumber {
      if name == "next" { return page ?? offset }
      return name.hasPart("start", "offset", "skip") ? offset : name.hasPart("page") ? page : nil
    }
    let family = fitting.filter { Self.tokens.contains($0.plain) }
    return family.count == 1 ? family[0].place : nil
  }

  /// Returns the parameter for a number of elements or of a page that the answer has under a name.
  func number(named name: String) -> Paging.Parameter? {
    all.first { $0.plain == name && $0.isNumber }?.place
  }

  /// The paging of a list whose pages say nothing of the next one; nil if nothing is declared for it.
  func counted(elements: String?, total: Paging.Place?) -> Paging? {
    guard let size else { return nil }
    var paging: Paging
    if let offset {
      paging = .offset(offset, limit: size, elements: elements, total: total)
    } else if let page {
      paging = .number(page, size: size, elements: elements, total: total)
    } else if element ?? first(Self.otherElements, { $0.isText }) != nil {
      paging = .link(elements: elements, total: total)
      paging.mayContinue = true
      return paging
    } else {
      return nil
    }
    paging.isCounted = total == nil
    return paging
  }
}

extension String {
  /// The plain name of the parameter that repeats a place with this name: `pagetoken` of `nextpagetoken`.
  var withoutNext: String { hasPrefix("next") ? String(dropFirst(4)) : self }
}

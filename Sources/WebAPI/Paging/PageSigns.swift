import CoreJSON
import FoundationEssentials
import WebMessages

/// What a page says beside its elements, and in header fields, about whether another page follows it and how that is
/// requested.
struct PageSigns {
  /// A member or a header field that says where the next page begins, or which part of the list this one is.
  struct Sign {
    let place: Paging.Place
    /// The name as the page spells it, and as it is compared.
    let (spelled, name): (String, String)
    /// Its number, if it is one.
    let number: Int?
  }

  /// Whether the page says that it is the last.
  var ends = false
  /// Whether another page follows for certain, whatever its request: the sign, such as `"has_more": true`.
  var more: String?
  /// Whether the place of the next page is there and names one.
  var next: String?
  /// Whether the place of the next page is there and empty.
  var hasEmptyNext = false
  /// The number of all elements.
  var total: Int?

  /// The place of the next page's address; of an empty one, if there is no other.
  var (address, emptyAddress): (Paging.Place?, Paging.Place?)
  /// The place of an object whose members the query for the next page repeats (MediaWiki).
  var members: Paging.Place?
  /// What the request for the next page repeats; an empty one, if there is no other.
  var (cursor, emptyCursor): (Sign?, Sign?)
  /// The number of the next page, or of its first element.
  var nextNumber: Sign?
  /// How many elements come before the page, as it says; a first one may count as one.
  var start: Sign?
  /// The number of the page.
  var page: Sign?
  /// The places of the number of all elements, and of that of the pages.
  var (totalPlace, pagesPlace): (Paging.Place?, Paging.Place?)
  /// Whether the sign of another page is about pages, so that they may have numbers.
  var countsPages = false

  /// A place in the list that need not be that of the next page.
  var place: String?
  /// A place that is always there.
  var bookmark: String?
  var pages: Int?
  var (totalSign, pagesSign) = ("", "")
  /// The depth of the flag that decided ``ends`` or ``more``.
  var flagDepth = Int.max
  var totalRank = Int.max
  var cursorRank = Int.max
  let count: Int
  /// The plain names on the way to the elements.
  let list: [String]

  /// Reads the signs.
  ///
  /// - Parameters:
  ///   - count: the number of the page's elements.
  ///   - body: the page's body, unless it is an array.
  ///   - list: the path of the elements in the body, if it is known.
  ///   - flag: the member that says whether another page follows; nil for the usual ones.
  init(
    _ response: APIResponse, _ count: Int, _ body: PageBody?, list: String? = nil,
    flag: Paging.Flag? = nil
  ) {
    self.count = count
    self.list = list?.split(separator: ".").map(\.plainName) ?? []
    for (name, value) in response.headers { readField(name, value) }
    body?.eachSign { path, kind, value in read(path, kind, value(), body) }
    if response.statusCode == 206, !ends { more = more ?? "status 206" }
    if let page = page?.number, let pages, page >= pages, more == nil { ends = true }
    if let flag, let value = body?.value(flag.path) {
      let isSet = value == .bool(true) || value.wholeNumber.map { $0 > 0 } ?? false
      ends = isSet == flag.isLast
      more = ends ? nil : "\"\(flag.path)\": \(value.jsonText.bounded(40))"
    }
    if cursor?.name == "lastid", more == nil { cursor = nil }
    if ends { (more, next, cursor, nextNumber) = (nil, nil, nil, nil) }
  }

  /// Returns the sign that another page follows, if there is one.
  ///
  /// - Parameters:
  ///   - reached: how many elements came up to the end of this page, if that is known.
  ///   - isLed: whether pages have named the next one so far, so that a page without it is the last.
  ///   - isFirst: whether this is the first page of the list.
  func moreSign(reached: Int?, isLed: Bool, isFirst: Bool) -> String? {
    if ends { return nil }
    if let sign = more ?? next { return sign }
    if hasEmptyNext { return nil }
    if let total, let reached, !isLed { return total > reached ? totalSign : nil }
    if let place, count > 0 { return place }
    if isFirst, let pages, pages > 1 { return pagesSign }
    return nil
  }

  /// Returns why it is not known whether another page follows, if the page neither has a sign nor says that it ends.
  ///
  /// - Parameters:
  ///   - size: the page size that was asked for.
  ///   - mayContinue: whether the list is known to have a parameter for an element to go on after.
  func doubt(
    reached: Int?, isLed: Bool, isFirst: Bool, size: Int?, mayContinue: Bool
  ) -> String? {
    if let total, let reached, total > reached, isLed || hasEmptyNext || count == 0 {
      return "the server counts \(total)"
    }
    guard isFirst, count > 0, !ends, !hasEmptyNext, total == nil || reached == nil else {
      return nil
    }
    guard mayContinue || bookmark != nil || count == size || Self.sizes.contains(count) else {
      return nil
    }
    return "nothing in the answer says whether there are more"
  }

  /// Whether the page says where it is, and that there is more of the list than one page.
  var isCounted: Bool { totalPlace != nil || pagesPlace != nil || more != nil }

  /// Whether anything is there that only a page of a list has.
  var arePaging: Bool {
    ends || more != nil || next != nil || hasEmptyNext || totalPlace != nil || pagesPlace != nil
      || address != nil || emptyAddress != nil || cursor != nil
  }
}

extension APIError {
  /// The error of a list that goes on in a way that the client does not know.
  init(pages reason: String, in response: APIResponse) {
    self.init(
      .unavailable, status: response.statusCode, detail: reason,
      request: response.request.description)
    mismatch = .pages
  }
}

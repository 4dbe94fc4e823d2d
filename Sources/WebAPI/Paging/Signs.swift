import CoreJSON
import FoundationEssentials
import WebMessages

/// What a page says beside its elements, and in header fields, about whether another page follows it.
///
/// It does not say how that page is requested.
struct PageSigns {
  /// Whether the page says that it is the last.
  private(set) var ends = false
  /// How many elements come before the page, as it says; a first one may count as one.
  private(set) var start: Int?
  /// Whether another page follows for certain, whatever its request: the sign, such as `"has_more": true`.
  private(set) var more: String?
  /// Whether the place of the next page is there and names one.
  private(set) var next: String?
  /// Whether the place of the next page is there and empty.
  private(set) var hasEmptyNext = false
  /// The number of all elements.
  private(set) var total: Int?

  /// A place in the list that need not be that of the next page.
  private var place: String?
  /// A place that is always there.
  private var bookmark: String?
  private var pages: Int?
  private var (totalSign, pagesSign) = ("", "")
  private var page: Int?
  /// The depth of the flag that decided ``ends`` or ``more``.
  private var flagDepth = Int.max
  private var totalRank = Int.max
  private let count: Int

  /// Reads the signs.
  ///
  /// - Parameters:
  ///   - count: the number of the page's elements.
  ///   - body: the page's body, unless it is an array.
  init(_ response: APIResponse, _ count: Int, _ body: PageBody?) {
    self.count = count
    for (name, value) in response.headers { readField(name, value) }
    body?.eachSign { path, kind, value in read(path, kind, value()) }
    if response.statusCode == 206, !ends { more = more ?? "status 206" }
    if let page, let pages, page >= pages, more == nil { ends = true }
    if ends { (more, next) = (nil, nil) }
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

  /// The usual sizes of pages: a list of so many elements may be a part.
  private static let sizes: Set = [10, 20, 25, 30, 50, 100, 200, 250, 500, 1_000]

  private static let lasts = NameTable(
    "islast islastpage lastpage isdone endofrecords endofstream done last")
  private static let totals = NameTable(
    """
    total totalcount totalresults totalitems totalelements totalentries totalrecords totalsize \
    totalsetsize totalrows totalhits numfound nbhits itemcount counttotal rowcount count results
    """)
  private static let pageCounts = NameTable(
    "totalpages totalpage nbpages pagecount pagestotal numpages lastpage pages")
  private static let pageNumbers = NameTable("page currentpage pagenumber pageindex pagenum")
  private static let starts = NameTable("offset start startat skip startindex startposition")

  /// The words in names of objects that have what belongs to pages, in which a total is the number of elements.
  private static func isParent(_ name: String) -> Bool {
    name.hasPart("pag", "meta", "hits", "info", "cursor", "list", "result", "response")
  }

  private mutating func read(_ path: String, _ kind: JSONCursor.Kind, _ value: JSONValue) {
    let parts = path.split(separator: ".")
    guard let name = parts.last?.plainName else { return }
    let shown = { (text: String) in "\"\(path)\": \(text)" }
    switch value {
    case .bool(let flag):
      let isMore =
        ["hasmore", "hasnext", "more", "moredata"].contains(where: name.hasPrefix)
        || name.hasSuffix("truncated")
      guard isMore || Self.lasts.contains(name), parts.count < flagDepth else { return }
      let isEnd = flag != isMore
      // A record may be done, or the last, too.
      if !isEnd, name == "done" || name == "last" { return }
      flagDepth = parts.count
      (ends, more) = (isEnd, isEnd ? nil : shown("\(flag)"))
    case .integer(let number):
      readNumber(number, name, parts.dropLast().last?.plainName, shown("\(number)"))
    case .string(let text):
      if let number = Int(text), Self.totals.rank(name).map({ $0 < 15 }) ?? false {
        readNumber(number, name, parts.dropLast().last?.plainName, shown(text))
      } else {
        readPlace(name, text.isEmpty ? nil : shown("\"\(text.bounded(40))\""), text)
      }
    case .null: readPlace(name, nil, "")
    case .object: if name.hasPrefix("next"), Self.isPlace(name) { next = next ?? shown("{…}") }
    default: break
    }
  }

  private mutating func readNumber(
    _ number: Int, _ name: String, _ parent: String?, _ shown: String
  ) {
    if let rank = Self.totals.rank(name) {
      let isOfList = parent.map(Self.isParent) ?? true
      guard rank > 0 && rank < 15 || isOfList, rank < 15 || number > count && parent == nil else {
        return
      }
      // `hits.total` may be an object.
      if rank < totalRank, number >= 0 { (total, totalRank, totalSign) = (number, rank, shown) }
    } else if Self.pageCounts.contains(name) {
      if pages == nil { (pages, pagesSign) = (number, shown) }
    } else if Self.pageNumbers.contains(name) {
      page = page ?? number
    } else if Self.starts.contains(name) {
      start = start ?? number
    } else if name.hasPrefix("remaining"), number > 0,
      name == "remaining"
        || name.hasPart("item", "count", "record", "result", "element")
    {
      more = more ?? shown
    } else if name.hasPrefix("next"), Self.isPlace(name), number > 0 {
      next = next ?? shown
    } else if name == "value", parent == "total" {
      (total, totalSign) = (total ?? number, shown)
    }
  }

  /// Reads a member that may say where the next page begins; `shown` is nil if it is empty.
  private mutating func readPlace(_ name: String, _ shown: String?, _ text: String) {
    if name.hasPrefix("next") {
      guard Self.isPlace(name) else { return }
      if let shown { next = next ?? shown } else { hasEmptyNext = true }
    } else if name.hasPart("continu", "cursor", "marker", "scroll") {
      guard Self.isPlace(name) else { return }
      if let shown { place = place ?? shown } else { hasEmptyNext = true }
    } else if name == "offset", Int(text) == nil, let shown {
      place = place ?? shown
    } else if name == "bookmark" {
      bookmark = bookmark ?? shown
    }
  }

  /// Whether a name is not that of another page, or of a later synchronization.
  private static func isPlace(_ name: String) -> Bool {
    if name.hasPart("prev", "before", "first", "self", "current", "sync", "delta", "run", "retry") {
      return false
    }
    return name.hasPrefix("next") || !name.hasPart("start")
  }

  private static let totalFields = NameTable("total wptotal totalcount totalrecords")
  private static let pageFields = NameTable("totalpages wptotalpages")

  private mutating func readField(_ field: String, _ value: String) {
    var name = field.plainName
    if name.utf8.first == UInt8(ascii: "x") { name.removeFirst() }
    var shown: String { "\(field): \(value.bounded(40))" }
    if name == "contentrange" {
      let parts = value.split { " -/".contains($0) }.suffix(3).map { Int($0) }
      guard parts.count == 3, let end = parts[1] else { return }
      start = parts[0]
      if let all = parts[2] {
        (total, totalRank, totalSign) = (all, 0, shown)
        if end + 1 >= all { ends = true }
      }
    } else if name == "pagination", let body = try? PageBody(Data(value.utf8)) {
      body.eachSign { path, kind, value in read(path, kind, value()) }
    } else if Self.totalFields.contains(name) {
      if let number = Int(value) { (total, totalRank, totalSign) = (number, 0, shown) }
    } else if Self.pageFields.contains(name) {
      if let number = Int(value) { (pages, pagesSign) = (number, shown) }
    } else if name == "hasmore" {
      (ends, more) = value.lowercased() == "true" ? (false, shown) : (true, nil)
    } else if name == "nextpage", value.isEmpty {
      ends = true
    } else if name.hasPrefix("next") || name.hasPart("continu", "cursor") {
      guard Self.isPlace(name) else { return }
      if value.isEmpty { hasEmptyNext = true } else { next = next ?? shown }
    }
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

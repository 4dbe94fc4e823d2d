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
  private(set) var ends = false
  /// Whether another page follows for certain, whatever its request: the sign, such as `"has_more": true`.
  private(set) var more: String?
  /// Whether the place of the next page is there and names one.
  private(set) var next: String?
  /// Whether the place of the next page is there and empty.
  private(set) var hasEmptyNext = false
  /// The number of all elements.
  private(set) var total: Int?

  /// The place of the next page's address; of an empty one, if there is no other.
  private(set) var (address, emptyAddress): (Paging.Place?, Paging.Place?)
  /// The place of an object whose members the query for the next page repeats (MediaWiki).
  private(set) var members: Paging.Place?
  /// What the request for the next page repeats; an empty one, if there is no other.
  private(set) var (cursor, emptyCursor): (Sign?, Sign?)
  /// The number of the next page, or of its first element.
  private(set) var nextNumber: Sign?
  /// How many elements come before the page, as it says; a first one may count as one.
  private(set) var start: Sign?
  /// The number of the page.
  private(set) var page: Sign?
  /// The places of the number of all elements, and of that of the pages.
  private(set) var (totalPlace, pagesPlace): (Paging.Place?, Paging.Place?)
  /// Whether the sign of another page is about pages, so that they may have numbers.
  private(set) var countsPages = false

  /// A place in the list that need not be that of the next page.
  private var place: String?
  /// A place that is always there.
  private var bookmark: String?
  private var pages: Int?
  private var (totalSign, pagesSign) = ("", "")
  /// The depth of the flag that decided ``ends`` or ``more``.
  private var flagDepth = Int.max
  private var totalRank = Int.max
  private var cursorRank = Int.max
  private let count: Int
  /// The plain names on the way to the elements.
  private let list: [String]

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

  /// The usual sizes of pages: a list of so many elements may be a part.
  private static let sizes: Set = [10, 20, 25, 30, 50, 100, 200, 250, 500, 1_000]

  private static let lasts = NameTable(
    "islast islastpage lastpage isdone endofrecords endofstream done last")
  /// The last ones are often no totals.
  private static let totals = NameTable(
    """
    total totalcount totalresults totalitems totalelements totalentries totalrecords totalsize \
    totalsetsize totalrows totalhits numfound nbhits itemcount counttotal rowcount count results
    """)
  private static let certainTotals = 15
  private static let pageCounts = NameTable(
    "totalpages totalpage nbpages pagecount pagestotal numpages lastpage pages")
  private static let pageNumbers = NameTable(
    "page currentpage pagenumber pageindex pagenum pageno number")
  private static let starts = NameTable("offset start startat skip startindex startposition from")

  /// The usual names of the next page's address, or of an object that has it.
  private static let addresses = NameTable(
    """
    next nextlink nexturl nexturi nexthref nextpage nextpageurl nextpageuri nextpagelink \
    nextrecordsurl afterurl
    """)

  /// The usual names of what a request repeats, the most certain first.
  private static let cursors = NameTable(
    """
    nextcursor nextpagetoken nexttoken nextmarker nextcontinuationtoken nextcursormark nextpage \
    continuationtoken continuation continue endcursor startingafter aftercursor nextoffset nextpagestart next \
    after scrollid lastevaluatedkey marker cursor offset bookmark lastid
    """)

  /// The words in names of objects that have what belongs to pages, in which a total is the number of elements.
  private static func isParent(_ name: String) -> Bool {
    name.hasPart("pag", "meta", "hits", "info", "cursor", "list", "result", "response")
  }

  private mutating func read(
    _ path: String, _ kind: JSONCursor.Kind, _ value: JSONValue, _ body: PageBody?
  ) {
    let parts = path.split(separator: ".")
    guard let spelled = parts.last else { return }
    let name = spelled.plainName
    let parents = parts.dropLast().map(\.plainName)
    let shown = { (text: String) in "\"\(path)\": \(text)" }
    if readAddress(path, kind, name, parents.last, value, body) { return }
    var sign = Sign(
      place: .field(path), spelled: String(spelled), name: name, number: value.wholeNumber)
    if parents.last == "next", sign.number != nil {
      // `next: {page: 2}`
      sign = Sign(
        place: .field(path), spelled: "next\(spelled)", name: "next\(name)", number: sign.number)
    }
    switch value {
    case .bool(let flag): readFlag(flag, name, parents, shown("\(flag)"))
    case .integer(let number):
      if number == 0 || number == 1, Self.isMore(name) {
        return readFlag(number == 1, name, parents, shown("\(number)"))
      }
      readCursor(sign, parents, isEmpty: number <= 0)
      readNumber(sign, number, parents, shown("\(number)"))
      if number > 0, name.hasPart("cursor", "continu", "marker", "scroll"), Self.isPlace(name) {
        place = place ?? shown("\(number)")
      }
    case .string("true") where Self.isMore(name) || Self.lasts.contains(name):
      readFlag(true, name, parents, shown("\"true\""))
    case .string("false") where Self.isMore(name) || Self.lasts.contains(name):
      readFlag(false, name, parents, shown("\"false\""))
    case .string(let text):
      let isCounted =
        Self.totals.rank(name).map { $0 < Self.certainTotals } ?? false || name == "nextpage"
      if let number = Int(text), isCounted {
        readNumber(sign, number, parents, shown(text))
      } else {
        let isEmpty = text.isEmpty || Self.ends.contains(text)
        readCursor(sign, parents, isEmpty: isEmpty)
        readPlace(name, isEmpty ? nil : shown("\"\(text.bounded(40))\""), text)
      }
    case .null:
      readCursor(sign, parents, isEmpty: true)
      readPlace(name, nil, "")
    case .object:
      if name == "continue" { members = members ?? .field(path) }
      if name == "lastevaluatedkey" { readCursor(sign, parents, isEmpty: false) }
      // An address in it says itself whether it is there.
      let hasAddress = Self.addressParts.contains { body?.has("\(path).\($0)") ?? false }
      if name.hasPrefix("next") || name == "lastevaluatedkey", Self.isPlace(name), !hasAddress {
        next = next ?? shown("{…}")
      }
    default: break
    }
  }

  /// What services send in place of a cursor at the end.
  static let ends: Set = ["0", "-1"]

  private static let addressParts = ["href", "url", "link", "uri"]

  private static func isMore(_ name: String) -> Bool {
    ["hasmore", "hasnext", "more", "moredata"].contains(where: name.hasPrefix)
      || name.hasSuffix("truncated")
  }

  /// Reads a member that says whether there is more.
  ///
  /// Only beside the list, in an object around it, or in one about pages does it end the list.
  private mutating func readFlag(
    _ flag: Bool, _ name: String, _ parents: [String], _ shown: String
  ) {
    let isMore = Self.isMore(name)
    guard isMore || Self.lasts.contains(name), parents.count < flagDepth,
      !parents.contains(where: PageBody.isOther)
    else { return }
    let isEnd = flag != isMore
    // A record may be done, or the last, too.
    let isWeak = name == "done" || name == "last"
    if !isEnd, isWeak { return }
    let isAround = list.starts(with: parents)
    if isEnd, !isAround, isWeak || !(parents.last.map(Self.isParent) ?? true) { return }
    flagDepth = parents.count
    (ends, more) = (isEnd, isEnd ? nil : shown)
    countsPages = ["lastpage", "islastpage"].contains(name)
  }

  /// Reads a member that may have the address of the next page; returns whether it has one.
  private mutating func readAddress(
    _ path: String, _ kind: JSONCursor.Kind, _ name: String, _ parent: String?, _ value: JSONValue,
    _ body: PageBody?
  ) -> Bool {
    if kind == .array {
      guard name.hasSuffix("links") || name == "link", body?.text(path) != nil else { return false }
      address = address ?? .field(path)
      return true
    }
    let isPart = Self.addressParts.contains(name)
    guard let owner = isPart ? parent : name, Self.addresses.contains(owner) else { return false }
    switch value {
    case .string(let text):
      if Self.isAddress(text) {
        address = address ?? .field(path)
        next = next ?? "\"\(path)\": \"\(text.bounded(40))\""
        return true
      }
      if text.isEmpty { emptyAddress = emptyAddress ?? .field(path) }
    case .null: emptyAddress = emptyAddress ?? .field(path)
    default: break
    }
    return false
  }

  private static func isAddress(_ text: String) -> Bool {
    ["http://", "https://", "/", "?"].contains(where: text.hasPrefix)
  }

  private mutating func readCursor(_ sign: Sign, _ parents: [String], isEmpty: Bool) {
    guard let rank = Self.cursors.rank(sign.name), parents.allSatisfy(Self.isForward) else {
      return
    }
    // An offset that is a number is that of the page itself, and the number of a page is counted.
    if sign.number != nil,
      ["offset", "next", "nextpage", "nextoffset", "nextpagestart"].contains(sign.name)
    {
      return
    }
    if case .field(let path) = sign.place, sign.name == "offset", isEmpty, path == sign.spelled {
      return
    }
    if isEmpty {
      emptyCursor = emptyCursor ?? sign
    } else if rank < cursorRank {
      (cursor, cursorRank) = (sign, rank)
    }
  }

  /// Whether an object is not about another page than the next one.
  private static func isForward(_ name: String) -> Bool {
    !name.hasPart("prev", "before", "first", "self", "last")
  }

  private mutating func readNumber(
    _ sign: Sign, _ number: Int, _ parents: [String], _ shown: String
  ) {
    let (name, parent) = (sign.name, parents.last)
    if let rank = Self.totals.rank(name) {
      let isOfList = parent.map(Self.isParent) ?? true
      let isCertain = rank < Self.certainTotals
      let isBeside = parents == list.dropLast()
      guard rank > 0 && isCertain || isOfList || isBeside,
        isCertain || number > count && (parent == nil || isBeside)
      else { return }
      // `hits.total` may be an object.
      if rank < totalRank, number >= 0 {
        (total, totalRank, totalSign) = (number, rank, shown)
        totalPlace = isCertain ? sign.place : totalPlace
      }
    } else if let noun = list.last, parents == list.dropLast(),
      ["total\(noun)", "\(noun)total", "\(noun)count"].contains(name)
    {
      if totalRank > 0 { (total, totalRank, totalSign) = (number, 0, shown) }
      totalPlace = sign.place
    } else if name == "value", parent == "total" {
      (total, totalSign) = (total ?? number, shown)
      totalPlace = totalPlace ?? sign.place
    } else if Self.pageCounts.contains(name) {
      if pages == nil { (pages, pagesSign, pagesPlace) = (number, shown, sign.place) }
    } else if name.hasPrefix("next"), Self.isPlace(name) {
      guard number > 0 else { return }
      nextNumber = nextNumber ?? sign
      next = next ?? shown
    } else if !parents.allSatisfy(Self.isForward) {
      return
    } else if Self.pageNumbers.contains(name) {
      page = page ?? sign
    } else if Self.starts.contains(name) {
      start = start ?? sign
    } else if name.hasPrefix("remaining"), number > 0,
      name == "remaining"
        || name.hasPart("item", "count", "record", "result", "element")
    {
      more = more ?? shown
    }
  }

  /// Reads a member that may say where the next page begins; `shown` is nil if it is empty.
  private mutating func readPlace(_ name: String, _ shown: String?, _ text: String) {
    if name.hasPrefix("next") || name == "lastevaluatedkey" {
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

  private static let totalFields = NameTable(
    "total wptotal totalcount totalrecords totalitems paginationtotalcount")
  private static let pageFields = NameTable("totalpages wptotalpages pages paginationpagecount")

  private mutating func readField(_ field: String, _ value: String) {
    var name = field.plainName
    if name.utf8.first == UInt8(ascii: "x") { name.removeFirst(name.hasPrefix("xms") ? 3 : 1) }
    var shown: String { "\(field): \(value.bounded(40))" }
    let sign = Sign(place: .header(field), spelled: field, name: name, number: Int(value))
    if name == "contentrange" {
      let parts = value.split { " -/".contains($0) }.suffix(3).map { Int($0) }
      guard parts.count == 3, let end = parts[1] else { return }
      start = Sign(place: .header(field), spelled: "offset", name: "offset", number: parts[0])
      if let all = parts[2] {
        (total, totalRank, totalSign) = (all, 0, shown)
        if end + 1 >= all { ends = true }
      }
    } else if name == "pagination", let body = try? PageBody(Data(value.utf8)) {
      body.eachSign { path, kind, value in
        guard let part = path.split(separator: ".").last else { return }
        let sign = Sign(
          place: .header(field), spelled: String(part), name: part.plainName, number: nil)
        switch value() {
        case .integer(let number): readNumber(sign, number, [], shown)
        case .bool(let flag): readFlag(flag, sign.name, [], shown)
        default: break
        }
      }
      (nextNumber, page, start, totalPlace, pagesPlace) = (nil, nil, nil, nil, nil)
    } else if Self.totalFields.contains(name) {
      guard let number = Int(value) else { return }
      (total, totalRank, totalSign) = (number, 0, shown)
      // `X-Total-Count` counts for every list.
      if name != "totalcount" { totalPlace = sign.place }
    } else if Self.pageFields.contains(name) {
      if let number = Int(value) { (pages, pagesSign, pagesPlace) = (number, shown, sign.place) }
    } else if name == "hasmore" {
      (ends, more) = value.lowercased() == "true" ? (false, shown) : (true, nil)
    } else if name == "nextpage", value.isEmpty {
      ends = true
    } else if name.hasPrefix("next") || name.hasSuffix("nexttoken")
      || name.hasPart("continu", "cursor")
    {
      guard Self.isPlace(name) else { return }
      if value.isEmpty {
        hasEmptyNext = true
      } else {
        next = next ?? shown
        if Self.addresses.contains(name), Self.isAddress(value) {
          address = address ?? sign.place
        } else if name.hasPrefix("next"), sign.number != nil {
          nextNumber = nextNumber ?? sign
        } else {
          let name = name.hasSuffix("nexttoken") ? "nexttoken" : name
          readCursor(
            Sign(place: sign.place, spelled: field, name: name, number: sign.number), [],
            isEmpty: false)
        }
      }
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

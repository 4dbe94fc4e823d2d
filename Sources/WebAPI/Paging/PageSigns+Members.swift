import CoreJSON

// What the members beside the elements say.
extension PageSigns {
  mutating func read(
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
        Self.isTotal(name) || name == "nextpage"
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

  static let addressParts = ["href", "url", "link", "uri"]

  static func isMore(_ name: String) -> Bool {
    ["hasmore", "hasnext", "more", "moredata"].contains(where: name.hasPrefix)
      || name.hasSuffix("truncated")
  }

  /// Reads a member that says whether there is more.
  ///
  /// Only beside the list, in an object around it, or in one about pages does it end the list.
  mutating func readFlag(
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
  mutating func readAddress(
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

  static func isAddress(_ text: String) -> Bool {
    ["http://", "https://", "/", "?"].contains(where: text.hasPrefix)
  }

  mutating func readCursor(_ sign: Sign, _ parents: [String], isEmpty: Bool) {
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
  static func isForward(_ name: String) -> Bool {
    !name.hasPart("prev", "before", "first", "self", "last")
  }

  mutating func readNumber(
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
  mutating func readPlace(_ name: String, _ shown: String?, _ text: String) {
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
  static func isPlace(_ name: String) -> Bool {
    if name.hasPart("prev", "before", "first", "self", "current", "sync", "delta", "run", "retry") {
      return false
    }
    return name.hasPrefix("next") || !name.hasPart("start")
  }
}

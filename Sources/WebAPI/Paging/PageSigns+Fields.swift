import CoreJSON
import FoundationEssentials
import WebMessages

// What the header fields say.
extension PageSigns {
  static let totalFields = NameTable(
    "total wptotal totalcount totalrecords totalitems paginationtotalcount")
  static let pageFields = NameTable("totalpages wptotalpages pages paginationpagecount")

  mutating func readField(_ field: String, _ value: String) {
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

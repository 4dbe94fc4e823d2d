/// The text between two tokens of a JSON5 text: blanks, line ends, comments and at most one comma.
struct JSON5Gap {
  enum Kind {
    case blank, lineEnd, lineComment, blockComment, comma

    var isComment: Bool { self == .lineComment || self == .blockComment }
  }

  struct Item {
    let kind: Kind
    let range: Range<Int>
  }

  let items: [Item]

  init(_ bytes: [UInt8], in range: Range<Int>) {
    var items: [Item] = []
    var index = range.lowerBound
    while index < range.upperBound {
      let start = index
      let next = index + 1 < range.upperBound ? bytes[index + 1] : 0
      let kind: Kind
      switch bytes[index] {
      case UInt8(ascii: ","): (kind, index) = (.comma, index + 1)
      case 0x0D where next == 0x0A: (kind, index) = (.lineEnd, index + 2)
      case 0x0A, 0x0D: (kind, index) = (.lineEnd, index + 1)
      case UInt8(ascii: "/") where next == UInt8(ascii: "*"):
        kind = .blockComment
        index += 2
        while index < range.upperBound,
          bytes[index - 1] != UInt8(ascii: "/") || bytes[index - 2] != UInt8(ascii: "*")
            || index < start + 4
        { index += 1 }
      case UInt8(ascii: "/"):
        kind = .lineComment
        while index < range.upperBound, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
      default:
        kind = .blank
        while index < range.upperBound, !"\n\r,/".utf8.contains(bytes[index]) { index += 1 }
      }
      items.append(Item(kind: kind, range: start..<index))
    }
    self.items = items
  }

  var comma: Int? { items.firstIndex { $0.kind == .comma } }

  /// Whether the token after the gap begins a line.
  var endsLine: Bool { items.contains { $0.kind == .lineEnd } }

  /// The comments that belong to the token before the gap: those on its line.
  ///
  /// If the next token is on that line too, those after the comma belong to that one, except
  /// (`isLast`) to the closing bracket.
  func trailing(isLast: Bool) -> [Int] {
    let end = items.firstIndex { $0.kind == .lineEnd }
    let limit = end ?? (isLast ? items.count : comma ?? 0)
    return items[..<limit].indices.filter { items[$0].kind.isComment }
  }

  /// The comments that belong to the token after the gap: those on its line and directly above,
  /// except the trailing ones of the token before.
  func leading(except trailing: [Int]) -> [Int] {
    var found: [Int] = []
    var lineEnds = 0
    for index in items.indices.reversed() {
      switch items[index].kind {
      case .blank, .comma: continue
      case .lineEnd:
        lineEnds += 1
        // An empty line ends the comment's paragraph.
        if lineEnds == 2 { return found }
      case .lineComment, .blockComment:
        if trailing.contains(index) { return found }
        found.append(index)
        lineEnds = 0
      }
    }
    return found
  }
}

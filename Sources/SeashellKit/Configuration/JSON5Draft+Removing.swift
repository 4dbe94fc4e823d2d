extension JSON5Draft {
  private struct Piece {
    let kind: JSON5Gap.Kind?
    let range: Range<Int>
    let isRemoved: Bool
  }

  mutating func remove(_ member: JSON5Value.Member, from object: JSON5Value) {
    let bytes = Array(text.utf8)
    guard let members = object.members,
      let index = members.firstIndex(where: { $0.start == member.start })
    else { return }
    let isLast = index == members.count - 1
    let before = JSON5Gap(
      bytes,
      in: (index == 0
        ? object.range.lowerBound + 1 : members[index - 1].value.range.upperBound)..<member.start)
    let after = JSON5Gap(
      bytes,
      in: member.value.range
        .upperBound..<(isLast ? object.range.upperBound - 1 : members[index + 1].start))
    var removed = (before: Set<Int>(), after: Set<Int>())
    // Comments after the opening bracket are about the object, if a line ends there.
    let others = before.endsLine || index > 0 ? before.trailing(isLast: false) : []
    removed.before = Set(before.leading(except: others))
    removed.after = Set(after.trailing(isLast: isLast))
    if let comma = after.comma {
      removed.after.insert(comma)
    } else if let comma = before.comma {
      removed.before.insert(comma)
    }
    let pieces =
      before.items.enumerated().map {
        Piece(kind: $1.kind, range: $1.range, isRemoved: removed.before.contains($0))
      } + [Piece(kind: nil, range: member.start..<member.value.range.upperBound, isRemoved: true)]
      + after.items.enumerated().map {
        Piece(kind: $1.kind, range: $1.range, isRemoved: removed.after.contains($0))
      }
    let start = pieces.first?.range.lowerBound ?? member.start
    let end = pieces.last?.range.upperBound ?? member.value.range.upperBound
    let rest = Self.joined(pieces, isFirst: index == 0, isLast: isLast, bytes)
    splice([(start..<end, rest)])
  }

  /// Joins the remaining pieces, without the lines that would be empty.
  ///
  /// `isFirst` and `isLast` say that the object's brackets precede or follow them.
  private static func joined(
    _ pieces: [Piece], isFirst: Bool, isLast: Bool, _ bytes: [UInt8]
  ) -> String {
    var lines: [[Piece]] = [[]]
    for piece in pieces {
      lines[lines.count - 1].append(piece)
      if piece.kind == .lineEnd { lines.append([]) }
    }
    var kept: [(pieces: [Piece], text: String)] = []
    var hasDropped = false
    for (number, line) in lines.enumerated() {
      let rest = Self.collapsed(line)
      let isEmpty = rest.allSatisfy { $0.kind == .blank || $0.kind == .lineEnd }
      guard line.contains(where: \.isRemoved) else {
        // Of the empty lines around the removed part, keep one.
        let followsEmpty =
          kept.count == 1
          ? isFirst : kept.last?.pieces.allSatisfy { $0.kind == .blank || $0.kind == .lineEnd }
        if hasDropped, isEmpty, number < lines.count - 1, followsEmpty == true { continue }
        hasDropped = false
        kept.append((line, Self.text(line, bytes)))
        continue
      }
      switch (number == 0, number == lines.count - 1) {
      case (true, true):
        kept.append((rest, isEmpty && isFirst && isLast ? "" : Self.text(rest, bytes)))
      case (false, false) where isEmpty: hasDropped = true
      case (false, true) where isEmpty && isLast:
        // The closing bracket moves up, unless a comment would hide it.
        let hidesBracket = kept.last?.pieces.contains { $0.kind == .lineComment } == true
        if hidesBracket {
          kept.append((rest, Self.text(rest, bytes)))
        } else if let last = kept.popLast() {
          kept.append(
            (last.pieces, Self.text(last.pieces.filter { $0.kind != .lineEnd }, bytes) + " "))
        }
      case (_, let endsHere):
        kept.append((rest, Self.text(endsHere ? rest : Self.trimmed(rest), bytes)))
      }
    }
    return kept.map(\.text).joined()
  }

  /// The remaining pieces of a line, with one blank where the removed part leaves several.
  private static func collapsed(_ line: [Piece]) -> [Piece] {
    line.filter { !$0.isRemoved }.reduce(into: []) { rest, piece in
      if piece.kind != .blank || rest.last?.kind != .blank { rest.append(piece) }
    }
  }

  /// The pieces of a line without the blank before its end.
  private static func trimmed(_ line: [Piece]) -> [Piece] {
    guard line.count >= 2, line[line.count - 2].kind == .blank else { return line }
    return line.dropLast(2) + line.suffix(1)
  }

  private static func text(_ pieces: [Piece], _ bytes: [UInt8]) -> String {
    pieces.map { String(decoding: bytes[$0.range], as: UTF8.self) }.joined()
  }
}

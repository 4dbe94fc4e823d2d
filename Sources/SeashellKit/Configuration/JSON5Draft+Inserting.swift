import CoreJSON

extension JSON5Draft {
  mutating func insert(
    _ name: String, _ value: JSONValue, into object: JSON5Value, of root: JSON5Value
  ) {
    let bytes = Array(text.utf8)
    let members = object.members ?? []
    let style = JSON5Style(bytes, root, members: members)
    guard let last = members.last else {
      return insertFirst(name, value, into: object, style, bytes)
    }
    let before = JSON5Gap(
      bytes,
      in: (members.dropLast().last?.value.range.upperBound ?? object.range.lowerBound + 1)..<last
        .start)
    let after = JSON5Gap(bytes, in: last.value.range.upperBound..<object.range.upperBound - 1)
    let comma = after.comma
    let comments = after.trailing(isLast: true)
    let end = last.value.range.upperBound
    let position =
      (comments + [comma]).compactMap { $0.map { after.items[$0].range.upperBound } }.max() ?? end
    // After a comment on the same line, the comment would seem to belong to the new member.
    let isLineComment = comments.last.map { after.items[$0].kind == .lineComment } == true
    let isBehindComment = comments.last.map { $0 > comma ?? .max } == true
    let separator: String
    var indentation = JSON5Style.indentation(of: last.start, in: bytes)
    if before.endsLine || isLineComment || isBehindComment {
      if !before.endsLine { indentation += style.unit }
      separator = style.lineEnd + indentation
    } else {
      separator = before.items.contains { $0.kind == .blank } ? " " : ""
    }
    let colon = bytes[last.value.range.lowerBound - 1] == UInt8(ascii: ":") ? ":" : ": "
    let written = style.member(name, value, indentation: indentation, colon: colon)
    guard comma == nil else {
      return splice([(position..<position, separator + written + ",")])
    }
    let commaPosition = isLineComment ? end : position
    splice([(commaPosition..<commaPosition, ","), (position..<position, separator + written)])
  }

  private mutating func insertFirst(
    _ name: String, _ value: JSONValue, into object: JSON5Value, _ style: JSON5Style,
    _ bytes: [UInt8]
  ) {
    let end = object.range.upperBound - 1
    let gap = JSON5Gap(bytes, in: object.range.lowerBound + 1..<end)
    let start =
      gap.items.last { $0.kind.isComment }?.range.upperBound ?? object.range.lowerBound + 1
    guard style.hasLines else {
      let written = style.member(name, value, indentation: "")
      return splice([(start..<end, " \(written) ")])
    }
    let outer = JSON5Style.indentation(of: object.range.lowerBound, in: bytes)
    let inner = outer + style.unit
    let written = style.member(name, value, indentation: inner)
    splice([(start..<end, style.lineEnd + inner + written + style.lineEnd + outer)])
  }
}

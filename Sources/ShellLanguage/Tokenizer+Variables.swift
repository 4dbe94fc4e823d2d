/// Reads variables.
extension Tokenizer {
  /// Reads the variable at a `$` and returns it, or nil if the `$` is only text.
  mutating func readVariable(_ line: Line) throws(SyntaxError) -> Word.Variable? {
    let start = place
    position += 1
    guard position < line.count else { return nil }
    switch line[position] {
    case UInt8(ascii: "("):
      throw SyntaxError(.commandSubstitution, start..<start + 2)
    case UInt8(ascii: "{"):
      position += 1
      let name = try readPathOrName(line, from: start)
      guard let name, position < line.count, line[position] == UInt8(ascii: "}") else {
        throw SyntaxError(.variableName, start..<place)
      }
      position += 1
      return name
    default:
      return try readPathOrName(line, from: start)
    }
  }

  /// Reads a name, and after `_` a path.
  private mutating func readPathOrName(
    _ line: Line, from start: Int
  ) throws(SyntaxError) -> Word.Variable? {
    guard let name = readName(line) else { return nil }
    return Word.Variable(name, path: name == "_" ? try readPath(line, from: start) : "")
  }

  /// Reads a name: letters, digits and `_`, only digits, `?`, `@` or `#`.
  private mutating func readName(_ line: Line) -> String? {
    let start = position
    guard position < line.count else { return nil }
    let first = line[position]
    if first == UInt8(ascii: "?") || first == UInt8(ascii: "@") || first == UInt8(ascii: "#") {
      position += 1
      return String(Unicode.Scalar(first))
    }
    if ByteClass.isDigit(first) {
      while position < line.count, ByteClass.isDigit(line[position]) { position += 1 }
    } else {
      while position < line.count, ByteClass.continuesName(line[position]) { position += 1 }
    }
    guard position > start else { return nil }
    return String(decoding: line[start..<position], as: UTF8.self)
  }

  /// Reads a path into the last result, such as `.price` or `[0].id`; empty if there is none.
  private mutating func readPath(_ line: Line, from start: Int) throws(SyntaxError) -> String {
    let pathStart = position
    while position < line.count {
      if line[position] == UInt8(ascii: "[") {
        position += 1
        if position < line.count, line[position] == UInt8(ascii: "-") { position += 1 }
        let digits = position
        while position < line.count, ByteClass.isDigit(line[position]) { position += 1 }
        guard position > digits, position < line.count, line[position] == UInt8(ascii: "]") else {
          throw SyntaxError(.resultIndex, start..<place)
        }
        position += 1
      } else if line[position] == UInt8(ascii: "."), position + 1 < line.count,
        ByteClass.beginsName(line[position + 1])
      {
        position += 2
        while position < line.count, ByteClass.continuesName(line[position]) { position += 1 }
      } else {
        break
      }
    }
    return String(decoding: line[pathStart..<position], as: UTF8.self)
  }
}

/// Reads variables.
extension Tokenizer {
  /// Reads the variable at a `$` and returns its name, or nil if the `$` is only text.
  mutating func readVariable(_ line: Line) throws(SyntaxError) -> String? {
    let start = place
    position += 1
    guard position < line.count else { return nil }
    switch line[position] {
    case UInt8(ascii: "("):
      throw SyntaxError(.commandSubstitution, start..<start + 2)
    case UInt8(ascii: "{"):
      position += 1
      guard let name = readName(line), position < line.count, line[position] == UInt8(ascii: "}")
      else { throw SyntaxError(.variableName, start..<place) }
      position += 1
      return name
    default:
      guard let name = readName(line) else { return nil }
      if name == "_" { try checkIsNoPath(line, from: start) }
      return name
    }
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

  /// Throws an error for a path such as `$_.price` or `$_[0]`.
  private func checkIsNoPath(_ line: Line, from start: Int) throws(SyntaxError) {
    guard position < line.count else { return }
    let isPath =
      line[position] == UInt8(ascii: "[")
      || line[position] == UInt8(ascii: ".") && position + 1 < line.count
        && ByteClass.beginsName(line[position + 1])
    if isPath { throw SyntaxError(.resultPath, start..<place + 1) }
  }
}

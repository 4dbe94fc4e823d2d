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
      return try readBraced(line, from: start)
    default:
      return try readNameAndPath(line, from: start)
    }
  }

  /// Reads `name}` or `name:-text}`.
  private mutating func readBraced(
    _ line: Line, from start: Int
  ) throws(SyntaxError) -> Word.Variable {
    guard var variable = try readNameAndPath(line, from: start), position < line.count else {
      throw SyntaxError(.variableName, start..<place)
    }
    if line[position] == UInt8(ascii: ":"), position + 1 < line.count,
      line[position + 1] == UInt8(ascii: "-")
    {
      position += 2
      variable.fallback = try readFallback(line, from: start)
    }
    guard line[position] == UInt8(ascii: "}") else {
      throw otherOperator(line, behind: variable.name, from: start)
    }
    position += 1
    return variable
  }

  /// The error for an operator in braces after a name, such as the `%` of `${name%x}`.
  private mutating func otherOperator(
    _ line: Line, behind name: String, from start: Int
  ) -> SyntaxError {
    if name == "#" { return SyntaxError(.variableOperator("#"), start..<place) }
    let first = line[position]
    guard ":-=?+%#/^,@".utf8.contains(first) else {
      return SyntaxError(.variableName, start..<place)
    }
    var symbol = String(Unicode.Scalar(first))
    position += 1
    if first == UInt8(ascii: ":"), position < line.count, "=?+".utf8.contains(line[position]) {
      symbol.unicodeScalars.append(Unicode.Scalar(line[position]))
      position += 1
    }
    return SyntaxError(.variableOperator(symbol), start..<place)
  }

  /// Reads the text after `:-` up to the `}`, without its quotes and escapes.
  ///
  /// Quotes and escapes mean the same as around the variable, as in POSIX shells: `\}` is a `}`, and inside
  /// `"…"` a `'` is text, but another `"…"` quotes. The text is on one line, without variables.
  private mutating func readFallback(
    _ line: Line, from start: Int
  ) throws(SyntaxError) -> String {
    let isInQuotes = quote != nil
    var bytes: [UInt8] = []
    var mark: UInt8?
    while position < line.count {
      let byte = line[position]
      switch byte {
      case _ where byte == mark:
        mark = nil
      case _ where mark == UInt8(ascii: "'"):
        bytes.append(byte)
      case UInt8(ascii: "}") where mark == nil:
        return String(decoding: bytes, as: UTF8.self)
      case UInt8(ascii: "\""):
        mark = byte
      case UInt8(ascii: "'") where mark == nil && !isInQuotes:
        mark = byte
      case UInt8(ascii: "\\") where position + 1 < line.count:
        position += 1
        let isText = (mark != nil || isInQuotes) && !"$\"\\}".utf8.contains(line[position])
        if isText { bytes.append(byte) }
        bytes.append(line[position])
      case UInt8(ascii: "$"):
        throw SyntaxError(.variableInFallback, place..<place + 1)
      case UInt8(ascii: "`") where mark == nil && !isInQuotes:
        throw SyntaxError(.backquote, place..<place + 1)
      default:
        bytes.append(byte)
      }
      position += 1
    }
    throw SyntaxError(.variableName, start..<place)
  }

  private mutating func readNameAndPath(
    _ line: Line, from start: Int
  ) throws(SyntaxError) -> Word.Variable? {
    guard position < line.count else { return nil }
    let canHavePath = ByteClass.beginsName(line[position])
    guard let name = readName(line) else { return nil }
    let pathStart = position
    if canHavePath {
      while try readStep(line, ofResult: name == "_" ? start : nil) {}
    }
    return Word.Variable(
      name, path: String(decoding: line[pathStart..<position], as: UTF8.self))
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

  /// Reads a step of a path, such as `.price` or `[-1]`, and returns whether there is one.
  ///
  /// Any other `.` or `[` is text, except a `[` after `$_`, whose `$` is at `start`.
  private mutating func readStep(_ line: Line, ofResult start: Int?) throws(SyntaxError) -> Bool {
    guard position < line.count else { return false }
    var end = position + 1
    switch line[position] {
    case UInt8(ascii: "."):
      guard end < line.count, ByteClass.beginsName(line[end]) else { return false }
      while end < line.count, ByteClass.continuesName(line[end]) || isHyphen(at: end, in: line) {
        end += 1
      }
    case UInt8(ascii: "["):
      if readsExpression, let last = endOfExpressionStep(at: end, in: line) {
        end = last
        break
      }
      if end < line.count, line[end] == UInt8(ascii: "-") { end += 1 }
      let digits = end
      while end < line.count, ByteClass.isDigit(line[end]) { end += 1 }
      guard end > digits, end < line.count, line[end] == UInt8(ascii: "]") else {
        guard let start else { return false }
        throw SyntaxError(.resultIndex, start..<place + end - position)
      }
      end += 1
    default:
      return false
    }
    position = end
    return true
  }

  /// Whether a `-` in a field's name is at an index, as in an expression: `headers.content-type`.
  private func isHyphen(at index: Int, in line: Line) -> Bool {
    readsExpression && line[index] == UInt8(ascii: "-") && index + 1 < line.count
      && ByteClass.beginsName(line[index + 1])
  }

  /// The end of `*]` or `'odd name']` at an index; nil if neither is there.
  private func endOfExpressionStep(at index: Int, in line: Line) -> Int? {
    guard index < line.count else { return nil }
    var end = index
    if line[index] == UInt8(ascii: "'") {
      guard let mark = line[(index + 1)...].firstIndex(of: UInt8(ascii: "'")) else { return nil }
      end = mark
    } else if line[index] != UInt8(ascii: "*") {
      return nil
    }
    return end + 1 < line.count && line[end + 1] == UInt8(ascii: "]") ? end + 2 : nil
  }
}

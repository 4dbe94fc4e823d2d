extension Tokenizer {
  /// Reads `;`, `|`, `||`, `&` or `&&`.
  mutating func readOperator(_ line: Line) throws(SyntaxError) -> Token {
    operatorStart = place
    let byte = line[position]
    let isBehindWord = position > 0 && !ByteClass.isBlank(line[position - 1])
    position += 1
    if byte == UInt8(ascii: ";") { return .semicolon }
    let isDoubled = position < line.count && line[position] == byte
    if isDoubled { position += 1 }
    if byte == UInt8(ascii: "|") { return isDoubled ? .or : .pipe }
    // The `&` of an address such as `/products?page=2&per_page=5`.
    let isBeforeWord = position < line.count && ByteClass.continuesWord(line[position])
    if !isDoubled, isBehindWord, isBeforeWord {
      throw SyntaxError(.attachedJob, operatorRange)
    }
    return isDoubled ? .and : .background
  }

  /// The digits right before `<` or `>`, such as the `2` of `2>`; nil if the word is not just digits.
  var streamNumber: String? {
    guard wordStart != nil, !isQuoted, parts.isEmpty, text.allSatisfy(ByteClass.isDigit) else {
      return nil
    }
    return String(decoding: text.prefix(20), as: UTF8.self)
  }

  /// Reads `<`, `>` or `>>`, and the number before it; `1>` is the same as `>`.
  mutating func readRedirection(_ line: Line, of number: String = "") throws(SyntaxError) -> Token {
    operatorStart = wordStart ?? place
    wordStart = nil
    text.removeAll(keepingCapacity: true)
    let mark = line[position]
    position += 1
    let isInput = mark == UInt8(ascii: "<")
    guard isInput ? number.isEmpty : ["", "1", "2"].contains(number) else {
      throw SyntaxError(.numberedRedirection(number + (isInput ? "<" : ">")), operatorRange)
    }
    let isDoubled = position < line.count && line[position] == mark
    if isDoubled { position += 1 }
    if isInput, isDoubled { throw SyntaxError(.hereDocument, operatorRange) }
    if position < line.count, line[position] == UInt8(ascii: "&") {
      position += 1
      throw SyntaxError(.streamCopy(isInput ? "<&" : ">&"), operatorRange)
    }
    let kind: Redirection.Kind = isInput ? .input : number == "2" ? .errors : .output
    return .redirection(kind, appends: isDoubled)
  }
}

extension Tokenizer {
  /// The length of the comparison, parenthesis or comma at the position, if there is one.
  func lengthOfSymbol(in line: Line) -> Int? {
    let isBeforeEqual = position + 1 < line.count && line[position + 1] == UInt8(ascii: "=")
    switch line[position] {
    case UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"): return isBeforeEqual ? 2 : 1
    case UInt8(ascii: "!"): return isBeforeEqual ? 2 : nil
    case UInt8(ascii: "~"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ","): return 1
    default: return nil
    }
  }

  mutating func readSymbol(_ length: Int, in line: Line) -> Token {
    let start = place
    let symbol = Line(rebasing: line[position..<(position + length)])
    position += length
    return .word(
      Word(
        content: .literal(String(decoding: symbol, as: UTF8.self)), start: start, end: place,
        isQuoted: false))
  }
}

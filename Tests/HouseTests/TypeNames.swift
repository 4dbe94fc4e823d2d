/// The types that a Swift file declares at its top level, and the names in its code that can be types'.
///
/// Comments and the text of string literals are left out; the code in `\(…)` is not.
struct TypeNames {
  /// The types that other files of the target can name.
  private(set) var declared: Set<String> = []
  /// The types that only this file can name.
  private(set) var hidden: Set<String> = []
  /// The words that begin with a capital letter, except members such as `Step` in `FieldPath.Step`.
  private(set) var named: Set<String> = []
  /// Whether every brace is closed; if not, the end of a literal or comment was missed.
  private(set) var isWhole = true

  init(of source: String) {
    var source = source
    source.withUTF8 { text in
      var scanner = Scanner(text: text)
      scanner.readCode()
      (declared, hidden, named) = (scanner.declared, scanner.hidden, scanner.named)
      isWhole = scanner.depth == 0
    }
  }
}

/// Reads the bytes of a file, once.
///
/// It compares numbers and no characters: it reads every source, and tests are not optimized.
private struct Scanner {
  let text: UnsafeBufferPointer<UInt8>
  private(set) var declared: Set<String> = []
  private(set) var hidden: Set<String> = []
  private(set) var named: Set<String> = []

  /// The number of open braces.
  private(set) var depth = 0

  private var index = 0
  /// Whether the last word introduces the name of a type, at the top level.
  private var declares = false
  /// Whether the line begins with `private` or `fileprivate`, at the top level.
  private var isHidden = false

  private static let keywords: Set = [
    "struct", "class", "enum", "actor", "protocol", "typealias",
  ]

  init(text: UnsafeBufferPointer<UInt8>) { self.text = text }

  /// The byte some places ahead; 0 at the end.
  private func byte(_ offset: Int = 0) -> UInt8 {
    index + offset < text.count ? text[index + offset] : 0
  }

  /// Reads code to the end of the file, or past the parenthesis that ends an interpolation.
  ///
  /// - Parameter parentheses: the number of open parentheses; nil outside interpolations.
  mutating func readCode(parentheses: Int? = nil) {
    var parentheses = parentheses
    while index < text.count {
      let byte = text[index]
      if Self.continuesWord(byte) {
        readWord()
        continue
      }
      if byte == 0x22 /* " */ {
        readString(hashes: 0)
        continue
      }
      if byte == 0x23 /* # */ {
        var hashes = 1
        while self.byte(hashes) == 0x23 { hashes += 1 }
        index += hashes
        if self.byte() == 0x22 { readString(hashes: hashes) }
        continue
      }
      if byte == 0x2F /* / */, self.byte(1) == 0x2F || self.byte(1) == 0x2A {
        skipComment()
        continue
      }
      index += 1
      if byte == 0x7B /* { */ { depth += 1 }
      if byte == 0x7D /* } */ { depth -= 1 }
      if byte == 0x0A, depth == 0 { isHidden = false }
      if let open = parentheses {
        if byte == 0x28 /* ( */ { parentheses = open + 1 }
        if byte == 0x29 /* ) */ { parentheses = open - 1 }
        if parentheses == 0 { return }
      }
    }
  }

  private static func continuesWord(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x5F /* _ */ || byte >= 0x80
  }

  private mutating func readWord() {
    let start = index
    while index < text.count, Self.continuesWord(text[index]) { index += 1 }
    let isName = text[start] &- 0x41 < 26
    guard isName || depth == 0 else { return }
    let word = String(decoding: text[start..<index], as: UTF8.self)
    if isName {
      if declares {
        if isHidden { hidden.insert(word) } else { declared.insert(word) }
      } else if start == 0 || text[start - 1] != 0x2E /* . */ {
        named.insert(word)
      }
      declares = false
    } else {
      declares = Self.keywords.contains(word)
      if word == "import" { skipLine() }
      if word == "private" || word == "fileprivate" { isHidden = true }
    }
  }

  private mutating func skipLine() {
    while index < text.count, text[index] != 0x0A { index += 1 }
  }

  /// Skips a comment: to the end of its line, or to the `*/` that ends it and those inside it.
  private mutating func skipComment() {
    if byte(1) == 0x2F { return skipLine() }
    var open = 0
    repeat {
      if byte() == 0x2F, byte(1) == 0x2A {
        open += 1
        index += 2
      } else if byte() == 0x2A, byte(1) == 0x2F {
        open -= 1
        index += 2
      } else {
        index += 1
      }
    } while open > 0 && index < text.count
  }

  /// Reads a string literal from its opening quote to its end.
  ///
  /// - Parameter hashes: the number of `#` before it.
  private mutating func readString(hashes: Int) {
    let quotes = byte(1) == 0x22 && byte(2) == 0x22 ? 3 : 1
    index += quotes
    while index < text.count {
      if repeats(0x22, quotes), repeats(0x23, hashes, after: quotes) {
        index += quotes + hashes
        return
      }
      if byte() == 0x5C /* \ */, repeats(0x23, hashes, after: 1) {
        index += 2 + hashes
        if text[index - 1] == 0x28 { readCode(parentheses: 1) }
      } else {
        index += 1
      }
    }
  }

  private func repeats(_ wanted: UInt8, _ count: Int, after offset: Int = 0) -> Bool {
    for place in 0..<count where byte(offset + place) != wanted { return false }
    return true
  }
}

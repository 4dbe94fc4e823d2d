/// A text that comes in pieces of bytes, such as a server's answer.
///
/// A pipe and a file get the bytes as they came. A terminal gets text, escaped, and a newline at the
/// end where there is none.
@MainActor
public struct OutputBytes {
  private let output: Output
  /// The beginning of a character, or of a line's end, whose rest is still to come.
  private var rest: [UInt8] = []
  private var isInLine = false

  init(to output: Output) {
    self.output = output
  }

  /// Writes a piece.
  ///
  /// - Throws: what writing throws; it is for the shell, and a command lets it pass.
  public mutating func write(_ piece: some Collection<UInt8>) throws {
    guard output.style.isTerminal else { return try output.pass(piece) }
    rest.append(contentsOf: piece)
    try show(rest.count - Self.unfinished(rest))
  }

  /// Ends the text.
  ///
  /// - Throws: what writing throws.
  public mutating func end() throws {
    guard output.style.isTerminal else { return }
    try show(rest.count)
    if isInLine { try output.pass("\n".utf8) }
    isInLine = false
  }

  private mutating func show(_ count: Int) throws {
    guard count > 0 else { return }
    let text = TerminalText.escaped(
      String(decoding: rest[..<count], as: UTF8.self), keepsLines: true)
    isInLine = rest[count - 1] != UInt8(ascii: "\n")
    rest.removeFirst(count)
    try output.pass(text.utf8)
  }

  /// How many bytes at the end may be the beginning of something: a character of several bytes, or a
  /// carriage return, which stays before a newline.
  private static func unfinished(_ bytes: [UInt8]) -> Int {
    if bytes.last == UInt8(ascii: "\r") { return 1 }
    for (index, byte) in bytes.suffix(3).reversed().enumerated() {
      // What continues a character has its highest bits 10; what begins one says how long it is.
      if byte & 0xC0 == 0x80 { continue }
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return index + 1 < length ? index + 1 : 0
    }
    return 0
  }
}

extension Output {
  /// Begins a text that arrives as bytes, which is the same in every format, and ends the list before it.
  ///
  /// - Throws: an error if the results cannot be written.
  public func bytes() throws -> OutputBytes {
    try beginText()
    return OutputBytes(to: self)
  }

  /// Begins indented JSON that arrives as bytes: at a terminal in the colours of JSON, elsewhere unchanged.
  ///
  /// - Throws: an error if the results cannot be written.
  public func jsonBytes() throws -> OutputBytes {
    try beginText()
    return OutputBytes(to: self, painter: style.isTerminal ? JSONPainter(style) : nil)
  }

  /// Writes results that are already rendered, such as a job's; without their colours, unless the reader is a
  /// terminal.
  ///
  /// - Throws: an error if the results cannot be written.
  package func rendered(_ bytes: [UInt8]) throws {
    try beginText()
    guard style.isTerminal else { return try pass(OutputStyle.withoutColors(bytes)) }
    try pass(bytes)
    if let last = bytes.last, last != UInt8(ascii: "\n") { try pass("\n".utf8, isRest: true) }
  }
}

/// Writes text that arrives as pieces of bytes, such as a server's response.
///
/// Pipes and files get the bytes unchanged, and a newline at the end only if other output follows in the same
/// line. A terminal gets the text with control characters escaped, and a newline at the end.
@MainActor
public struct OutputBytes {
  private let output: Output
  /// An incomplete character or line break, whose rest has not arrived yet.
  private var rest: [UInt8] = []
  private var hasBegun = false
  /// Whether the text so far ends inside a line of the terminal.
  private var isInLine = false
  /// Colours JSON, at a terminal.
  private let painter: JSONPainter?

  init(to output: Output, painter: JSONPainter? = nil) {
    self.output = output
    self.painter = painter
  }

  /// Writes a piece of the text.
  ///
  /// - Throws: an error if the results cannot be written.
  public mutating func write(_ piece: some Collection<UInt8>) throws {
    guard output.style.isTerminal else { return try pass(piece) }
    if let painter {
      var painted: [UInt8] = []
      painter.paint(piece, to: &painted)
      return try show(painted)
    }
    rest.append(contentsOf: piece)
    try show(rest.count - Self.unfinished(rest))
  }

  /// Ends the text.
  ///
  /// - Throws: an error if the results cannot be written.
  public mutating func end() throws {
    guard output.style.isTerminal else { return }
    var painted: [UInt8] = []
    painter?.end(to: &painted)
    try show(painted)
    try show(rest.count)
    if isInLine { try pass("\n".utf8) }
    isInLine = false
  }

  private mutating func pass(_ piece: some Collection<UInt8>) throws {
    if piece.isEmpty { return }
    try output.pass(piece, isRest: hasBegun)
    hasBegun = true
  }

  private mutating func show(_ painted: [UInt8]) throws {
    guard let last = painted.last else { return }
    isInLine = last != UInt8(ascii: "\n")
    try pass(painted)
  }

  private mutating func show(_ count: Int) throws {
    guard count > 0 else { return }
    let text = TerminalText.escaped(
      String(decoding: rest[..<count], as: UTF8.self), keepsLines: true)
    isInLine = rest[count - 1] != UInt8(ascii: "\n")
    rest.removeFirst(count)
    try pass(text.utf8)
  }

  /// The number of bytes at the end that may be the beginning of a multi-byte character or a CR LF.
  private static func unfinished(_ bytes: [UInt8]) -> Int {
    if bytes.last == UInt8(ascii: "\r") { return 1 }
    for (index, byte) in bytes.suffix(3).reversed().enumerated() {
      // The highest bits of a continuation byte are 10; a first byte encodes the character's length.
      if byte & 0xC0 == 0x80 { continue }
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return index + 1 < length ? index + 1 : 0
    }
    return 0
  }
}

/// Finds a body's bytes and its end.
struct BodyDecoder {
  private enum State {
    case bytes(Int)
    case chunkSize
    case chunk(Int)
    case chunkEnd
    case trailer(Int)
    case end
  }

  /// How long a line with a chunk's size may be, its extensions included.
  private static let longestSizeLine = 256

  /// How long all fields after the last chunk may be.
  private static let longestTrailer = 8 << 10

  private var state: State

  init(_ framing: RequestHead.Framing) {
    switch framing {
    case .length(let count): state = count == 0 ? .end : .bytes(count)
    case .chunked: state = .chunkSize
    }
  }

  /// Whether the whole body has come.
  var isAtEnd: Bool {
    if case .end = state { true } else { false }
  }

  /// Takes what has come of the body.
  ///
  /// - Parameter give: is called with each piece.
  mutating func read(
    _ input: inout InputBuffer, _ give: (ArraySlice<UInt8>) -> Void
  ) throws(Problem) {
    while try step(&input, give) {}
  }

  /// Goes on by one piece or line.
  ///
  /// - Returns: false where more has to come first, or there is no more.
  private mutating func step(
    _ input: inout InputBuffer, _ give: (ArraySlice<UInt8>) -> Void
  ) throws(Problem) -> Bool {
    switch state {
    case .end:
      return false
    case .bytes(let rest):
      guard let left = Self.piece(of: rest, &input, give) else { return false }
      state = left == 0 ? .end : .bytes(left)
    case .chunk(let rest):
      guard let left = Self.piece(of: rest, &input, give) else { return false }
      state = left == 0 ? .chunkEnd : .chunk(left)
    case .chunkSize:
      guard let line = try Self.line(&input, Self.longestSizeLine) else { return false }
      let size = try Self.size(line)
      state = size == 0 ? .trailer(Self.longestTrailer) : .chunk(size)
    case .chunkEnd:
      guard let line = try Self.line(&input, 0) else { return false }
      guard line.isEmpty else { throw .badBody }
      state = .chunkSize
    case .trailer(let rest):
      guard let line = try Self.line(&input, rest) else { return false }
      if line.isEmpty {
        state = .end
      } else {
        _ = try RequestHead.field(line)
        state = .trailer(rest - line.count)
      }
    }
    return true
  }

  /// Gives what is there of a part of known size.
  ///
  /// - Returns: how much of it is still to come; nil where nothing was there.
  private static func piece(
    of rest: Int, _ input: inout InputBuffer, _ give: (ArraySlice<UInt8>) -> Void
  ) -> Int? {
    guard input.count > 0 else { return nil }
    let piece = input.take(rest)
    give(piece)
    return rest - piece.count
  }

  private static func line(
    _ input: inout InputBuffer, _ bound: Int
  ) throws(Problem) -> ArraySlice<UInt8>? {
    switch input.line(upTo: bound) {
    // A CR may have come without its LF.
    case .incomplete: return nil
    case .tooLong, .malformed: throw .badBody
    case .line(let line): return line
    }
  }

  /// The size in `1a;name=value` (RFC 9112, section 7.1).
  private static func size(_ line: ArraySlice<UInt8>) throws(Problem) -> Int {
    let digits = line.prefix { $0 != UInt8(ascii: ";") }
    guard !digits.isEmpty, digits.count <= 8 else { throw .badBody }
    var size = 0
    for digit in digits {
      guard let value = Character(UnicodeScalar(digit)).hexDigitValue, digit < 0x80 else {
        throw .badBody
      }
      size = size * 16 + value
    }
    return size
  }
}

struct BodyDecoder {
  private enum State {
    case bytes(Int)
    case chunkSize
    case chunk(Int)
    case chunkEnd
    case trailer(Int)
    case end
  }

  /// The length limit of a line with a chunk's size, including extensions, in bytes.
  private static let longestSizeLine = 256

  /// The length limit of the trailer, which is all fields after the last chunk, in bytes.
  private static let longestTrailer = 8 << 10

  private var state: State

  init(_ framing: RequestHead.Framing) {
    switch framing {
    case .length(let count): state = count == 0 ? .end : .bytes(count)
    case .chunked: state = .chunkSize
    }
  }

  var isAtEnd: Bool {
    if case .end = state { true } else { false }
  }

  mutating func read(
    _ input: inout InputBuffer, _ receive: (ArraySlice<UInt8>) -> Void
  ) throws(HTTPProblem) {
    while try step(&input, receive) {}
  }

  /// Decodes a piece or line; returns false at the end, or if more bytes must arrive first.
  private mutating func step(
    _ input: inout InputBuffer, _ receive: (ArraySlice<UInt8>) -> Void
  ) throws(HTTPProblem) -> Bool {
    switch state {
    case .end:
      return false
    case .bytes(let rest):
      guard let left = Self.piece(of: rest, &input, receive) else { return false }
      state = left == 0 ? .end : .bytes(left)
    case .chunk(let rest):
      guard let left = Self.piece(of: rest, &input, receive) else { return false }
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

  /// Returns the number of bytes still to arrive, or nil if there was nothing to decode.
  private static func piece(
    of rest: Int, _ input: inout InputBuffer, _ receive: (ArraySlice<UInt8>) -> Void
  ) -> Int? {
    guard input.count > 0 else { return nil }
    let piece = input.take(rest)
    receive(piece)
    return rest - piece.count
  }

  private static func line(
    _ input: inout InputBuffer, _ bound: Int
  ) throws(HTTPProblem) -> ArraySlice<UInt8>? {
    switch input.line(upTo: bound) {
    case .incomplete: return nil
    case .tooLong, .malformed: throw .badBody
    case .line(let line): return line
    }
  }

  /// Returns the size in `1a;name=value` (RFC 9112, section 7.1).
  private static func size(_ line: ArraySlice<UInt8>) throws(HTTPProblem) -> Int {
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

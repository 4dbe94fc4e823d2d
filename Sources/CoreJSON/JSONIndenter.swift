/// Indents JSON, piece by piece: only the white space changes, so numbers and the order of fields stay
/// as the server has written them.
public struct JSONIndenter: IteratorProtocol, Sequence {
  private static let pieceSize = 64 << 10
  private static let step = 2

  private let bytes: [UInt8]
  private var index = 0
  private var depth: Int
  private var isAtEnd: Bool

  /// Creates an indenter.
  ///
  /// - Parameters:
  ///   - bytes: JSON without errors.
  ///   - depth: the nesting depth, if it is part of other JSON; if so, no newline is added at the end.
  public init(_ bytes: [UInt8], depth: Int = 0) {
    self.bytes = bytes
    self.depth = depth
    isAtEnd = depth > 0
  }

  /// Returns the next piece; nil after the last one, which ends with a newline.
  public mutating func next() -> [UInt8]? {
    var piece: [UInt8] = []
    while piece.count < Self.pieceSize, index < bytes.count { add(to: &piece) }
    if index == bytes.count, !isAtEnd {
      isAtEnd = true
      piece.append(UInt8(ascii: "\n"))
    }
    return piece.isEmpty ? nil : piece
  }

  private mutating func add(to piece: inout [UInt8]) {
    let byte = bytes[index]
    index += 1
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D: return
    case UInt8(ascii: "\""): addString(to: &piece)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      piece.append(byte)
      skipBlanks()
      // `[` and `{` are two before `]` and `}`.
      if index < bytes.count, bytes[index] == byte + 2 {
        piece.append(bytes[index])
        index += 1
      } else {
        depth += 1
        addLine(to: &piece)
      }
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      addLine(to: &piece)
      piece.append(byte)
    case UInt8(ascii: ","):
      piece.append(byte)
      addLine(to: &piece)
    case UInt8(ascii: ":"): piece += [byte, 0x20]
    default: piece.append(byte)
    }
  }

  private mutating func addString(to piece: inout [UInt8]) {
    let start = index - 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    index = Swift.min(index + 1, bytes.count)
    piece += bytes[start..<index]
  }

  private func addLine(to piece: inout [UInt8]) {
    piece.append(UInt8(ascii: "\n"))
    piece += repeatElement(0x20, count: Swift.max(depth, 0) * Self.step)
  }

  private mutating func skipBlanks() {
    while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
  }
}

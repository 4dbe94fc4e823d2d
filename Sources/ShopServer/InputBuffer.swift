/// The bytes that a client has sent and the server has not used yet.
struct InputBuffer {
  /// A line, or why there is none.
  enum Line {
    /// The line's end has not come yet.
    case incomplete
    /// A line without its CR LF.
    case line(ArraySlice<UInt8>)
    /// The line has a control character, or a CR or an LF alone.
    case malformed
    /// The line is longer than the bound.
    case tooLong
  }

  private static let (tab, lf, cr) = (UInt8(0x09), UInt8(0x0A), UInt8(0x0D))

  private var bytes: [UInt8] = []
  private var start = 0
  /// How far the line at `start` has been looked at.
  private var scanned = 0

  /// How many bytes there are.
  var count: Int { bytes.count - start }

  /// Adds what has come.
  mutating func append(_ piece: some Collection<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      scanned -= start
      start = 0
    }
    bytes.append(contentsOf: piece)
  }

  /// Takes the next line.
  ///
  /// A line ends with CR LF; RFC 9112 lets a server take LF alone too, but then two servers may see different
  /// lines.
  ///
  /// - Parameter bound: how long it may be, in bytes.
  mutating func line(upTo bound: Int) -> Line {
    while scanned < bytes.count {
      let byte = bytes[scanned]
      let isAfterCR = scanned > start && bytes[scanned - 1] == Self.cr
      guard isAfterCR == (byte == Self.lf) else { return .malformed }
      if byte == Self.lf {
        let line = bytes[start..<scanned - 1]
        scanned += 1
        start = scanned
        return line.count > bound ? .tooLong : .line(line)
      }
      guard byte >= 0x20 && byte != 0x7F || byte == Self.tab || byte == Self.cr else {
        return .malformed
      }
      scanned += 1
    }
    // The CR may have come.
    return count > bound + 1 ? .tooLong : .incomplete
  }

  /// Takes bytes that are not lines.
  ///
  /// - Parameter count: how many at most.
  mutating func take(_ count: Int) -> ArraySlice<UInt8> {
    let end = start + min(count, self.count)
    defer { (start, scanned) = (end, end) }
    return bytes[start..<end]
  }
}

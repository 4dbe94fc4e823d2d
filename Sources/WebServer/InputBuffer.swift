struct InputBuffer {
  enum Line {
    case incomplete
    /// A line without its CR LF.
    case line(ArraySlice<UInt8>)
    /// The line has a control character, or a CR or LF alone.
    case malformed
    case tooLong
  }

  private static let (tab, lf, cr) = (UInt8(0x09), UInt8(0x0A), UInt8(0x0D))

  private var bytes: [UInt8] = []
  private var start = 0
  /// The end of the part already searched for a line end.
  private var scanned = 0

  var count: Int { bytes.count - start }

  mutating func append(_ piece: some Collection<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      scanned -= start
      start = 0
    }
    bytes.append(contentsOf: piece)
  }

  /// Removes and returns the next line, of at most `bound` bytes.
  ///
  /// It must end with CR LF. RFC 9112 also allows LF alone, but then a proxy may see other lines in
  /// the same bytes.
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
    // One more byte is allowed: it may be the CR.
    return count > bound + 1 ? .tooLong : .incomplete
  }

  mutating func take(_ count: Int) -> ArraySlice<UInt8> {
    let end = start + min(count, self.count)
    defer { (start, scanned) = (end, end) }
    return bytes[start..<end]
  }
}

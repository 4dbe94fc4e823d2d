/// The end of what a test writes: the last 64 KiB, beginning with a whole line.
struct OutputTail {
  /// How many bytes are shown.
  static let limit = 64 << 10
  /// How many more are held, in which a secret can be found whose beginning is not shown.
  private static let margin = 8 << 10

  private var bytes: [UInt8] = []
  private var count = 0

  mutating func append(_ new: UnsafeRawBufferPointer) {
    count += new.count
    bytes.append(contentsOf: new.suffix(Self.limit + Self.margin))
    // Not each time, since what is left is moved.
    if bytes.count > 4 * Self.limit { bytes.removeFirst(bytes.count - Self.limit - Self.margin) }
  }

  /// Returns the text and the number of bytes before it, and begins anew.
  ///
  /// - Parameter masked: replaces secrets.
  mutating func take(_ masked: (String) -> String) -> (text: String, droppedCount: Int) {
    defer { self = OutputTail() }
    let held = bytes.suffix(Self.limit + Self.margin)
    let text = masked(String(decoding: held, as: UTF8.self))
    guard text.utf8.count > Self.limit || held.count < count else { return (text, 0) }
    let tail = Array(text.utf8.suffix(Self.limit))
    var start = 0
    if let end = tail.dropLast(1).firstIndex(of: UInt8(ascii: "\n")) {
      start = end + 1
    } else {
      while start < tail.count, tail[start] & 0xC0 == 0x80 { start += 1 }
    }
    let shown = tail[start...]
    return (String(decoding: shown, as: UTF8.self), max(0, count - shown.count))
  }
}

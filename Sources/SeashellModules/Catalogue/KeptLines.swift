/// The last lines that a module wrote to standard error, up to a number of bytes, with their ends.
struct KeptLines {
  private let limit: Int
  private var size = 0
  private(set) var lines: [String] = []

  /// - Parameters:
  ///   - lines: the first lines.
  ///   - limit: the most bytes to keep.
  init(_ lines: [String] = [], limit: Int) {
    self.limit = limit
    for line in lines { append(line) }
  }

  /// Adds a line, and drops the oldest ones if there are too many bytes; cuts a line that is too long.
  mutating func append(_ line: String) {
    let line =
      line.utf8.count < limit ? line : String(decoding: line.utf8.prefix(limit - 1), as: UTF8.self)
    lines.append(line)
    size += line.utf8.count + 1
    var dropped = 0
    while size > limit, dropped < lines.count - 1 {
      size -= lines[dropped].utf8.count + 1
      dropped += 1
    }
    // Lines are dropped in blocks: to remove the first element moves all others.
    if dropped > 0 { lines.removeFirst(dropped) }
  }
}

/// The last lines that a module wrote to standard error, up to a total size.
struct KeptLines {
  private let limit: Int
  private var size = 0
  private(set) var lines: [String] = []

  /// `limit` is for all lines with their line ends, in bytes.
  init(_ lines: [String] = [], limit: Int) {
    self.limit = limit
    for line in lines { append(line) }
  }

  /// Adds a line, cut to the limit, and drops the oldest lines if the size exceeds it.
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
    // Drop lines in blocks: removing the first element moves all others.
    if dropped > 0 { lines.removeFirst(dropped) }
  }
}

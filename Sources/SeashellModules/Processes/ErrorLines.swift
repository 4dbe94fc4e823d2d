/// Splits a module's standard error into lines, and cuts those that are too long.
struct ErrorLines {
  /// The maximum length of a line, in bytes.
  static let longest = 4_096

  private var line: [UInt8] = []

  mutating func append(_ more: UnsafeRawBufferPointer) -> [String] {
    var lines: [String] = []
    var rest = more[...]
    while let end = rest.firstIndex(of: 0x0A) {
      line.append(contentsOf: rest[..<end].prefix(Self.longest - line.count))
      lines += takeLine()
      rest = rest[(end + 1)...]
    }
    line.append(contentsOf: rest.prefix(Self.longest - line.count))
    return lines
  }

  mutating func takeLine() -> [String] {
    defer { line.removeAll(keepingCapacity: true) }
    if line.last == 0x0D { line.removeLast() }
    return line.isEmpty ? [] : [String(decoding: line, as: UTF8.self)]
  }
}

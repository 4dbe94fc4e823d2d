/// A line of the history's file: a statement, and behind `\@` the environment in which it ran.
struct HistoryLine {
  /// The size limit of a saved statement, in bytes: 64 KiB.
  static let longest = 1 << 16
  /// The size limit of an environment's name in a line, in bytes; a longer one is left out.
  private static let longestEnvironment = 1024

  /// The line, including its newline.
  let bytes: [UInt8]

  /// Returns nil for a statement that is empty, too long or contains a zero byte.
  init?(_ statement: String, in environment: String = "") {
    guard !statement.isEmpty, statement.utf8.count <= Self.longest,
      !statement.utf8.contains(0)
    else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(statement.utf8.count + environment.utf8.count + 3)
    func append(_ text: String) {
      for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "\n"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
        case UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "\\")]
        default: bytes.append(byte)
        }
      }
    }
    append(statement)
    if !environment.isEmpty, 2 * environment.utf8.count + 2 <= Self.longestEnvironment {
      bytes += [UInt8(ascii: "\\"), UInt8(ascii: "@")]
      append(environment)
    }
    bytes.append(UInt8(ascii: "\n"))
    self.bytes = bytes
  }

  /// Decodes a line without its newline; nil if it is damaged.
  static func entry(of line: ArraySlice<UInt8>) -> (statement: String, environment: String)? {
    guard !line.isEmpty, line.count <= 2 * longest + longestEnvironment, !line.contains(0) else {
      return nil
    }
    guard line.contains(UInt8(ascii: "\\")) else {
      return String(validating: line, as: UTF8.self).map { ($0, "") }
    }
    var statement: String?
    var bytes: [UInt8] = []
    var rest = line.makeIterator()
    while let byte = rest.next() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      switch rest.next() {
      case UInt8(ascii: "n"): bytes.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "\\"): bytes.append(UInt8(ascii: "\\"))
      case UInt8(ascii: "@") where statement == nil:
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        statement = text
        bytes = []
      default: return nil
      }
    }
    guard let last = String(validating: bytes, as: UTF8.self) else { return nil }
    return statement.map { ($0, last) } ?? (last, "")
  }
}

import FoundationEssentials
import SeashellKit

/// JSON that a user has written: it is checked, and sent as it is.
enum JSONText {
  /// - Throws: ``ShellError`` `usage` that says where the text is no JSON, and does not quote it.
  static func body(_ text: String) throws(ShellError) -> APIBody {
    if let fault = JSONChecker.fault(in: text) {
      let before = text.utf8.prefix(fault.offset)
      let line = before.count { $0 == 0x0A } + 1
      let lineStart =
        before.lastIndex(of: 0x0A).map { before.index(after: $0) } ?? before.startIndex
      let column = String(decoding: before[lineStart...], as: UTF8.self).count + 1
      let place = line == 1 ? "character \(column)" : "line \(line), character \(column)"
      throw ShellError(.usage, "--json takes JSON, and at \(place) \(fault.message)")
    }
    return .data(Data(text.utf8), contentType: "application/json")
  }
}

import FoundationEssentials
import SeashellKit

extension APIBody {
  /// Checks JSON that a user has typed, and sends it unchanged.
  ///
  /// The error has a position, but does not quote the text.
  static func json(checking text: String) throws(ShellError) -> APIBody {
    do throws(JSONError) {
      try JSONValue.check(text.utf8)
    } catch {
      throw ShellError(
        .usage, "--json is not valid JSON: \(error.place(in: Array(text.utf8)))",
        hint: text.utf8.first == UInt8(ascii: "@") ? "'--body-file FILE' sends a file" : nil)
    }
    return .data(Data(text.utf8), contentType: "application/json")
  }
}

extension JSONError {
  func place(in bytes: [UInt8]) -> String {
    let before = bytes.prefix(offset)
    let line = before.count { $0 == 0x0A } + 1
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let column = String(decoding: before[start...], as: UTF8.self).count + 1
    return "at \(line == 1 ? "" : "line \(line), ")character \(column), \(reason.rawValue)"
  }
}

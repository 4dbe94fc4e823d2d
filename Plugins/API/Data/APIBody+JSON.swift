import FoundationEssentials
import SeashellKit

extension APIBody {
  /// Checks JSON that a user has typed, and sends it unchanged.
  ///
  /// The error has a position, but does not quote the text.
  ///
  /// - Parameters:
  ///   - option: the option with the text.
  ///   - hint: what sends something else than JSON.
  static func json(
    checking text: String, of option: String, hint: String?
  ) throws(ShellError) -> APIBody {
    do throws(JSONError) {
      try JSONValue.check(text.utf8)
    } catch {
      throw ShellError(
        .usage, "\(option) is not valid JSON: \(error.place(in: Array(text.utf8)))", hint: hint)
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

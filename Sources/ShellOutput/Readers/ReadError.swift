import CoreJSON

/// Creates the errors of a reader.
struct ReadError {
  /// The most bytes of a record.
  static let limit = 16 << 20

  /// The name of the file; nil if the bytes do not come from a file.
  let file: String?

  /// The error about a place.
  ///
  /// - Parameters:
  ///   - line: the number of the line.
  ///   - column: the number of the byte in the line, from 1; nil to name the line alone.
  ///   - message: what is wrong there.
  ///   - code: the kind of error.
  ///   - hint: what the user can do.
  func at(
    line: Int, column: Int? = nil, _ message: String, code: ShellError.Code = .failed,
    hint: String? = nil
  ) -> ShellError {
    let column = column.map { ", column \($0)" } ?? ""
    let file = file.map { "'\($0)'" } ?? "the input"
    return ShellError(code, "line \(line)\(column) of \(file): \(message)", hint: hint)
  }

  /// The error of a record that is too long.
  func tooLong(line: Int, hint: String? = nil) -> ShellError {
    at(line: line, "the record is longer than 16 MiB", code: .limit, hint: hint)
  }

  /// The error of bytes that are not UTF-8.
  func notUTF8(line: Int, column: Int? = nil) -> ShellError {
    at(
      line: line, column: column, "the text is not UTF-8",
      hint: "convert it first, such as with 'iconv -f LATIN1 -t UTF-8'")
  }

  /// The error of a text that is not JSON.
  func json(_ reason: JSONError.Reason, line: Int, column: Int) -> ShellError {
    reason == .notUTF8
      ? notUTF8(line: line, column: column) : at(line: line, column: column, reason.rawValue)
  }
}

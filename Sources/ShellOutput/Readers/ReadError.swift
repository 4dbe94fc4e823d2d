import CoreJSON

struct ReadError {
  /// The size limit of a record, in bytes.
  static let limit = 16 << 20

  /// The name of the file, if the bytes come from one.
  let file: String?

  /// `column` counts bytes from 1; nil names only the line.
  func at(
    line: Int, column: Int? = nil, _ message: String, code: ShellError.Code = .failed,
    hint: String? = nil
  ) -> ShellError {
    let column = column.map { ", column \($0)" } ?? ""
    let file = file.map { "'\($0)'" } ?? "the input"
    return ShellError(code, "line \(line)\(column) of \(file): \(message)", hint: hint)
  }

  func tooLong(line: Int, hint: String? = nil) -> ShellError {
    at(line: line, "the record is longer than 16 MiB", code: .limit, hint: hint)
  }

  func notUTF8(line: Int, column: Int? = nil) -> ShellError {
    at(
      line: line, column: column, "the text is not UTF-8",
      hint: "convert it first, such as with 'iconv -f LATIN1 -t UTF-8'")
  }

  func json(_ reason: JSONError.Reason, line: Int, column: Int) -> ShellError {
    reason == .notUTF8
      ? notUTF8(line: line, column: column) : at(line: line, column: column, reason.rawValue)
  }
}

import SeashellKit

/// A name and a value as a user writes them: `NAME=VALUE`.
struct RequestField: Equatable {
  let name: String
  let value: String

  /// - Parameter option: the option that gives it, for the error, which does not quote the text.
  init(_ text: String, of option: String) throws(ShellError) {
    // By bytes, since a letter may combine with what stands before it.
    guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")), equals != text.startIndex else {
      throw ShellError(.usage, "\(option) takes NAME=VALUE")
    }
    name = String(decoding: text.utf8[..<equals], as: UTF8.self)
    value = String(decoding: text.utf8[equals...].dropFirst(), as: UTF8.self)
  }
}

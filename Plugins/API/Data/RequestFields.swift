import SeashellKit

/// A field of a query or form, typed as `NAME=VALUE`.
struct RequestField: Equatable {
  let name: String
  let value: String

  /// - Parameter option: the name of the option, for the error.
  /// - Throws: ``ShellError`` `usage`, which does not quote the text.
  init(_ text: String, of option: String) throws(ShellError) {
    // Compares bytes: a combining character after the `=` would hide it.
    guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")), equals != text.startIndex else {
      throw ShellError(.usage, "\(option) takes NAME=VALUE")
    }
    name = String(decoding: text.utf8[..<equals], as: UTF8.self)
    value = String(decoding: text.utf8[equals...].dropFirst(), as: UTF8.self)
  }
}

/// A header field, typed as `NAME: VALUE`.
struct RequestHeader: Equatable {
  /// The fields that only the transport may set.
  private static let reserved: Set = [
    "connection", "content-length", "expect", "host", "keep-alive", "proxy-authorization",
    "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  let name: String
  let value: String

  /// - Throws: ``ShellError`` `usage`, which does not quote the value.
  init(_ text: String) throws(ShellError) {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      throw ShellError(.usage, "--header takes NAME:VALUE")
    }
    name = String(decoding: text.utf8[..<colon], as: UTF8.self)
    value = String(
      String(decoding: text.utf8[colon...].dropFirst(), as: UTF8.self).trimmingSpaces)
    guard HTTPHeaders.isName(name) else {
      throw ShellError(
        .usage, "the name before the ':' of --header is not a valid field name")
    }
    guard HTTPHeaders.isValue(value) else {
      throw ShellError(.usage, "the value of the header field \(name) contains a control character")
    }
    guard !Self.reserved.contains(name.lowercased()) else {
      throw ShellError(.usage, "the header field \(name) is set by the shell itself")
    }
  }
}

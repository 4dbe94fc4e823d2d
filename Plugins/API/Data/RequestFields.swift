import SeashellKit

/// A field of a query or form, typed as `NAME=VALUE`.
struct RequestField: Equatable, ParameterValue {
  static let parameterType = ValueType.custom("NAME=VALUE")
  static let parameterName = "NAME=VALUE"

  let name: String
  let value: GivenText

  var parameterText: String { "\(name)=\(value.text)" }

  init(parameter text: String) throws { try self.init(given: GivenText(parameter: text)) }

  /// - Throws: `ParameterError`, which does not quote the text.
  init(given: GivenText) throws {
    let text = given.text
    // Compare bytes: a combining character after the `=` would hide it.
    guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")), equals != text.startIndex else {
      throw ParameterError("takes NAME=VALUE")
    }
    name = String(decoding: text.utf8[..<equals], as: UTF8.self)
    value = given[text.utf8.index(after: equals)...]
  }
}

/// A header field, typed as `NAME: VALUE`.
struct RequestHeader: Equatable, ParameterValue {
  static let parameterType = ValueType.custom("NAME:VALUE")
  static let parameterName = "NAME:VALUE"

  let name: String
  let value: String

  var parameterText: String { "\(name):\(value)" }

  /// - Throws: `ParameterError`, which does not quote the value.
  init(parameter text: String) throws {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      throw ParameterError("takes NAME:VALUE")
    }
    name = String(decoding: text.utf8[..<colon], as: UTF8.self)
    let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let bytes = text.utf8[colon...].dropFirst().drop(while: isSpace)
    let end = bytes.lastIndex { !isSpace($0) }.map { bytes.index(after: $0) } ?? bytes.startIndex
    value = String(decoding: bytes[..<end], as: UTF8.self)
    guard HTTPHeaders.isName(name) else {
      throw ParameterError("has no valid field name before the ':'")
    }
    guard HTTPHeaders.isValue(value) else {
      throw ParameterError("has a control character in the value of \(name)")
    }
    guard !HTTPHeaders.isReserved(name) else {
      throw ParameterError("cannot set \(name), which the shell sets itself")
    }
  }
}

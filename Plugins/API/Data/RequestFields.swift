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

/// A header field, typed as `NAME: VALUE`, as `NAME;` without a value, or as `NAME:` to leave it out.
struct RequestHeader: Equatable, ParameterValue {
  static let parameterType = ValueType.custom("NAME:VALUE")
  static let parameterName = "NAME:VALUE"

  let parameterText: String

  /// - Throws: `ParameterError`, which does not quote the value.
  init(parameter text: String) throws {
    parameterText = text
    var headers = HTTPHeaders()
    if let problem = headers.add(typed: text) { throw ParameterError(problem) }
  }
}

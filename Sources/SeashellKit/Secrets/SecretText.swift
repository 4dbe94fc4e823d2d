import WebAuthorization
import WebMessages

enum SecretText {
  /// The maximum size of a secret, in bytes.
  static let maximumSize = 64 << 10

  /// Returns the secret in a file or a program's output, without the line break at its end.
  ///
  /// `verb` relates the source to its content in errors: `has` or `printed`.
  static func secret(
    _ bytes: [UInt8], _ verb: String
  ) throws(SecretProblem) -> Secret {
    let text = try text(bytes, verb)
    guard !text.utf8.contains(0x0A) else { throw SecretProblem("\(verb) more than one line") }
    return try secret(text, verb)
  }

  /// Returns a secret that may have several lines, without the line break at its end.
  static func text(_ bytes: [UInt8], _ verb: String) throws(SecretProblem) -> String {
    guard bytes.count <= maximumSize else { throw SecretProblem("\(verb) more than 64 KiB") }
    var rest = bytes[...]
    if rest.last == 0x0A { rest = rest.dropLast() }
    if rest.last == 0x0D, rest.count < bytes.count { rest = rest.dropLast() }
    guard !rest.isEmpty else { throw SecretProblem("\(verb) no text") }
    guard let text = String(validating: rest, as: UTF8.self) else {
      throw SecretProblem("\(verb) text that is not UTF-8")
    }
    return text
  }

  static func secret(_ text: String, _ verb: String) throws(SecretProblem) -> Secret {
    guard HTTPHeaders.isValue(text) else { throw SecretProblem("\(verb) a control character") }
    return Secret(text)
  }
}

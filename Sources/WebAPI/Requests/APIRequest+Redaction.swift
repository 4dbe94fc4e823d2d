import CoreJSON
import FoundationEssentials
import WebMessages

extension APIRequest {
  func redact(_ text: String) -> String {
    var text = text
    for field in headers where isCredential(field) {
      // Of `Bearer abc`, the second word is the secret.
      for secret in field.value.split(separator: " ") where secret.count >= 8 {
        for form in Self.forms(of: String(secret)) { text = text.without(form) }
      }
    }
    // A value of one to three characters, such as a number, occurs by chance.
    let addressed = (credentialValues + addedSecrets + headerSecrets).filter { $0.count >= 4 }
    for secret in secrets + addressed {
      for form in Self.forms(of: secret) where text.has(form) {
        // A gap in a well-known sentence would reveal a short secret.
        guard secret.count >= 8 else { return "…" }
        text = text.without(form)
      }
    }
    return text
  }

  /// The passwords and keys inside header fields: the password in Basic's encoded value, and the values of
  /// cookies.
  private var headerSecrets: [String] {
    headers.filter(isCredential).flatMap { name, value -> [String] in
      if name.lowercased() == "cookie" {
        return value.split(separator: ";").compactMap { pair in
          pair.firstIndex(of: "=").map { String(pair[pair.index(after: $0)...]) }
        }
      }
      guard value.lowercased().hasPrefix("basic "),
        let decoded = Data(base64Encoded: String(value.dropFirst(6)))
      else { return [] }
      let text = String(decoding: decoded, as: UTF8.self)
      return text.firstIndex(of: ":").map { [String(text[text.index(after: $0)...])] } ?? []
    }
  }

  /// The forms in which a server may repeat a secret: unchanged or escaped.
  private static func forms(of secret: String) -> [String] {
    let escaped = PercentEncoding.encode(secret, keeping: PercentEncoding.query)
    var forms = [secret, escaped, escaped.withLowerCaseEscapes]
    let encoder = JSONEncoder()
    for formatting in [JSONEncoder.OutputFormatting(), .withoutEscapingSlashes] {
      encoder.outputFormatting = formatting
      guard let data = try? encoder.encode(JSONValue.string(secret)) else { continue }
      let form = String(decoding: data.dropFirst().dropLast(), as: UTF8.self)
      forms += [form, form.escapedToASCII]
    }
    return forms.filter { !$0.isEmpty }
  }
}

// By scalars, since a combining mark after a secret would change its last character.
extension String {
  fileprivate func has(_ part: String) -> Bool {
    unicodeScalars.firstRange(of: part.unicodeScalars) != nil
  }

  fileprivate func without(_ part: String) -> String {
    unicodeScalars.split(separator: part.unicodeScalars, omittingEmptySubsequences: false)
      .map { String($0) }.joined(separator: "…")
  }

  fileprivate var withLowerCaseEscapes: String {
    var (text, rest) = ("", self[...])
    while let escape = rest.firstIndex(of: "%") {
      text += rest[..<escape] + rest[escape...].prefix(3).lowercased()
      rest = rest[escape...].dropFirst(3)
    }
    return text + rest
  }

  /// The text as in a JSON string that escapes everything except ASCII (RFC 8259, section 7).
  fileprivate var escapedToASCII: String {
    utf16.map { unit in
      guard unit > 0x7F else { return String(UnicodeScalar(UInt8(unit))) }
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}

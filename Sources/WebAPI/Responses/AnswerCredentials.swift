import CoreJSON
import CoreSecrets
import FoundationEssentials
import WebMessages

/// Finds the credentials in a response, such as the tokens that a sign-in issues, by the names of their fields.
enum AnswerCredentials {
  /// The most that are taken from a body; what has more is a list of them.
  private static let most = 200
  /// The length of the shortest cookie that is taken alone, in bytes; a shorter one, such as `dark`, is a setting.
  private static let shortestCookie = 8

  /// The credentials in header fields; of a cookie also its value alone.
  static func texts(in headers: HTTPHeaders) -> [String] {
    headers.flatMap { field -> [String] in
      guard CredentialName.isCredential(field.name, in: .header) else { return [] }
      guard field.name.lowercased() == "set-cookie" else { return [field.value] }
      let pair = field.value.prefix { $0 != ";" }
      let value = pair.drop { $0 != "=" }.dropFirst().filter { $0 != "\"" }
      return value.utf8.count < shortestCookie ? [] : [String(pair), value]
    }
  }

  /// The credentials in a body: in JSON, also a value for each line, in forms and in other text.
  static func texts(in body: Data, _ contentType: String?) -> [String] {
    var texts: [String] = []
    if body.withUnsafeBytes(JSONCredentials.mayBeJSON) {
      // Most bodies have none, and need no values.
      guard body.withUnsafeBytes({ JSONCredentials.firstName(in: $0) }) != nil else { return [] }
      if let value = JSONValue(body: body) {
        add(value, isCredential: false, to: &texts)
        return texts
      }
      for line in body.split(separator: UInt8(ascii: "\n")) {
        if let value = JSONValue(body: line) { add(value, isCredential: false, to: &texts) }
      }
      if !texts.isEmpty { return texts }
    }
    if contentType?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true {
      for field in String(decoding: body, as: UTF8.self).split(separator: "&") {
        let name = field.prefix { $0 != "=" }
        guard CredentialName.isCredential(name, in: .field) else { continue }
        add(PercentEncoding.decode(field.dropFirst(name.count + 1)), to: &texts)
      }
      return texts
    }
    for text in body.withUnsafeBytes(CredentialText.values) { add(text, to: &texts) }
    return texts
  }

  private static func add(_ text: String, to texts: inout [String]) {
    if texts.count < most, !text.isEmpty { texts.append(text) }
  }

  /// Adds the texts and numbers of a value that is a credential, and of the credentials in it.
  private static func add(_ value: JSONValue, isCredential: Bool, to texts: inout [String]) {
    switch value {
    case .object(let members):
      for member in members {
        add(
          member.value,
          isCredential: isCredential || CredentialName.isCredential(member.key, in: .field),
          to: &texts)
      }
    case .array(let values):
      for value in values { add(value, isCredential: isCredential, to: &texts) }
    case .string(let text): if isCredential { add(text, to: &texts) }
    case .integer(let number): if isCredential { add(String(number), to: &texts) }
    case .number(let number): if isCredential { add(number.text, to: &texts) }
    default: break
    }
  }
}

import CoreSecrets
import SeashellKit
import WebMessages

extension ModuleRecord {
  /// Replaces each credential in clear text by a reference, and adds it to ``secrets``.
  ///
  /// - Returns: descriptions for a message: `the variable API_KEY`; empty if there are none.
  @discardableResult
  mutating func takeSecrets() -> [String] {
    var titles: [String] = []
    var found = ModuleSecrets()
    replaceLiterals { key, title, value in
      titles.append(title)
      let key = key.replacing("}", with: "_")
      found[key] = value
      return ModuleSecrets.reference(to: key)
    }
    secrets.add(found)
    return titles
  }

  /// A description of the first credential in clear text; nil if there is none.
  var firstLiteral: String? {
    var first: String?
    var copy = self
    copy.replaceLiterals { _, title, value in
      first = first ?? title
      return value
    }
    return first
  }

  /// The words whose values other users can see in the list of processes: `--api-key`.
  var visibleWords: [String] {
    var names: [String] = []
    var copy = self
    copy.replaceInWords { _, name, value in
      names.append(name)
      return value
    }
    return names
  }

  private mutating func replaceLiterals(
    _ body: (_ key: String, _ title: String, _ value: String) -> String
  ) {
    for (name, value) in variables.sorted(by: { $0.key < $1.key })
    where CredentialName.isCredential(name, in: .field) && Self.isLiteral(value) {
      variables[name] = body("env \(name)", "the variable \(name)", value)
    }
    switch source {
    case .remote(let url, var headers):
      for (name, value) in headers.sorted(by: { $0.key < $1.key })
      where HTTPHeaders.isSecret(name) && Self.isLiteral(value) {
        headers[name] = body("header \(name)", "the header field \(name)", value)
      }
      let address = Self.replacing(in: url) { name, value in
        Self.isLiteral(value) ? body("address \(name)", "'\(name)' of the address", value) : value
      }
      source = .remote(url: address, headers: headers)
    case .server, .program:
      replaceInWords { index, name, value in
        Self.isLiteral(value) ? body("word \(index)", "the value of '\(name)'", value) : value
      }
    }
  }

  /// Replaces the value of each word that contains a credential: `--api-key VALUE`, `--api-key=VALUE`,
  /// `Authorization: VALUE` and a parameter of an address.
  private mutating func replaceInWords(
    _ body: (_ index: Int, _ name: String, _ value: String) -> String
  ) {
    guard var words = commandLine else { return }
    var isValue = false
    for index in words.indices.dropFirst() {
      let word = words[index]
      defer { isValue = Self.isCredentialOption(word) }
      if isValue, !word.hasPrefix("-") {
        words[index] = body(index, words[index - 1], word)
      } else if word.contains("://") {
        words[index] = Self.replacing(in: word) { body(index, $0, $1) }
      } else if let (name, start) = Self.assignment(in: word) {
        words[index] = String(word[..<start]) + body(index, name, String(word[start...]))
      }
    }
    commandLine = words
  }

  private static func isCredentialOption(_ word: String) -> Bool {
    word.hasPrefix("-") && !word.contains("=")
      && CredentialName.isCredential(String(word.drop { $0 == "-" }), in: .field)
  }

  /// The name of the credential to which a word assigns a value, and the start of the value.
  private static func assignment(in word: String) -> (name: String, start: String.Index)? {
    guard let end = word.firstIndex(where: { $0 == "=" || $0 == ":" }) else { return nil }
    let name = String(word[..<end])
    let start = word.index(after: end)
    if word[end] == "=" {
      return CredentialName.isCredential(String(name.drop { $0 == "-" }), in: .field)
        ? (name, start) : nil
    }
    guard HTTPHeaders.isName(name), HTTPHeaders.isSecret(name) else { return nil }
    return (name, word[start...].firstIndex { $0 != " " } ?? word.endIndex)
  }

  /// Replaces the password in an address, and the parameters that are credentials.
  private static func replacing(
    in address: String, _ body: (_ name: String, _ value: String) -> String
  ) -> String {
    guard let scheme = address.firstRange(of: "://") else { return address }
    var result = String(address[..<scheme.upperBound])
    var rest = address[scheme.upperBound...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    if let at = authority.lastIndex(of: "@"), let colon = authority[..<at].firstIndex(of: ":") {
      let start = authority.index(after: colon)
      result += authority[..<start] + body("password", String(authority[start..<at]))
      rest = rest[at...]
    }
    guard let question = rest.firstIndex(of: "?") else { return result + rest }
    let end = rest.firstIndex(of: "#") ?? rest.endIndex
    let query = rest[rest.index(after: question)..<max(end, rest.index(after: question))]
    let parameters = query.split(separator: "&", omittingEmptySubsequences: false).map { part in
      guard let equals = part.firstIndex(of: "="),
        CredentialName.isCredential(String(part[..<equals]), in: .address)
      else { return String(part) }
      let start = part.index(after: equals)
      return part[..<start] + body(String(part[..<equals]), String(part[start...]))
    }
    return result + rest[...question] + parameters.joined(separator: "&") + rest[query.endIndex...]
  }

  /// Whether a value is in clear text; a reference `${NAME}` is not, even after the word `Bearer`.
  private static func isLiteral(_ value: String) -> Bool {
    var rest = value[...]
    if let space = rest.firstIndex(of: " "),
      ["bearer", "basic", "token", "apikey"].contains(rest[..<space].lowercased())
    {
      rest = rest[rest.index(after: space)...]
    }
    return !rest.isEmpty && !VariableTemplate.isMadeOfReferences(rest)
  }
}

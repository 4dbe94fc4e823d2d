import Foundation

/// Searches everything that a shell leaves for secrets.
enum SecretSearch {
  /// The folder of stored credentials, below the home.
  static let store = "state/seashell/tokens"

  /// Finds secrets in a text, in the forms in which they are sent, and every token that a server issued.
  static func found(in content: Data, _ secrets: [String]) -> [String] {
    let text = String(decoding: content, as: UTF8.self)
    let forms = secrets.flatMap { secret in
      [
        secret, Data(secret.utf8).base64EncodedString().replacing("=", with: ""),
        String(secret.utf8.map { String($0, radix: 16) }.joined()), String(secret.reversed()),
      ]
    }
    let issued = text.matches(of: /(access|refresh)-[A-Za-z0-9_-]{20,}/).map { String($0.output.0) }
    return forms.filter { text.contains($0) } + issued
  }
}

extension Sandbox {
  /// The files below the home that contain a secret, with the secret.
  ///
  /// - Parameter isInStore: whether to search the store of credentials, too.
  func secrets(with secrets: [String], isInStore: Bool = true) throws -> [String] {
    let files = FileManager.default.enumerator(atPath: home.path)?.allObjects as? [String] ?? []
    return files.flatMap { file -> [String] in
      guard isInStore || !file.hasPrefix(SecretSearch.store),
        let content = FileManager.default.contents(atPath: "\(home.path)/\(file)")
      else { return [] }
      return SecretSearch.found(in: content, secrets).map { "\(file): \($0)" }
    }
  }
}

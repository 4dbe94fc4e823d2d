/// Finds the names of credentials in texts of unknown format.
package enum CredentialText {
  /// The words at which the subject of a title ends: `API key for the shop`.
  private static let ends: Set<String> = [
    "at", "for", "from", "if", "in", "of", "on", "that", "to", "which", "with", "you",
  ]

  /// Returns whether a title, such as that of a field in a form, asks for a credential.
  ///
  /// `Your API key for the shop` does; `Keyword` and `Token type` do not.
  package static func asksForCredential(_ title: String) -> Bool {
    let phrases = title.split { character in
      !character.isLetter && !character.isNumber && !character.isWhitespace
        && !"-_'’".contains(character)
    }
    return phrases.contains { phrase in
      phrase.split(whereSeparator: \.isWhitespace).split { ends.contains($0.lowercased()) }
        .contains { CredentialName.isCredential($0.joined(), in: .field) }
    }
  }

  /// Returns the first credential's name in a text that may also contain its value; nil if there is none.
  ///
  /// A name counts if it has several words, such as `access_token`, or is followed by `=`, `:` or `>`.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package static func firstName(in text: UnsafeRawBufferPointer) -> String? {
    var index = 0
    while index < text.count {
      let start = index
      var hasWords = false
      while index < text.count, isPart(text[index]) {
        if text[index] == UInt8(ascii: "_") || text[index] == UInt8(ascii: "-") { hasWords = true }
        index += 1
      }
      let name = UnsafeRawBufferPointer(rebasing: text[start..<index])
      if name.count >= 3, CredentialName.isCredential(name, in: .field),
        hasWords || isAssigned(text, at: index)
      {
        return CredentialName.unescaped(name)
      }
      index += 1
    }
    return nil
  }

  private static func isAssigned(_ text: UnsafeRawBufferPointer, at end: Int) -> Bool {
    var index = end
    while index < text.count, " \t\"'".utf8.contains(text[index]) { index += 1 }
    return index < text.count && "=:>".utf8.contains(text[index])
  }

  static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "%"), 0x80...:
      true
    default: false
    }
  }
}

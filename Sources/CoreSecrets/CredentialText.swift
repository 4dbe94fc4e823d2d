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
      let word = Word(in: text, at: index)
      if word.isCredential, word.hasParts || isAssigned(text, at: word.range.upperBound) {
        return CredentialName.unescaped(word.bytes)
      }
      index = word.range.upperBound + 1
    }
    return nil
  }

  /// The bytes from a place on that can be a name, which may be none.
  struct Word {
    let range: Range<Int>
    let bytes: UnsafeRawBufferPointer
    /// Whether the name has several parts, such as `access_token`.
    let hasParts: Bool

    /// - Complexity: O(*n*) in the number of these bytes.
    init(in text: UnsafeRawBufferPointer, at start: Int) {
      var end = start
      var hasParts = false
      while end < text.count, CredentialText.isPart(text[end]) {
        if text[end] == UInt8(ascii: "_") || text[end] == UInt8(ascii: "-") { hasParts = true }
        end += 1
      }
      range = start..<end
      bytes = UnsafeRawBufferPointer(rebasing: text[range])
      self.hasParts = hasParts
    }

    var isCredential: Bool {
      bytes.count >= 3 && CredentialName.isCredential(bytes, in: .field)
    }
  }

  private static func isAssigned(_ text: UnsafeRawBufferPointer, at end: Int) -> Bool {
    var index = end
    while index < text.count, " \t\"'".utf8.contains(text[index]) { index += 1 }
    return index < text.count && "=:>".utf8.contains(text[index])
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "%"), 0x80...:
      true
    default: false
    }
  }
}

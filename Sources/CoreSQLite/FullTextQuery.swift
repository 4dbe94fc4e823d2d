/// Expressions of FTS5, SQLite's full-text search.
package enum FullTextQuery {
  /// Returns the expression that finds each word of a text as a prefix; nil for a text without words.
  ///
  /// Each word is quoted, so that no character is special in FTS5. Words without a letter or digit are
  /// ignored; a text of only such words finds nothing.
  package static func prefixes(of text: String) -> String? {
    // Scalars, not Characters: FTS5 sees the quote in a quote with an accent. It also stops at a
    // NUL.
    let words = text.unicodeScalars.split { $0.properties.isWhitespace || $0 == "\0" }
    guard !words.isEmpty else { return nil }
    return words.map { word in
      var quoted = "\""
      for scalar in word {
        if scalar == "\"" { quoted.unicodeScalars.append(scalar) }
        quoted.unicodeScalars.append(scalar)
      }
      return quoted + "\"*"
    }.joined(separator: " ")
  }
}

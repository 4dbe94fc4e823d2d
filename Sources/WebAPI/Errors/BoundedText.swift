extension String {
  /// The longest title, detail or field text of an error, in characters.
  static let errorTextLength = 500

  /// The text in one line and of at most so many characters, the last of which then is `…`.
  func bounded(_ maximum: Int) -> String {
    // Bytes first: a character may be of any length.
    let start =
      utf8.count > maximum * 8 ? String(decoding: utf8.prefix(maximum * 8), as: UTF8.self) : self
    var line = String(start.map { $0.isNewline ? " " : $0 })
    // A server's words carry no control character into an error, a log or a test's output.
    if line.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      let scalars = line.unicodeScalars.map {
        $0.properties.generalCategory == .control ? " " : $0
      }
      line = String(String.UnicodeScalarView(scalars))
    }
    guard line.count > maximum || start.utf8.count < utf8.count else { return line }
    return line.prefix(maximum - 1) + "…"
  }
}

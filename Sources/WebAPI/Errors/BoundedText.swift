extension String {
  /// The maximum length of an error's title, detail or field text, in characters.
  static let errorTextLength = 500

  /// Returns the text in one line; a longer one is cut, with `…`, at a number of characters.
  func bounded(_ maximum: Int) -> String {
    // Bytes first: one character may have any number of them.
    let start =
      utf8.count > maximum * 8 ? String(decoding: utf8.prefix(maximum * 8), as: UTF8.self) : self
    var line = String(start.map { $0.isNewline ? " " : $0 })
    // Control characters from the server must not reach errors and logs.
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

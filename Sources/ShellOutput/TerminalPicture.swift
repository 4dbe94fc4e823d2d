/// Makes a picture that another program drew with characters safe for a terminal.
package enum TerminalPicture {
  /// Returns the lines of a picture: printable text, with colours.
  ///
  /// Keeps the control sequences that choose colours (SGR of ECMA-48) and escapes all others.
  ///
  /// - Parameters:
  ///   - drawn: what the program wrote.
  ///   - rows: the most lines.
  package static func lines(of drawn: some Collection<UInt8>, rows: Int) -> [String] {
    let text = String(decoding: drawn, as: UTF8.self)
    return text.split(separator: "\n").prefix(rows).map { line in
      var line = Substring(line)
      var result = ""
      while let start = line.firstIndex(of: "\u{1B}") {
        result += TerminalText.escaped(String(line[..<start]))
        line = line[start...]
        let sequence = color(at: line)
        result += sequence ?? TerminalText.escaped("\u{1B}")
        line = line.dropFirst(sequence?.count ?? 1)
      }
      return result + TerminalText.escaped(String(line)) + "\u{1B}[0m"
    }
  }

  /// The sequence at the beginning of a text, if it chooses colours: `ESC [ 38;5;1 m`.
  private static func color(at text: Substring) -> String? {
    guard text.dropFirst().first == "[", let end = text.prefix(64).firstIndex(of: "m"),
      text[..<end].dropFirst(2).allSatisfy({ $0.isASCII && $0.isNumber || $0 == ";" })
    else { return nil }
    return String(text[...end])
  }
}

extension Output {
  /// The room for a picture below a record, in cells; nil if the results are not shown as a table on a
  /// terminal with colours.
  package var pictureRoom: (columns: Int, rows: Int)? {
    guard format == .table, style.isTerminal, style.hasColors, style.locale?.isUTF8 == true,
      !passesOn, let columns = style.columns
    else { return nil }
    return (min(columns, 48), 16)
  }

  /// Writes a picture that another program drew with characters.
  ///
  /// - Throws: an error if the results cannot be written.
  package func picture(_ drawn: some Collection<UInt8>, rows: Int) throws {
    try beginText()
    for line in TerminalPicture.lines(of: drawn, rows: rows) { try stream.writeLine(line) }
  }
}

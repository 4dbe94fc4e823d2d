/// Lays out plain text in lines of limited width, counted in characters.
package struct TextLayout {
  private static let widestLabel = 28
  private static let narrowestText = 16

  let width: Int

  /// Creates a layout for lines of a width.
  package init(width: Int) {
    self.width = width
  }

  /// Wraps each line of a text.
  package func paragraphs(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap {
      wrap(String($0), after: "", indentation: "")
    }
  }

  func wrap(_ text: String, after first: String, indentation: String) -> [String] {
    wrap(text.split(separator: " ").map(String.init), after: first, indentation: indentation)
  }

  /// Wraps a text between its pieces; a piece wider than a line stays whole.
  ///
  /// `first` begins the first line, `indentation` the others.
  func wrap(_ pieces: [String], after first: String, indentation: String) -> [String] {
    var lines = [first]
    var length = first.count
    for piece in pieces {
      let last = lines.count - 1
      if length > 0, length + 1 + piece.count > width {
        lines.append(indentation + piece)
        length = indentation.count + piece.count
      } else {
        lines[last] += length > 0 ? " " + piece : piece
        length = lines[last].count
      }
    }
    return lines
  }

  /// Wraps a command line between its words, each line but the last continued with `\`.
  package func command(_ line: String) -> [String] {
    if line.count + 2 <= width { return ["  " + line] }
    let words = Self.words(of: line)
    let lines = TextLayout(width: width - 2).wrap(
      Array(words.dropFirst()), after: "  " + (words.first ?? ""), indentation: "    ")
    return lines.dropLast().map { $0 + " \\" } + lines.suffix(1)
  }

  /// Lays out an example: its line and its explanation.
  package func example(_ example: CommandSpecification.Example) -> [String] {
    command(example.line) + wrap(example.abstract, after: "     ", indentation: "      ")
  }

  /// Splits a command line at blanks outside quotes.
  private static func words(of line: String) -> [String] {
    var quote: Character?
    return line.split { character in
      if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
      }
      return quote == nil && character == " "
    }.map(String.init)
  }

  /// Lays out labels and texts in two columns.
  ///
  /// A wide label gets its own line. If the second column is too narrow for the texts or for one of their
  /// words, all texts are placed below their labels.
  package func columns(_ rows: [(label: String, text: String)]) -> [String] {
    let column =
      rows.map(\.label.count).filter { $0 <= Self.widestLabel }.max() ?? Self.widestLabel
    let room = width - column - 4
    let isStacked =
      room < Self.narrowestText
      || rows.contains { $0.text.split(separator: " ").contains { $0.count > room } }
    let indentation = String(repeating: " ", count: isStacked ? 6 : column + 4)
    return rows.flatMap { row -> [String] in
      let label = "  " + row.label
      if row.text.isEmpty { return [label] }
      let isAlone = isStacked || row.label.count > column
      let padding = isAlone ? "" : indentation.dropFirst(label.count + 1)
      let lines = wrap(
        row.text, after: isAlone ? String(indentation.dropLast()) : label + padding,
        indentation: indentation)
      return isAlone ? [label] + lines : lines
    }
  }
}

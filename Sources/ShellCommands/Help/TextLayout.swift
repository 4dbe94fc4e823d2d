/// Lays plain text out in lines of a width, counted in characters.
struct TextLayout {
  /// How many characters a line may hold.
  var width: Int

  /// Wraps each line of a text by itself.
  func paragraphs(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap {
      wrap(String($0), after: "", indentation: "")
    }
  }

  /// Wraps a text's words.
  func wrap(_ text: String, after first: String, indentation: String) -> [String] {
    wrap(text.split(separator: " ").map(String.init), after: first, indentation: indentation)
  }

  /// Sets pieces side by side, each whole, in as many lines as it takes.
  ///
  /// - Parameters:
  ///   - first: what the first line begins with.
  ///   - indentation: what the others begin with.
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

  /// Sets labels and what they mean in two columns; a label that is wide stands on a line alone.
  func columns(_ rows: [(label: String, text: String)]) -> [String] {
    let widest = 28
    let column = rows.map(\.label.count).filter { $0 <= widest }.max() ?? widest
    let indentation = String(repeating: " ", count: column + 4)
    return rows.flatMap { row -> [String] in
      let label = "  " + row.label
      let padding = indentation.dropFirst(label.count + 1)
      let isWide = row.label.count > column
      let lines = wrap(
        row.text, after: isWide ? String(indentation.dropLast()) : label + padding,
        indentation: indentation)
      return isWide ? [label] + lines : lines
    }
  }
}

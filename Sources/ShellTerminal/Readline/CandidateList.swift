import ShellOutput
import ShellCommands

/// Formats the list of candidates under the line: labels with their descriptions.
enum CandidateList {
  static let longest = 100

  /// Returns lines that fit the terminal.
  static func lines(
    of candidates: [Completion.Candidate], columns: Int, colors: Palette?
  ) -> [String] {
    // Some terminals start a new line after the last column.
    let width = max(columns - 1, 2)
    let shown = candidates.prefix(longest)
    // Programs, which have no description, are listed below the stages of pipelines, which have one.
    let described = (shown.lastIndex { !$0.abstract.isEmpty } ?? -1) + 1
    let table = shown.prefix(described)
    var lines =
      rows(of: table, longest: longestLabel(of: table), width: width).map { label, rest in
        rest.isEmpty ? label : (colors?.painted(label, as: .candidate) ?? label) + rest
      } + grid(shown.dropFirst(described).map { text($0.label) }, width: width)
    if candidates.count > longest {
      lines.append(
        TerminalText.cut("… and \(candidates.count - longest) more", to: width))
    }
    return lines
  }

  private static func text(_ text: String) -> String {
    TerminalText.escaped(TerminalText.flattened(text))
  }

  /// Lays out labels and their descriptions in two columns.
  ///
  /// - Parameter longest: the width of the longest label.
  /// - Returns: for each candidate its label, and what follows it; that is empty without a description.
  static func rows(
    of candidates: ArraySlice<Completion.Candidate>, longest: Int, width: Int
  ) -> [(label: String, rest: String)] {
    let column = min(longest, max(width * 2 / 3, 2))
    let room = width - column - 2
    return candidates.map { candidate in
      let label = TerminalText.cut(text(candidate.label), to: column)
      guard !candidate.abstract.isEmpty, room >= 2 else { return (label, "") }
      let gap = String(repeating: " ", count: column + 2 - TerminalText.width(of: label))
      return (label, gap + TerminalText.cut(text(candidate.abstract), to: room))
    }
  }

  /// The width of the longest label.
  static func longestLabel(of candidates: ArraySlice<Completion.Candidate>) -> Int {
    candidates.map { TerminalText.width(of: text($0.label)) }.max() ?? 0
  }

  private static func grid(_ labels: [String], width: Int) -> [String] {
    let labels = labels.map { TerminalText.cut($0, to: width) }
    let column = (labels.map { TerminalText.width(of: $0) }.max() ?? 0) + 2
    let columns = max((width + 2) / column, 1)
    let rows = (labels.count + columns - 1) / columns
    return (0..<rows).map { row in
      let cells = stride(from: row, to: labels.count, by: rows).map { labels[$0] }
      return cells.dropLast().map { padded($0, to: column) }.joined() + (cells.last ?? "")
    }
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(width - TerminalText.width(of: text), 0))
  }
}

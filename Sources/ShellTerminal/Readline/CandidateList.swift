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
    let shown = candidates.prefix(longest).map { candidate in
      (label: text(candidate.label), abstract: text(candidate.abstract))
    }
    // Programs, which have no description, are listed below the stages of pipelines, which have one.
    let described = (shown.lastIndex { !$0.abstract.isEmpty } ?? -1) + 1
    var lines =
      table(Array(shown.prefix(described)), width: width, colors: colors)
      + grid(shown.dropFirst(described).map(\.label), width: width)
    if candidates.count > longest {
      lines.append(
        TerminalText.cut("… and \(candidates.count - longest) more", to: width))
    }
    return lines
  }

  private static func text(_ text: String) -> String {
    TerminalText.escaped(TerminalText.flattened(text))
  }

  private static func table(
    _ candidates: [(label: String, abstract: String)], width: Int, colors: Palette?
  ) -> [String] {
    let longest = candidates.map { TerminalText.width(of: $0.label) }.max() ?? 0
    let column = min(longest, max(width * 2 / 3, 2))
    return candidates.map { label, abstract in
      let label = TerminalText.cut(label, to: column)
      let rest = width - column - 2
      guard !abstract.isEmpty, rest >= 2 else { return label }
      let gap = String(repeating: " ", count: column + 2 - TerminalText.width(of: label))
      return (colors?.painted(label, as: .candidate) ?? label) + gap
        + TerminalText.cut(abstract, to: rest)
    }
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

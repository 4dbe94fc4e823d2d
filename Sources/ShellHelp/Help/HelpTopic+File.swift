import ShellCommands
import ShellOutput
import ShellRecords
import ShellRuntime

/// Reading a page from its file.
///
/// The first line is the abstract. The text follows after an empty line; a line that does not begin with a blank
/// continues the one before it. In the part after `Examples:`, which is the last one, each line is an example,
/// two blanks, and what it does. `%NAME%` stands for a value of the shell, and `%%` for a percent sign.
extension HelpTopic {
  /// Reads a page from the text of its file.
  @MainActor
  init(name: String, file: String, of shell: Shell) {
    let lines = Self.parts(of: Self.withValues(file, of: shell), between: "\n")
    let end = lines.lastIndex(of: "Examples:") ?? lines.endIndex
    self.init(
      name: name, abstract: lines[0], text: Self.joined(lines[..<end].dropFirst(2).dropLast()),
      examples: lines[end...].compactMap(Self.row).map { .init($0.label, $0.text) })
  }

  /// The text, with values of the shell in place of their names.
  @MainActor
  private static func withValues(_ text: String, of shell: Shell) -> String {
    let parts = parts(of: text, between: "%")
    return parts.indices
      .map { $0.isMultiple(of: 2) ? parts[$0] : value(parts[$0], of: shell) }
      .joined()
  }

  /// The parts of a text between the places of an ASCII character.
  private static func parts(of text: String, between separator: Unicode.Scalar) -> [String] {
    // The bytes of an array are split several times as fast as those of a string.
    Array(text.utf8).split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The value that a name stands for.
  @MainActor
  private static func value(_ name: String, of shell: Shell) -> String {
    let identity = shell.host.identity
    return switch name {
    case "program": identity.name
    case "environment-variable": identity.environmentVariable
    case "token-variable": identity.tokenVariable
    case "own-api": shell.host.environments.ownAPI ?? identity.name
    case "variables": rows(shell.facts.variables.map { ($0.name, $0.meaning) })
    case "exit-statuses": rows(ExitStatus.meanings.map { ("\($0.status.rawValue)", $0.meaning) })
    case "output-formats": rows(OutputFormat.allCases.map { ($0.rawValue, meaning(of: $0)) })
    case "input-formats": InputFormat.allCases.map { "'from \($0.rawValue)'" }.listed()
    case "stages":
      (BuiltInStage.names + shell.modules.everyStage.names.filter { !BuiltInStage.isName($0) })
        .listed(with: "and")
    case "": "%"
    default: "%\(name)%"
    }
  }

  /// A table.
  private static func rows(_ rows: [(label: String, text: String)]) -> String {
    rows.map { "  \($0.label)  \($0.text)" }.joined(separator: "\n")
  }

  /// The description of a format, for the list of formats.
  private static func meaning(of format: OutputFormat) -> String {
    switch format {
    case .table: "columns as wide as the terminal; 'set records vertical' shows a field a line"
    case .tsv: #"a record a line, fields separated by tabs; \t \n \r \\ stand for these characters"#
    case .json: "an array of objects, or one object; indented on a terminal"
    case .jsonl: "an object a line"
    case .csv: "with a header, as RFC 4180 says"
    }
  }

  /// The text of some lines.
  private static func joined(_ lines: ArraySlice<String>) -> String {
    var text = lines.first ?? ""
    for (before, line) in zip(lines, lines.dropFirst()) {
      let continues = !before.isEmpty && !line.isEmpty && !line.hasPrefix(" ")
      text += (continues ? " " : "\n") + line
    }
    return text
  }
}

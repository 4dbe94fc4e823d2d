import SeashellHosting
import SeashellKit

struct ModuleOfferText {
  let record: ModuleRecord
  let probe: ModuleProbe
  /// Whether to include the source; a user who was asked for consent has already seen it.
  let showsSource: Bool

  /// Without a terminal, `columns` is nil.
  func text(columns: Int?) -> String {
    let layout = TextLayout(width: min(columns ?? 80, 100))
    let title = probe.offer.title.map { "\(Self.line($0)), " } ?? ""
    var lines = layout.paragraphs("\(record.name): \(title)\(Self.line(probe.offer.dialect))")
    if showsSource {
      lines += facts.map { label, text in
        "  " + label + String(repeating: " ", count: 13 - label.count) + text
      }
    }
    lines += ["", probe.commands.isEmpty ? "It offers no commands." : "Its commands"]
    lines += layout.columns(
      probe.commands.map { command in
        let mark = command.confirms == nil ? "" : " (may destroy data, as the module says)"
        return (
          ToolNames.path(of: command.name, in: record.name), Self.line(command.abstract) + mark
        )
      })
    return lines.joined(separator: "\n")
  }

  /// Puts a module's text on one line, so that it cannot pass for the shell's own output.
  static func line(_ text: String) -> String {
    text.split { $0.isNewline }.joined(separator: " ")
  }

  private var facts: [(label: String, text: String)] {
    var facts: [(label: String, text: String)] = []
    switch record.source {
    case .remote(let url, _): facts = [("is at", url)]
    case .server(let words), .program(let words):
      facts = [("runs", ModulesView.commandLine(words))]
      facts.append(("rights", "yours: it can do all that you can"))
    }
    let rules = record.allows.isEmpty ? "nothing" : record.allows.joined(separator: ", ")
    facts.append(("may request", rules))
    if !record.variables.isEmpty {
      facts.append(("gets", record.variables.keys.sorted().joined(separator: ", ")))
    }
    if let variable = record.tokenVariable { facts.append(("token", "from \(variable)")) }
    if record.believesHints { facts.append(("believed", "which of its tools change nothing")) }
    if record.isInDevelopment { facts.append(("files", "may change at any time")) }
    return facts
  }
}

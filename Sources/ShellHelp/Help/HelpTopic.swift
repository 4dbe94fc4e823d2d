import ShellCommands
import ShellRuntime

/// A page of `help` about a subject, not about one command.
struct HelpTopic: Encodable {
  /// The word after `help`.
  let name: String
  /// What the page is about, in one line without a full stop.
  let abstract: String
  /// The page, in lines: paragraphs, blank lines between them, and tables.
  ///
  /// A line of a table begins with two blanks, and has two blanks between its label and its text.
  let text: String
  /// Lines that a user can type unchanged.
  let examples: [CommandSpecification.Example]
  /// The module without which the page means nothing; nil if there is none.
  var module: String?

  private enum CodingKeys: String, CodingKey {
    case name, abstract, text, examples
  }

  /// All pages, in the order in which to read them.
  ///
  /// - Parameter shell: the shell's, for its name, its variables and its modules.
  @MainActor
  static func all(of shell: Shell) -> [HelpTopic] {
    makers(shell).compactMap { $0.value().ofHere(shell.modules) }
  }

  /// Returns the page with a name; nil if there is none.
  @MainActor
  static func named(_ name: String, of shell: Shell) -> HelpTopic? {
    makers(shell).first { $0.key == name }?.value().ofHere(shell.modules)
  }

  /// What makes the pages by their names: one is made several times faster than all.
  @MainActor
  private static func makers(
    _ shell: Shell
  ) -> KeyValuePairs<String, @MainActor () -> HelpTopic> {
    let identity = shell.host.identity
    let own = shell.host.environments.ownAPI ?? identity.name
    return [
      "language": { language }, "finding": { finding }, "pipelines": { pipelines },
      "output": { output }, "variables": { variables }, "quoting": { quoting },
      "scripts": { scripts(identity) }, "exit-status": { exitStatus },
      "apis": { apis(identity, own: own) }, "environments": { environments(identity) },
      "configuration": { configuration(identity, shell.host.facts().variables) },
      "sessions": { sessions(identity) }, "offline": { offline }, "places": { places },
      "events": { events }, "rules": { rules }, "modules": { modules }, "keys": { keys(identity) },
    ]
  }

  /// Returns the page without the examples that name modules of another API than the current one; nil if
  /// no example is left, or the page's module is not there.
  @MainActor
  private func ofHere(_ modules: ModuleRegistry) -> HelpTopic? {
    if let module, modules.module(module) == nil { return nil }
    guard !examples.isEmpty else { return self }
    let examples = examples.filter { !modules.isElsewhere($0.line) }
    guard !examples.isEmpty else { return nil }
    return HelpTopic(name: name, abstract: abstract, text: text, examples: examples, module: module)
  }

  /// The page in lines.
  @MainActor
  func lines(in layout: TextLayout) -> [String] {
    var lines = layout.paragraphs(abstract) + [""]
    for block in blocks {
      switch block {
      case .paragraphs(let text): lines += layout.paragraphs(text)
      case .table(let rows): lines += layout.columns(rows)
      }
    }
    if !examples.isEmpty { lines += ["", "Examples:"] }
    for example in examples { lines += layout.example(example) }
    return lines
  }

  /// A part of a page.
  enum Block {
    /// Lines of text; an empty line separates paragraphs.
    case paragraphs(String)
    /// Names, each with what it means.
    case table([(label: String, text: String)])
  }

  /// The parts of the text.
  var blocks: [Block] {
    var blocks: [Block] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      switch (Self.row(line), blocks.last) {
      case (let row?, .table(let rows)): blocks[blocks.count - 1] = .table(rows + [row])
      case (let row?, _): blocks.append(.table([row]))
      case (nil, .paragraphs(let text)): blocks[blocks.count - 1] = .paragraphs(text + "\n" + line)
      case (nil, _): blocks.append(.paragraphs(line))
      }
    }
    return blocks
  }

  /// Reads a line of a table; nil if it is a line of a paragraph.
  private static func row(_ line: String) -> (label: String, text: String)? {
    guard line.hasPrefix("  ") else { return nil }
    let row = line.dropFirst(2)
    guard let gap = row.firstRange(of: "  ") else { return (String(row), "") }
    return (String(row[..<gap.lowerBound]), String(row[gap.upperBound...]))
  }
}

import CHelp
import ShellCommands
import ShellRuntime

/// A page of `help` about a subject instead of a command.
struct HelpTopic: Encodable {
  /// The word to type after `help`.
  let name: String
  /// The subject of the page, in one line without a full stop.
  let abstract: String
  /// The page's lines: paragraphs separated by blank lines, and tables.
  ///
  /// A line of a table begins with two blanks, and has two blanks between its label and its text.
  let text: String
  /// Lines that a user can type unchanged.
  let examples: [CommandSpecification.Example]

  private enum CodingKeys: String, CodingKey {
    case name, abstract, text, examples
  }

  /// All pages, in reading order.
  ///
  /// - Parameter shell: the shell's, for its name, its variables and its modules.
  @MainActor
  static func all(of shell: Shell) -> [HelpTopic] {
    files.compactMap { page($0, of: shell) }
      + shell.modules.pages.compactMap { page($0.name, "\($0.text)\n", of: shell) }
  }

  /// Returns the page with a name, if it exists; no other page is read.
  @MainActor
  static func named(_ name: String, of shell: Shell) -> HelpTopic? {
    files.first { String(cString: $0.name) == name }.flatMap { page($0, of: shell) }
      ?? shell.modules.pages.first { $0.name == name }
      .flatMap { page($0.name, "\($0.text)\n", of: shell) }
  }

  /// The files of Documentation/Help, which are in the program, in reading order.
  private static var files: UnsafeBufferPointer<help_page> {
    let pages = help_pages()
    return UnsafeBufferPointer(start: pages.first, count: pages.count)
  }

  /// Reads a page.
  @MainActor
  private static func page(_ file: help_page, of shell: Shell) -> HelpTopic? {
    page(String(cString: file.name), String(cString: file.text), of: shell)
  }

  @MainActor
  private static func page(_ name: String, _ text: String, of shell: Shell) -> HelpTopic? {
    HelpTopic(name: name, file: text, of: shell).ofHere(shell.modules)
  }

  /// Returns the page without the examples that use modules of an API other than the current one; nil if no
  /// example is left.
  @MainActor
  private func ofHere(_ modules: ModuleRegistry) -> HelpTopic? {
    guard !examples.isEmpty else { return self }
    let examples = examples.filter { !modules.isElsewhere($0.line) }
    guard !examples.isEmpty else { return nil }
    return HelpTopic(
      name: name, abstract: abstract, text: text,
      examples: examples.filter { !modules.beginsDisabled($0.line) })
  }

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
    /// Names with their meanings.
    case table([(label: String, text: String)])
  }

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

  /// Parses a line of a table; nil if it belongs to a paragraph.
  static func row(_ line: String) -> (label: String, text: String)? {
    guard line.hasPrefix("  ") else { return nil }
    let row = line.dropFirst(2)
    guard let gap = row.firstRange(of: "  ") else { return (String(row), "") }
    return (String(row[..<gap.lowerBound]), String(row[gap.upperBound...]))
  }
}

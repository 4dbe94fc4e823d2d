/// The text of `help` and `--help` for a command.
package struct HelpText {
  private let specification: CommandSpecification
  private let path: String

  /// Creates the help of the command with a path, such as `reviews add`.
  package init(_ specification: CommandSpecification, path: String) {
    self.specification = specification
    self.path = path
  }

  /// The usage in one line: `reviews add [PRODUCT] --rating N`.
  package var usage: String {
    ([path] + parts).joined(separator: " ")
  }

  /// The whole help; each line ends with a newline.
  package func text(in layout: TextLayout) -> String {
    var lines = layout.paragraphs(specification.abstract)
    lines += ["", "Usage:"]
    lines += layout.wrap(parts, after: "  " + path, indentation: "      ")
    if !specification.discussion.isEmpty {
      lines += [""] + layout.paragraphs(specification.discussion)
    }
    if let longTexts { lines += [""] + layout.paragraphs(longTexts) }
    if let confirmation { lines += [""] + layout.paragraphs(confirmation) }
    if !specification.arguments.isEmpty {
      lines += ["", "Arguments:"]
      lines += layout.columns(specification.arguments.map { ($0.usage, describe($0)) })
    }
    lines += ["", "Options:"]
    lines += layout.columns(
      (specification.ownOptions + OptionSpecification.everywhere).map { ($0.label, describe($0)) })
    if !specification.examples.isEmpty { lines += ["", "Examples:"] }
    for example in specification.examples { lines += layout.example(example) }
    return lines.joined(separator: "\n") + "\n"
  }

  private var confirmation: String? {
    let isUsual = specification.confirms != nil
    guard isUsual || specification.confirmsInProduction != nil else { return nil }
    return (isUsual ? "It" : "In a production environment it")
      + " asks for confirmation. A script must pass --yes, since it cannot answer."
  }

  /// How to read a text from a file; nil if the command has no long texts.
  package var longTexts: String? {
    let arguments = specification.arguments.filter(\.isLong).map { "@FILE as \($0.name)" }
    let options = specification.options.filter(\.isLong).map { "--\($0.name) @FILE" }
    let all = options + arguments
    let ways = [all.dropLast().joined(separator: ", "), all.last ?? ""].filter { !$0.isEmpty }
      .joined(separator: " or ")
    return ways.isEmpty
      ? nil
      : "\(ways) reads the text from a file, @- from standard input; write @@ for an @ at its start."
  }

  /// The arguments and options in the usage, in order.
  package var parts: [String] {
    var arguments = specification.arguments.map { $0.isRequired ? $0.usage : "[\($0.usage)]" }
    if specification.wordsOption != nil { arguments.append("[WORD…]") }
    let options =
      specification.options.filter(\.isRequired).map(\.usage)
      + specification.ownOptions.filter { !$0.isRequired }.map {
        $0.isRepeating ? "[\($0.usage)]…" : "[\($0.usage)]"
      }
    return specification.optionParsing == .beforeArguments
      ? options + arguments : arguments + options
  }

  /// Returns what an argument means and which values it takes.
  package func describe(_ argument: ArgumentSpecification) -> String {
    describe(
      argument.abstract,
      [
        argument.type.expectation, argument.fileForm.map { "\($0) takes the text of a file" },
        argument.option.map { "also --\($0)" },
      ])
  }

  /// Returns what an option does and which values it takes.
  package func describe(_ option: OptionSpecification) -> String {
    describe(
      option.abstract,
      [
        option.isFlag ? nil : option.type.expectation,
        option.isRequired ? "required" : nil,
        option.defaultValue.map { "default: \($0)" },
        option.name == specification.wordsOption ? "the same as WORD…" : nil,
      ])
  }

  private func describe(_ abstract: String, _ notes: [String?]) -> String {
    let notes = notes.compactMap { $0 }
    return notes.isEmpty ? abstract : "\(abstract) (\(notes.joined(separator: "; ")))"
  }
}

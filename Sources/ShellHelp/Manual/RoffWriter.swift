import ShellOutput
import ShellRuntime

/// Writes a manual page in the macros of man(7), which groff and mandoc read.
struct RoffWriter {
  private(set) var text = ""

  /// `date` is in the form `2026-11-22`.
  init(title: String, section: Int, date: String, source: String, manual: String) {
    let title = Self.argument(title)
    line(".TH \(title) \(section) \(date) \(Self.argument(source)) \(Self.argument(manual))")
    // Text that users type is neither hyphenated nor stretched.
    line(".nr HY 0")
    line(".hy 0")
    line(".ad l")
  }

  /// Begins a section; by convention its title is in capitals.
  mutating func section(_ title: String) { line(".SH \(Self.argument(title))") }

  mutating func subsection(_ title: String) { line(".SS \(Self.argument(Self.plain(title)))") }

  mutating func name(_ name: String, _ abstract: String) {
    line("\(Self.escaped(name)) \\- \(Self.escaped(Self.lowercasedFirst(abstract)))")
  }

  /// Writes paragraphs from a text's lines, without empty ones; `continues` joins the first
  /// paragraph to the preceding text.
  mutating func paragraphs(_ text: String, continues: Bool = false) {
    let paragraphs = Self.paragraphs(of: text)
    for (index, paragraph) in paragraphs.enumerated() {
      if index > 0 || !continues { line(".PP") }
      sentences(paragraph)
    }
  }

  /// Writes a command's synopsis: its name, and its parts, which are not broken across lines.
  mutating func synopsis(_ name: String, _ parts: [String]) {
    line(".SY \(Self.argument(name))")
    // Dots at the end of a line would end a sentence.
    for part in parts { line(Self.escaped(Self.plain(part)).replacing(" ", with: "\\ ") + "\\&") }
    line(".YS")
  }

  /// Writes an item of a list: its label, and the paragraphs of its text.
  mutating func item(_ label: String, _ text: String) {
    line(".TP")
    line(Self.bold(label))
    let paragraphs = Self.paragraphs(of: text)
    if paragraphs.isEmpty { line("\\&") }
    for (index, paragraph) in paragraphs.enumerated() {
      if index > 0 { line(".IP") }
      sentences(paragraph)
    }
  }

  mutating func example(_ lines: [String]) {
    line(".PP")
    line(".RS 4")
    line(".EX")
    for text in lines { line(Self.escaped(text)) }
    line(".EE")
    line(".RE")
  }

  /// Writes a list of references to manual pages.
  mutating func references(_ pages: [(name: String, section: Int)]) {
    for (index, page) in pages.enumerated() {
      let comma = index < pages.count - 1 ? "," : ""
      line(".BR \(Self.argument(page.name)) (\(page.section))\(comma)")
    }
  }

  private mutating func line(_ line: String) { text += line + "\n" }

  /// Writes a paragraph with one sentence a line, as roff expects.
  private mutating func sentences(_ paragraph: String) {
    var sentence = ""
    for word in paragraph.split(separator: " ") {
      sentence += (sentence.isEmpty ? "" : " ") + Self.breakable(word)
      if Self.endsSentence(word) {
        line(Self.escaped(Self.plain(sentence)))
        sentence = ""
      }
    }
    if !sentence.isEmpty { line(Self.escaped(Self.plain(sentence))) }
  }

  /// A long word, such as JSON, in which a line may break after a comma or colon.
  private static func breakable(_ word: Substring) -> String {
    guard word.count > 40 else { return String(word) }
    return word.reduce(into: "") { $0 += ",:".contains($1) ? "\($1)\u{200B}" : "\($1)" }
  }

  /// Whether a word ends a sentence; `$?` and `...` do not.
  private static func endsSentence(_ word: Substring) -> Bool {
    guard let last = word.last, ".?!".contains(last), let before = word.dropLast().last else {
      return false
    }
    return before.isLetter || before.isNumber || "')\"".contains(before)
  }

  private static func paragraphs(of text: String) -> [String] {
    text.split(separator: "\n").filter { $0.contains { $0 != " " } }.map(String.init)
  }

  /// A text with three dots for each `…`, as is usual in manuals.
  private static func plain(_ text: String) -> String { text.replacing("…", with: "...") }

  private static func bold(_ text: String) -> String { ".B \(argument(plain(text)))" }

  static func argument(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// Escapes a line so that roff shows it unchanged: ASCII, with blanks instead of what a terminal would
  /// execute, or would hide or reorder text because of.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      // Without escapes these become typographic characters, which cannot be copied into a shell.
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      // It would end a quoted argument.
      case "\"": result += "\\(dq"
      // A line may break here.
      case "\u{200B}": result += "\\:"
      // At the beginning of a line it would start a request.
      case "." where result.isEmpty: result += "\\&."
      case " "..."~": result.unicodeScalars.append(scalar)
      case "\u{A0}"... where !TerminalText.isHostile(scalar):
        let hexadecimal = String(scalar.value, radix: 16, uppercase: true)
        let zeros = String(repeating: "0", count: max(0, 4 - hexadecimal.count))
        result += "\\[u\(zeros)\(hexadecimal)]"
      default: result += " "
      }
    }
    return result
  }

  /// The beginning of a sentence as it continues after a dash: in lower case, unless its first word is a
  /// name.
  private static func lowercasedFirst(_ text: String) -> String {
    let word = text.prefix { $0 != " " }
    guard let first = word.first, !word.dropFirst().contains(where: \.isUppercase) else {
      return text
    }
    return first.lowercased() + text.dropFirst()
  }
}

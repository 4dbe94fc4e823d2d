import ShellOutput
import ShellLanguage
import ShellCommands
import ShellRuntime

/// A candidate for the word at the cursor, before it is quoted.
struct Suggestion {
  var text: String
  /// A short description; may be empty.
  var abstract = ""
  var label: String?
  /// Whether the word is complete; false for a folder, after which it continues.
  var endsWord = true
  /// Whether it is an example of what can stand there, as a value seen before.
  var isExample = false
  /// Whether the word must stay unquoted to have its meaning, such as `<` or `and` after `where`.
  var isSyntax = false

  init(_ text: String, _ abstract: String = "", label: String? = nil, endsWord: Bool = true) {
    self.text = text
    self.abstract = abstract
    self.label = label
    self.endsWord = endsWord
  }

  init(_ candidate: CompletionSource.Candidate) {
    self.init(candidate.text, candidate.abstract)
  }

  /// The length limit of an inserted word, in bytes.
  private static let longest = 4096

  /// Whether the word can be inserted into a line that a terminal shows.
  ///
  /// Quotes make newlines and tabs harmless, but not other control characters or characters that reorder
  /// text, since the terminal echoes them.
  var isInsertable: Bool {
    text.utf8.count <= Self.longest
      && text.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "\t" || !TerminalText.isHostile($0) }
  }

  /// Whether a command would read the word as an option.
  var looksLikeOption: Bool { Word(text).looksLikeOption }

  func begins(with prefix: String) -> Bool { text.utf8.starts(with: prefix.utf8) }
}

import ShellOutput
import ShellLanguage
import ShellCommands

/// A word that may stand at the cursor, before it is quoted.
package struct Suggestion {
  /// The whole word.
  var text: String
  /// What it means; empty where the word says it.
  var abstract = ""
  /// What a list shows, where that is not the whole word.
  var label: String?
  /// Whether the word ends with it.
  var endsWord = true

  init(_ text: String, _ abstract: String = "", label: String? = nil, endsWord: Bool = true) {
    self.text = text
    self.abstract = abstract
    self.label = label
    self.endsWord = endsWord
  }

  init(_ candidate: CompletionSource.Candidate) {
    self.init(candidate.text, candidate.abstract)
  }

  /// The longest word that is put into a line, in bytes.
  private static let longest = 4096

  /// Whether the word may be put into a line that a terminal shows.
  ///
  /// Newlines and tabs are carried by quotes. No quote makes other control characters, or what
  /// reorders text, harmless to the terminal that echoes the line, so that such words are left out.
  var isInsertable: Bool {
    text.utf8.count <= Self.longest
      && text.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "\t" || !TerminalText.isHostile($0) }
  }

  /// Whether a command would take the word for an option.
  var looksLikeOption: Bool { Word(text).looksLikeOption }

  func begins(with prefix: String) -> Bool { text.utf8.starts(with: prefix.utf8) }

  /// A text from outside as an abstract: its beginning.
  static func abstract(of text: String) -> String {
    let bound = 80
    return text.utf8.count <= bound ? text : text.prefix(bound) + "…"
  }
}

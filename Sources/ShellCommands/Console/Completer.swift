package import ShellOutput

/// Completes the word that the user is typing.
@MainActor
package protocol Completer: AnyObject {
  /// Completes the word at the cursor from known data, without waiting.
  ///
  /// - Parameters:
  ///   - text: the line, which can contain newlines.
  ///   - cursor: the cursor's offset in bytes.
  func completion(of text: String, at cursor: Int) -> Completion

  /// Returns candidates that complete the answer to a question, from known data, without waiting.
  ///
  /// - Parameters:
  ///   - kind: the completion kind that the question names.
  ///   - prefix: the typed text.
  /// - Returns: candidates that replace the whole answer, without quotes.
  func candidates(of kind: CompletionKind, for prefix: String) -> [Completion.Candidate]

  /// What was typed of the statement on earlier lines, with their newlines.
  var typedBefore: String { get }

  /// Returns the parts of a line that have colours, in any order; a later one counts.
  ///
  /// - Parameters:
  ///   - text: the line, which can contain newlines.
  ///   - cursor: the cursor's offset in bytes.
  func highlights(of text: String, at cursor: Int) -> [Highlight]

  /// Whether a statement sends a request that changes data.
  func writes(_ statement: String) -> Bool
}

extension Completer {
  package func candidates(of kind: CompletionKind, for prefix: String) -> [Completion.Candidate] {
    []
  }

  package var typedBefore: String { "" }

  package func highlights(of text: String, at cursor: Int) -> [Highlight] { [] }

  package func writes(_ statement: String) -> Bool { false }
}

/// A part of a line that has a colour.
package struct Highlight: Sendable, Equatable {
  /// The offsets of its bytes.
  package var range: Range<Int>
  package var role: Palette.Role

  package init(_ range: Range<Int>, _ role: Palette.Role) {
    self.range = range
    self.role = role
  }
}

/// The candidates for the word at the cursor.
package struct Completion: Sendable, Equatable {
  /// The offset in bytes of the text that a candidate replaces; the text ends at the cursor.
  package var start: Int

  package var candidates: [Candidate]

  /// What is said below the candidates: that a list has more.
  package var remark: String?

  /// Whether a service is asked for what the user types, so that candidates may still come.
  package var isSearched = false

  package init(start: Int, candidates: [Candidate] = []) {
    self.start = start
    self.candidates = candidates
  }

  /// A text that can replace the word.
  package struct Candidate: Sendable, Equatable {
    /// The text to insert, with the necessary quotes.
    package var replacement: String

    /// The text to list: the word itself.
    package var label: String

    /// What it means, in a few words; can be empty.
    package var abstract: String

    /// Whether the word is complete, so that a blank can follow.
    package var endsWord: Bool

    /// Whether it is an example of what can stand there, as a value seen before.
    package var isExample = false

    package init(
      _ replacement: String, label: String? = nil, abstract: String = "", endsWord: Bool = true
    ) {
      self.replacement = replacement
      self.label = label ?? replacement
      self.abstract = abstract
      self.endsWord = endsWord
    }
  }
}

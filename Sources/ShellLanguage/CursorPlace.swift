/// Where the cursor stands in what is being typed: at which word of which stage.
///
/// Only what stands before the cursor counts. It is read by the tokenizer that reads scripts, so
/// that quotes, escapes and operators mean here what they will mean when the line is run.
package struct CursorPlace {
  /// What the word at the cursor is.
  package enum Role {
    /// A word of one of the shell's commands.
    case command
    /// A word of a program behind `|`.
    case program
    /// The file behind `>` or `>>`.
    case file
  }

  /// What is being typed.
  package enum Subject {
    /// A word; an empty one between words.
    case word(OpenWord)
    /// The name behind a `$`.
    case variable(OpenVariable)
  }

  /// What the word at the cursor is.
  package let role: Role

  /// The words of its stage that stand before it.
  package let words: [Word]

  /// What is being typed.
  package let subject: Subject

  /// Finds the place.
  ///
  /// - Parameters:
  ///   - text: what is typed, which may hold newlines.
  ///   - cursor: the place, in bytes.
  /// - Returns: nil where nothing can be completed: in a comment, behind what is not of the grammar,
  ///   inside a character, and in a word that began on an earlier line, which is beyond an editor's
  ///   reach.
  package init?(_ text: String, at cursor: Int) {
    guard (0...ScriptParser.longestStatement).contains(cursor), cursor <= text.utf8.count else {
      return nil
    }
    let bytes = Array(text.utf8.prefix(cursor))
    var reader = CursorReader()
    guard let subject = bytes.withUnsafeBufferPointer({ reader.subject(atEndOf: $0) }) else {
      return nil
    }
    self.subject = subject
    role = reader.role
    words = reader.words
  }
}

/// A word as far as it is typed.
package struct OpenWord {
  /// Where the part of it begins that can be replaced, in bytes: the word's start, or the place
  /// behind its last variable.
  package var start: Int

  /// What stands before that part.
  package var head: [Word.Part] = []

  /// The part's text, quotes and escapes taken away.
  package var text = ""

  /// How what takes its place is to be written.
  package var quotation = Quotation()

  /// Whether it may be taken for an option.
  package var mayBeOption: Bool {
    if case .variable = head.first { false } else { true }
  }
}

/// A variable's name as far as it is typed.
package struct OpenVariable {
  /// Where the `$` stands, in bytes.
  package var start: Int

  /// What is typed of the name.
  package var name: String

  /// Whether it is written `${name}`.
  package var isBraced: Bool

  /// Whether it stands inside `"…"`, so that the word goes on behind it.
  package var isQuoted: Bool
}

/// The position of the cursor in an unfinished statement: its word and its stage.
package struct CursorPlace {
  /// The role of the word at the cursor.
  package enum Role {
    /// A word of a shell command.
    case command
    /// A word of a program after `!`.
    case program
    /// A word after `|`: of a stage for records, or of a program.
    case stage
    /// The file after `<`, `>`, `>>`, `2>` or `2>>`.
    case file
  }

  /// The part of the statement to complete.
  package enum Subject {
    /// A word; empty between words.
    case word(OpenWord)
    /// A variable's name after a `$`.
    case variable(OpenVariable)
    /// A field of a variable, with the word that contains it; the word is nil between braces.
    ///
    /// If the variable holds text, it is plain text.
    case field(OpenField, OpenWord?)
  }

  package let role: Role

  /// The words before it in its stage, without the `!` before a program.
  package let words: [Word]

  /// The words of the preceding stages, in order; empty in a pipeline's first stage.
  package let stagesBefore: [[Word]]

  /// Whether the pipeline begins with a program, after `!`.
  package let beginsWithProgram: Bool

  package let subject: Subject

  /// The words before the cursor in an expression outside `where`; nil elsewhere.
  package let expression: OpenExpression?

  /// The stages before the `each` stage whose block contains the cursor, and whether they begin with a program;
  /// nil outside.
  package let recordSource: (stages: [[Word]], beginsWithProgram: Bool)?
}

/// An unfinished expression in parentheses, or after `if`.
package struct OpenExpression {
  package var words: [Word]
  package var names: Expression.Names
  package var isInParentheses: Bool
}

/// An unfinished word.
package struct OpenWord {
  /// The offset of the part that completion replaces, in bytes: the word's start, or the end of its last
  /// variable.
  package var start: Int

  /// The parts of the word before that part.
  package var head: [Word.Part] = []

  /// The part's text, without its quotes and escapes.
  package var text = ""

  /// How to quote the replacement.
  package var quotation = Quotation()

  /// Whether the word may be an option.
  package var mayBeOption: Bool {
    if case .variable = head.first { false } else { true }
  }
}

/// An unfinished variable name.
package struct OpenVariable {
  /// The offset in bytes of the `$`.
  package var start: Int

  /// The name so far.
  package var name: String

  /// Whether it is written `${name}`.
  package var isBraced: Bool

  /// Whether it is inside `"…"`, so that the word continues after it.
  package var isQuoted: Bool
}

/// An unfinished field of a variable, such as `$it.pr` or `${mugs[0].na`.
package struct OpenField {
  /// The variable's name.
  package var variable: String

  /// The path between the name and the field, such as `[0].author`; can be empty.
  package var path: String

  /// The offset in bytes of the field.
  package var start: Int

  /// The field's name so far.
  package var name: String

  /// Whether it is between braces.
  package var isBraced: Bool

  /// Whether it is inside `"…"`, so that the word continues after it.
  package var isQuoted: Bool
}

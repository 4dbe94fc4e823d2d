/// An error in the grammar of a statement.
package struct SyntaxError: Error, Equatable {
  /// The kind of error.
  package var kind: Kind

  /// The range of the error in the statement, in bytes.
  package var range: Range<Int>

  init(_ kind: Kind, _ range: Range<Int>) {
    self.kind = kind
    self.range = range
  }

  package enum Kind: Equatable {
    /// A quote, `'` or `"`, that is still open at the end of input.
    case unclosedQuote(String)
    /// A `\` at the end of the last line.
    case nothingJoined
    /// An operator with no command after it.
    case nothingAfter(String)
    /// An operator with no command before it.
    case nothingBefore(String)
    /// `>` or `>>` without a file.
    case missingFile(String)
    /// A second file for the same data.
    case secondRedirection(Redirection.Kind)
    /// A `>` before a `|`.
    case redirectionBeforePipe
    /// A redirection without a command.
    case redirectionAlone
    /// A number other than 1 or 2 before `>`, such as `3>`, or any number before `<`.
    case numberedRedirection(String)
    /// A `<` after a `|`, in a stage that begins with this word, with its range.
    case inputAfterPipe(stage: String, Range<Int>)
    /// `<<`.
    case hereDocument
    /// `>&` or `<&`.
    case streamCopy(String)
    /// `!` with no program after it.
    case missingProgram
    /// `$(`.
    case commandSubstitution
    /// A backquote.
    case backquote
    /// `&` inside a word.
    case attachedJob
    /// `$_[` without a number and a `]`.
    case resultIndex
    /// `${` without a name and a `}` on its line.
    case variableName
    /// An operator of other shells in `${…}`, such as the `:=` of `${name:=text}`.
    case variableOperator(String)
    /// A `$` in the text of `${name:-text}`.
    case variableInFallback
    /// A `(` that begins an expression and is never closed.
    case unclosedParenthesis
    /// Text directly after the `)` of an expression.
    case textAfterParenthesis
    /// An error in an expression in parentheses.
    case expression(ExpressionError)
    /// A NUL byte, this many bytes into its line.
    case nul(offset: Int)
    /// Bytes that are not UTF-8, this many bytes into their line.
    case invalidUTF8(offset: Int)
    /// A statement longer than `ScriptParser.longestStatement`.
    case tooLong
  }

  /// What is wrong: a sentence with a lower-case first letter and no full stop.
  package var message: String {
    switch kind {
    case .unclosedQuote(let quote): "the quote \(quote) that begins here is never closed"
    case .nothingJoined: "'\\' continues the line, but no line follows"
    case .nothingAfter(let symbol): "there is no command after '\(symbol)'"
    case .nothingBefore(let symbol): "there is no command before '\(symbol)'"
    case .missingFile(let symbol): "'\(symbol)' needs a file name"
    case .secondRedirection(.input): "input can come from one file only"
    case .secondRedirection(.output): "output can go to one file only"
    case .secondRedirection(.errors): "errors can go to one file only"
    case .redirectionBeforePipe: "output cannot go to both a file and the next stage"
    case .redirectionAlone: "there is no command before this redirection"
    case .numberedRedirection(let symbol): "'\(symbol)' is not supported"
    case .inputAfterPipe: "only the first stage can read a file with '<'"
    case .hereDocument: "here-documents with '<<' are not supported"
    case .streamCopy(let symbol): "'\(symbol)' is not supported"
    case .missingProgram: "there is no program after '!'"
    case .commandSubstitution: "command substitution $(…) is not supported"
    case .backquote: "command substitution with backquotes is not supported"
    case .attachedJob: "'&' inside a word would begin a job"
    case .resultIndex: "'[' after '$_' needs a number and a ']'"
    case .variableName: "'${' needs a variable name and a '}'"
    case .variableOperator(let symbol): "'\(symbol)' in '${…}' is not supported"
    case .variableInFallback: "the text after ':-' cannot contain variables"
    case .unclosedParenthesis: "the '(' that begins here is never closed"
    case .textAfterParenthesis: "text directly follows a ')'"
    case .expression(let error): error.message
    case .nul(let offset): "NUL at byte offset \(offset) of the line"
    case .invalidUTF8(let offset): "invalid UTF-8 at byte offset \(offset) of the line"
    case .tooLong: "a statement is at most 1 MiB long"
    }
  }

  /// What to write instead, if known.
  package var hint: String? {
    switch kind {
    case .redirectionBeforePipe: "put '>' after the last stage"
    case .numberedRedirection(let symbol):
      "put a blank before '\(symbol.suffix(1))', or quote '\(symbol)' to pass it as text"
    case .inputAfterPipe:
      "put it before the first '|', compare with 'where', or quote '<' to pass it as text"
    case .hereDocument: "use '<' and a file, or quote '<<' to pass it as text"
    case .streamCopy(let symbol): "name a file, or quote '\(symbol)' to pass it as text"
    case .missingProgram: "quote '!' to run a command of that name"
    case .commandSubstitution: "quote '$(' to pass it as text"
    case .backquote: "quote '`' to pass it as text"
    case .attachedJob: "quote '&' to pass it as text, or put blanks around it"
    case .resultIndex: "write ${_} to put text right after the variable"
    case .variableName: "quote '${' to pass it as text"
    case .variableOperator:
      "write ${name:-text} for a default, or quote '${' to pass it as text"
    case .variableInFallback: "quote '$' to pass it as text"
    case .unclosedParenthesis: "quote '(' to pass it as text"
    case .textAfterParenthesis: "put a blank after it, or quote the word to pass it as text"
    case .expression(let error): error.hint
    case .nul, .invalidUTF8: "scripts must be UTF-8 text"
    case .unclosedQuote, .nothingJoined, .nothingAfter, .nothingBefore, .missingFile,
      .secondRedirection, .redirectionAlone, .tooLong:
      nil
    }
  }
}

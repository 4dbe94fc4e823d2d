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
    /// `!` or `run` with no program after it.
    case missingProgram(String)
    /// A `{` that opens a block that is never closed.
    case unclosedBlock
    /// A `{` or `}` inside a block that opens and closes nothing.
    case loneBrace
    /// A word in a block that begins with `{` or ends with `}`.
    case attachedBrace
    /// `if` or `else` without a block.
    case missingBlock(String)
    /// `try` without `else`.
    case missingElse
    /// `else` that belongs to no block.
    case lostElse
    /// A word after the `}` of a block.
    case wordAfterBlock
    /// A word after `break` or `continue`.
    case wordAfterExit(String)
    /// Words after `return` that are not one value in parentheses.
    case returnedWords
    /// `break`, `continue` or `return` outside the statement that it leaves.
    case outside(String, String)
    /// A definition, a test or a hook that is joined with other commands.
    case declarationInList
    /// A test or a hook in a block.
    case inBlock(String)
    /// `expect` without a condition or a block.
    case missingExpectation
    /// Words between `expect` and its block that are not an outcome.
    case wrongOutcome
    /// `within` or `every` without a duration.
    case missingDuration
    /// `expect 404` with a command but without the braces around it.
    case outcomeWithoutBlock
    /// `skip` in a test with no word or with several.
    case skippedWithoutReason
    /// `test {`.
    case testWithoutName
    /// Blocks that are nested too deeply.
    case tooDeep
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
    /// A command in parentheses, which hold a value.
    case commandInParentheses
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

    /// Whether lines of a block may follow, which must not run outside it.
    var isOfBlock: Bool {
      switch self {
      case .missingBlock, .lostElse, .wordAfterBlock, .attachedBrace: true
      default: false
      }
    }
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
    case .missingProgram(let mark): "there is no program after '\(mark)'"
    case .unclosedBlock: "the '{' that begins here is never closed"
    case .loneBrace: "no block can begin here"
    case .attachedBrace: "a brace of a block needs a blank before and after it"
    case .missingBlock("if"): "there is no '{' after the condition of 'if'"
    case .missingBlock(let keyword): "there is no '{' after '\(keyword)'"
    case .missingElse: "there is no 'else' after the block of 'try'"
    case .lostElse: "this 'else' belongs to no 'if' or 'try'"
    case .wordAfterBlock: "text follows the '}' of a block"
    case .wordAfterExit(let word): "'\(word)' takes no words"
    case .returnedWords: "'return' takes one value in parentheses"
    case .outside(let word, let keyword): "'\(word)' works only in a block of '\(keyword)'"
    case .declarationInList:
      "'def', 'test', 'before' and 'after' cannot be joined with other commands"
    case .inBlock(let keyword): "'\(keyword)' cannot be in a block"
    case .missingExpectation: "there is nothing to expect"
    case .wrongOutcome: "this is no outcome of a block"
    case .missingDuration: "there is no duration"
    case .outcomeWithoutBlock: "a status is expected of a block"
    case .skippedWithoutReason: "'skip' takes one word, the reason"
    case .testWithoutName: "the test has no name"
    case .tooDeep: "blocks can be at most 100 deep"
    case .commandSubstitution: "command substitution $(…) is not supported"
    case .backquote: "command substitution with backquotes is not supported"
    case .attachedJob: "'&' inside a word would begin a job"
    case .resultIndex: "'[' after '$_' needs a number and a ']'"
    case .variableName: "'${' needs a variable name and a '}'"
    case .variableOperator(let symbol): "'\(symbol)' in '${…}' is not supported"
    case .variableInFallback: "the text after ':-' cannot contain variables"
    case .unclosedParenthesis: "the '(' that begins here is never closed"
    case .commandInParentheses: "parentheses hold a value, not a command"
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
    case .missingProgram(let mark): "quote '\(mark)' to run a command of that name"
    case .loneBrace: "quote '{' to pass it as text"
    case .attachedBrace: "put blanks around it, or quote the word to pass it as text"
    case .missingBlock("if"): "write 'if CONDITION { COMMAND }', with the '{' on the same line"
    case .missingBlock(let keyword): "write '\(keyword) { COMMAND }', with the '{' on the same line"
    case .missingElse: "write 'try { COMMAND } else { COMMAND }', with the 'else' behind the '}'"
    case .lostElse: "write it behind the '}' of its block, on the same line"
    case .wordAfterBlock: "end the statement with ';' or a new line"
    case .returnedWords: "write 'return ($name)'; 'print' shows text"
    case .declarationInList: "end it with ';' or a new line"
    case .inBlock: "write it on a line of its own, outside of blocks"
    case .missingExpectation:
      "write 'expect CONDITION', such as 'expect status = 200', or 'expect 404 { COMMAND }'"
    case .wrongOutcome:
      "write statuses, such as '404' or '200, 2xx', or 'error' with an exit status"
    case .missingDuration: "write one, such as 5s or 500ms"
    case .outcomeWithoutBlock: "write braces: 'expect 404 { COMMAND }'"
    case .skippedWithoutReason: "write it in quotes: skip 'no key'"
    case .testWithoutName: "write one: test 'NAME' { … }"
    case .commandSubstitution: "quote '$(' to pass it as text"
    case .backquote: "quote '`' to pass it as text"
    case .attachedJob: "quote '&' to pass it as text, or put blanks around it"
    case .resultIndex: "write ${_} to put text right after the variable"
    case .variableName: "quote '${' to pass it as text"
    case .variableOperator:
      "write ${name:-text} for a default, or quote '${' to pass it as text"
    case .variableInFallback: "quote '$' to pass it as text"
    case .unclosedParenthesis: "quote '(' to pass it as text"
    case .commandInParentheses:
      "write 'let NAME = COMMAND' without them, and then $NAME; or quote '(' to pass it as text"
    case .textAfterParenthesis: "put a blank after it, or quote the word to pass it as text"
    case .expression(let error): error.hint
    case .nul, .invalidUTF8: "scripts must be UTF-8 text"
    case .unclosedQuote, .nothingJoined, .nothingAfter, .nothingBefore, .missingFile,
      .secondRedirection, .redirectionAlone, .tooLong, .unclosedBlock, .wordAfterExit, .outside,
      .tooDeep:
      nil
    }
  }
}

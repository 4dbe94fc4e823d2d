/// A text that is not of the shell's grammar.
package struct SyntaxError: Error, Equatable {
  /// What is wrong.
  package var kind: Kind

  /// The place, in bytes from the start of the statement's source.
  package var range: Range<Int>

  init(_ kind: Kind, _ range: Range<Int>) {
    self.kind = kind
    self.range = range
  }

  /// What can be wrong with a text.
  package enum Kind: Equatable {
    /// A quote, `'` or `"`, that the end of input found open.
    case unclosedQuote(String)
    /// A `\` at the end of the last line.
    case nothingJoined
    /// An operator that nothing follows.
    case nothingAfter(String)
    /// An operator that nothing stands before.
    case nothingBefore(String)
    /// `>` or `>>` without a file.
    case missingFile(String)
    /// A second `>`.
    case secondRedirection
    /// A `>` in a stage whose output goes to a program.
    case redirectionBeforePipe
    /// A `>` where there is no command.
    case redirectionAlone
    /// `2>`: a stream's number before `>`.
    case numberedRedirection(String)
    /// `<`.
    case inputRedirection
    /// `$(`.
    case commandSubstitution
    /// A backquote.
    case backquote
    /// `&`.
    case job
    /// `$_.price` or `$_[0]`.
    case resultPath
    /// `${` without a name and a `}` on its line.
    case variableName
    /// A NUL byte, this many bytes into its line.
    case nul(offset: Int)
    /// Bytes that are not UTF-8, this many bytes into their line.
    case invalidUTF8(offset: Int)
    /// A statement longer than `ScriptParser.longestStatement`.
    case tooLong
  }

  /// What is wrong, in a sentence that starts small and has no full stop.
  package var message: String {
    switch kind {
    case .unclosedQuote(let quote): "the quote \(quote) that begins here is never closed"
    case .nothingJoined: "'\\' joins the next line, and there is none"
    case .nothingAfter(let symbol): "there is no command after '\(symbol)'"
    case .nothingBefore(let symbol): "there is no command before '\(symbol)'"
    case .missingFile(let symbol): "'\(symbol)' needs a file's name after it"
    case .secondRedirection: "the output goes to one file only, and this is the second"
    case .redirectionBeforePipe: "the output goes to a program here, so it cannot go to a file too"
    case .redirectionAlone: "there is no command whose output could go to this file"
    case .numberedRedirection(let number):
      "'\(number)>' is not understood: only results go to files"
    case .inputRedirection: "'<' is not understood: commands read no file"
    case .commandSubstitution: "'$(' is not understood: a command's output is no word"
    case .backquote: "a backquote is not understood: a command's output is no word"
    case .job: "'&' is not understood: there are no jobs yet"
    case .resultPath: "paths into '$_' are not there yet"
    case .variableName: "'${' needs a variable's name and a '}' after it"
    case .nul(let offset): "NUL at byte offset \(offset) of the line"
    case .invalidUTF8(let offset): "invalid UTF-8 at byte offset \(offset) of the line"
    case .tooLong: "a statement is at most 1 MiB long"
    }
  }

  /// What to write instead, where that can be said.
  package var hint: String? {
    switch kind {
    case .redirectionBeforePipe: "put '>' after the last program"
    case .numberedRedirection(let number):
      "where \(number) is a word of its own, put a blank before '>'; quote it as text: '\(number)>'"
    case .inputRedirection: "quote it to pass it as text: '<'"
    case .commandSubstitution: "quote it to pass it as text: '$('"
    case .backquote: "quote it to pass it as text: '`'"
    case .job: "quote it to pass it as text: '&'"
    case .resultPath: "where the text after it is meant, write ${_}"
    case .variableName: "quote it to pass it as text: '${'"
    case .nul, .invalidUTF8: "scripts are text in UTF-8"
    case .unclosedQuote, .nothingJoined, .nothingAfter, .nothingBefore, .missingFile,
      .secondRedirection, .redirectionAlone, .tooLong:
      nil
    }
  }
}

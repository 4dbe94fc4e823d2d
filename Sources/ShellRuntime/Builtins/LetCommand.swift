import ShellOutput
import ShellCommands
import ShellLanguage

struct LetCommand: ImmediateCommand {
  let words = Argument<[String]>("NAME", "the name, then = and a text or a command")
  let isSecret = Flag("secret", "do not show the value in lists, errors and traces")
  private static let columns = [Column("name"), Column("text")]
  var specification: CommandSpecification {
    CommandSpecification(
      "let", abstract: "Set a variable, or list the variables",
      discussion: """
        'let NAME = TEXT' keeps one word as text; quote a text of several words. 'let NAME = (1 + 2)' \
        keeps the value of an expression, and 'let NAME = $OTHER' that of another variable. With more words after \
        the '=', they are a command, and the variable keeps its records. Use $NAME to insert the value, \
        and a path for a part of it: $NAME.price is a field of a record, $NAME[0].price one of a \
        list's first record, $NAME[-1] the last record. Behind a variable that holds text, a path is \
        text too: $file.txt. ${NAME:-text} gives the text after ':-' if the variable is not defined, \
        empty or null. The variable hides one of the process's environment with the same name.

        'let --secret NAME = …' keeps a secret. 'let' shows … in its place, and so do errors, --verbose, \
        --curl and --dry-run. A typed line with it is not saved in the history, and a copy is a secret too. \
        'print $NAME' prints it, and commands and programs that get it see it. Of a value of less than 4 \
        bytes only 'let' and the completion show nothing.

        $_ is the last command's result, $? its status, and $response the response to the last request: \
        'help variables' lists its fields. In a script file, $1, $2 and so on are its \
        arguments, "$@" stands for all of them, each a word of its own, and $# is their number. In an \
        'each' stage, $it is the record.
        """,
      examples: [
        .init("let name = 'Ada'; print $name", "sets a variable and uses it"),
        .init("let limit = 5; products list --sort price | first $limit", "uses a number"),
        .init("print ${editor:-vi}", "gives a text for a variable that is not defined"),
        .init("let --secret key = 'open-sesame'; let", "keeps a secret, which let does not show"),
        .init("let", "lists the variables and their texts"),
      ],
      parameters: [words, isSecret], columns: Self.columns
    ).parsingOptions(.beforeArguments)
  }

  func runAtOnce(_ invocation: Invocation) throws {
    let shell = try invocation.shell
    if try setTypedValue(invocation, in: shell) { return }
    if let assignment = try AssignedText(invocation.arguments) {
      if let function = Assignment(invocation.words.dropFirst())?.values.first?.writtenCall {
        invocation.report(
          "'\(function.rawValue)(…)' is a text here; write '(\(function.rawValue)(…))' for its value"
        )
      }
      if let meaning = shell.variables.reservedMeaning(of: assignment.name) {
        throw ShellError(
          .usage, "'\(assignment.name)' cannot be set: \(meaning)", hint: "choose another name",
          word: invocation[isSecret] ? 2 : 1)
      }
      return shell.set(
        assignment.name, to: .text(assignment.text),
        isSecret: invocation[isSecret] || shell.host.secrets.occur(in: assignment.text))
    }
    guard invocation[words].isEmpty else {
      throw ShellError(
        .usage, "let needs a name, '=' and a text", hint: "let NAME = 'text'", word: 1)
    }
    try invocation.output.columns(Self.columns)
    for (name, text) in shell.variables.summaries.sorted(by: { $0.key < $1.key }) {
      try invocation.output.row([.text(name), .text(text)])
    }
  }
}

extension Word {
  /// The function whose call the word would be in parentheses: `parse("[]")`.
  fileprivate var writtenCall: Function? {
    guard text.utf8.last == UInt8(ascii: ")"),
      let start = text.utf8.firstIndex(of: UInt8(ascii: "("))
    else { return nil }
    let count = text.utf8.distance(from: text.startIndex, to: start)
    guard count < plainCount, count < data.start else { return nil }
    return Function(rawValue: String(text[..<start]))
  }
}

extension LetCommand {
  /// Sets a variable to another one's value, or to that of an expression; returns false for text.
  private func setTypedValue(_ invocation: Invocation, in shell: Shell) throws -> Bool {
    guard let assignment = Assignment(invocation.words.dropFirst()), assignment.hasValidName,
      let word = assignment.typedValue, shell.variables.reservedMeaning(of: assignment.name) == nil
    else { return false }
    let isSecret = assignment.isSecret || shell.isSecret(word)
    if let parenthesis = word.loneExpression {
      shell.set(
        assignment.name, to: VariableValue(try value(of: parenthesis, isSecret, in: shell)),
        isSecret: isSecret)
    } else if let variable = word.loneVariable {
      do {
        shell.set(
          assignment.name, to: try shell.variables.value(at: variable), isSecret: isSecret)
      } catch {
        throw error.spanning([word])
      }
    }
    return true
  }

  /// Evaluates an expression; the error of a secret one quotes nothing of it.
  private func value(
    of parenthesis: Parenthesis, _ isSecret: Bool, in shell: Shell
  ) throws(ShellError) -> CellValue {
    do throws(ShellError) {
      return try parenthesis.value(in: shell.variables)
    } catch {
      guard isSecret else { throw error }
      throw ShellError(error.code, "the value of the secret cannot be calculated")
    }
  }
}

struct UnsetCommand: ImmediateCommand {
  let names = Argument<[String]>("NAME", "the name", atLeastOne: true, completion: "variables")
  var specification: CommandSpecification {
    CommandSpecification(
      "unset", abstract: "Delete a variable",
      examples: [.init("let draft = 'x'; unset draft", "sets a variable and deletes it")],
      parameters: [names])
  }

  func runAtOnce(_ invocation: Invocation) throws {
    let shell = try invocation.shell
    for name in invocation[names] {
      guard shell.variables.remove(name) else {
        throw ShellError(
          .notFound, "no variable is called '\(name)'", hint: "let lists the variables")
      }
    }
  }
}

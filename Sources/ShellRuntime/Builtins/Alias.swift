import ShellLanguage
import ShellOutput

/// A short name for the beginning of a command.
struct Alias {
  /// The text as it was given.
  let text: String
  /// The words it stands for.
  let words: [Word]

  /// Takes a text apart into words.
  ///
  /// - Throws: ``ShellError`` where the text is not one plain command.
  init(_ text: String) throws {
    self.text = text
    var parser = ScriptParser()
    var copy = text
    let result: ScriptParser.Result
    do {
      result = try copy.withUTF8 { try parser.feed($0) }
      try parser.finish()
    } catch let error as SyntaxError {
      throw ShellError(.usage, "the alias cannot be read: \(error.message)")
    }
    guard case .complete(let list) = result, list.rest.isEmpty, list.first.programs.isEmpty,
      list.first.redirection == nil
    else {
      throw ShellError(.usage, "an alias stands for one command, without '|', '>', ';' or '&&'")
    }
    words = list.first.command
  }
}

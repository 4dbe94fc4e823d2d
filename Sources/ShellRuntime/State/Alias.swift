import ShellLanguage
import ShellOutput

/// The words that replace a name at the beginning of a typed command.
package struct Alias {
  /// The text as given by the user.
  package let text: String
  let words: [Word]

  /// Throws if the text is not a single plain command.
  init(_ text: String) throws {
    self.text = text
    let command: [Word]?
    do {
      command = try ScriptParser.command(in: text)
    } catch let error as SyntaxError {
      throw ShellError(.usage, "the alias has a syntax error: \(error.message)")
    }
    guard let command else {
      throw ShellError(.usage, "an alias is a single command, without '|', '>', ';' or '&&'")
    }
    words = command
  }
}

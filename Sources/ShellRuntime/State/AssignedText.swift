import ShellLanguage
import ShellCommands
import ShellOutput

struct AssignedText {
  let name: String
  let text: String

  /// Returns nil if there is no `=`.
  ///
  /// `needsQuotes` is whether a text in a separate word must be quoted; errors do not quote a text
  /// that `isSecret`.
  @MainActor
  init?(
    _ arguments: BoundArguments, needsQuotes: Bool = false,
    isSecret: (String) -> Bool = { _ in true }
  ) throws {
    let places = (0..<arguments.positionalCount).map { arguments.positional($0) }
    let command = arguments.words[0].text
    guard let parts = Assignment(places.map { arguments.words[$0] }[...]) else { return nil }
    (name, text) = (parts.name, parts.values.first?.text ?? "")
    guard let value = parts.values.first else {
      throw ShellError(.usage, "there is no text after '='", hint: "\(command) \(name) = 'text'")
    }
    // The values are the last words; the first value may share its word with the name.
    let first = places.count - parts.values.count
    if needsQuotes, !value.isQuoted, !parts.isAttached {
      let rest = parts.values.map(\.text).joined(separator: " ")
      throw ShellError(
        .usage, "the text after '=' must be quoted",
        hint: "\(command) \(name) = '\(isSecret(rest) ? "text" : rest)'", word: places[first])
    }
    guard parts.hasValidName else {
      throw ShellError(
        .usage, "'\(name)' is not a valid name; use letters, digits and '_', and no digit first",
        word: places[0])
    }
    guard parts.values.count == 1 else {
      throw ShellError(
        .usage, "there is more than one text after '='", hint: "quote the whole text",
        word: places[first + 1])
    }
  }
}

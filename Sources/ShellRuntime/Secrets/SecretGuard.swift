import ShellCommands
import ShellLanguage
import ShellOutput

/// Keeps secrets out of the history and out of messages.
@MainActor
package struct SecretGuard {
  private let shell: Shell

  package init(_ shell: Shell) {
    self.shell = shell
  }

  /// Whether a typed statement is kept out of the history, since it begins with a blank or may contain a
  /// secret.
  ///
  /// - Parameter list: the parsed statement; nil to parse it here.
  func isSecret(_ statement: String, parsed list: CommandList? = nil) -> Bool {
    statement.first?.isWhitespace == true || holdsSecret(statement, parsed: list)
  }

  /// Adds a text to the history, unless the text or the statement from which it comes is secret.
  func remember(_ text: String, parsed list: CommandList? = nil, at prompt: PromptState) {
    guard prompt.keepsHistory, !isSecret(text, parsed: list) else { return }
    guard text == prompt.statement || !isSecret(prompt.statement) else { return }
    prompt.reader.remember(text)
  }

  func holdsSecret(_ statement: String, parsed list: CommandList? = nil) -> Bool {
    if shell.host.secrets.occur(in: statement) { return true }
    var finder = SecretFinder(shell)
    return !finder.places(in: statement, parsed: list).isEmpty
  }

  /// Replaces possible secrets in a statement with `…`, and adjusts the error's range to the masked
  /// text.
  func masked(_ statement: String, moving error: inout ShellError) -> String {
    let places = secrets(in: statement)
    if places.isEmpty { return statement }
    let bytes = Array(statement.utf8)
    var masked: [UInt8] = []
    var end = 0
    var range = error.range.map { ($0.lowerBound, $0.upperBound) }
    for place in places {
      masked += bytes[end..<place.lowerBound]
      let start = masked.count
      // Newlines stay, so that the lines after the secret keep their numbers.
      masked += Array("…".utf8) + bytes[place].filter { $0 == UInt8(ascii: "\n") }
      end = place.upperBound
      let mark = start..<start + "…".utf8.count
      if let old = error.range {
        if place.contains(old.lowerBound) { range?.0 = mark.lowerBound }
        if place.contains(old.upperBound - 1) { range?.1 = mark.upperBound }
        let shift = masked.count - end
        if old.lowerBound >= end { range?.0 = old.lowerBound + shift }
        if old.upperBound > end { range?.1 = old.upperBound + shift }
      }
    }
    masked += bytes[end...]
    error.range = range.map { $0.0..<max($0.0, $0.1) }
    return String(decoding: masked, as: UTF8.self)
  }

  /// Replaces a possible secret in a word that a message quotes with `…`.
  package func masked(_ text: String) -> String {
    var error = ShellError.interrupted
    return masked(text, moving: &error)
  }

  private func secrets(in statement: String) -> [Range<Int>] {
    var finder = SecretFinder(shell)
    let places = finder.places(in: statement)
    let values = shell.host.secrets.ranges(in: statement).filter { range in
      !places.contains { $0.overlaps(range) }
    }
    return values.isEmpty
      ? places : (places + values).sorted { $0.lowerBound < $1.lowerBound }
  }
}

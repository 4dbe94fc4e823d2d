import ShellCommands
import ShellOutput

/// The current place, for the prompt.
extension Shell {
  /// Returns the path of the current place, with `…` in its middle if it is wider than a number of
  /// columns; nil at home.
  package func place(fitting columns: Int) -> String? {
    places.current.map { TerminalText.shortened($0.path.text, to: columns) }
  }

}

extension TerminalText {
  /// Returns a text with `…` in place of its middle, so that it is at most a number of columns wide; its
  /// end keeps more than its beginning.
  static func shortened(_ text: String, to columns: Int) -> String {
    guard width(of: text) > columns else { return text }
    let room = max(0, columns - 1)
    var head = text.prefix(room / 3)
    while width(of: String(head)) > room / 3 { head.removeLast() }
    var tail = text[...]
    while width(of: String(tail)) > room - width(of: String(head)) { tail.removeFirst() }
    return head + "…" + tail
  }
}

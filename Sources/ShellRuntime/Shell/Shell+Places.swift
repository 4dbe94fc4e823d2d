import ShellCommands
import ShellOutput

/// The places of a shell, which belong to the environments that the program has.
extension Shell {
  /// Gives each environment its own places.
  ///
  /// - Parameters:
  ///   - environment: returns the name of the current environment.
  ///   - path: returns the path that a URL of the current environment has under the API's version; it
  ///     throws a `usage` error for any other URL.
  package func keepPlaces(
    by environment: @escaping @MainActor () -> String,
    path: @escaping @MainActor (_ url: String) throws -> String
  ) {
    state.places.environment = environment
    state.places.path = path
  }

  /// Returns the path of the current place, with `…` in its middle if it is wider than a number of
  /// columns; nil at home.
  package func place(fitting columns: Int) -> String? {
    state.places.current.map { TerminalText.shortened($0.path.text, to: columns) }
  }

  /// Leaves the places of something that was deleted, and tells the user if they were there.
  ///
  /// - Parameter path: the path of what was deleted.
  package func leavePlace(deleted path: String) {
    let deleted = PlacePath(parts: path.split(separator: "/").map(PlacePath.decoded))
    guard let place = state.places.leave(deleted) else { return }
    state.console.notify("\(deleted.text) was deleted; the place is now \(place.text)")
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

package import ShellCommands
import ShellOutput

extension Shell {
  package var place: Place? { places.current.map { Place($0.path.text, $0.values) } }

  package func open(_ parts: [String]) async throws {
    let path = "/" + parts.map(PlacePath.encoded).joined(separator: "/")
    let environment = places.environments.environmentName
    places.move(
      to: try await first(of: places.finder.candidates(for: path), path), in: environment)
  }

  /// Returns the first existing place among those that a path can mean; nil for home.
  func first(
    of candidates: [PlaceFinder.Candidate], _ path: String
  ) async throws -> PlaceLocation? {
    var missing: (any Error)?
    for candidate in candidates {
      do {
        if let location = candidate.location {
          try await candidate.route?.check(Place(location.path.text, location.values))
        }
        return candidate.location
      } catch let error as ParameterError {
        throw ShellError(
          .usage, "'\(path)' is not a place: an id in it \(error.message)", hint: error.hint)
      } catch  where ShellError(error).code == .notFound {
        missing = missing ?? error
      }
    }
    if let missing { throw missing }
    return nil
  }

  /// Returns the path of the current place, shortened in the middle with `…` if it is too wide; nil at home.
  package func place(fitting columns: Int) -> String? {
    places.current.map { TerminalText.shortened($0.path.text, to: columns) }
  }
}

extension TerminalText {
  /// Returns a text shortened in the middle with `…` to a number of columns; more is kept of its end than of
  /// its beginning.
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

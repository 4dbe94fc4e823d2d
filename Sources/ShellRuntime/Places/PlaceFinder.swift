package import ShellCommands
import ShellOutput

/// Finds the places that a typed path can mean, among the routes of the loaded modules.
@MainActor
package struct PlaceFinder {
  struct Candidate {
    /// The place; nil for home.
    var location: PlaceLocation?
    var route: PlaceRoute?
  }

  private let routes: [(module: String, route: PlaceRoute)]
  private let current: PlacePath

  init(_ routes: [(module: String, route: PlaceRoute)], from current: PlacePath) {
    self.routes = routes
    self.current = current
  }

  /// Returns the places that a path can mean, likeliest first; at least one.
  ///
  /// A path is tried from the current place first, then from the root. But a word in a route takes
  /// precedence over an id: at `products`, `open orders` means the orders if a route begins with
  /// that word.
  func candidates(for text: String) throws -> [Candidate] {
    let typed = TypedPlacePath(text)
    let paths = self.paths(typed, from: current)
    let found = paths.compactMap { path in
      path.parts.isEmpty || typed.endsAtParent ? nearest(to: path) : candidate(for: path)
    }
    guard !found.isEmpty else { throw unknown(text, paths) }
    return found
  }

  /// Returns the paths that a typed path can mean, likeliest first.
  private func paths(_ typed: TypedPlacePath, from current: PlacePath) -> [PlacePath] {
    let relative = typed.path(from: current)
    guard !typed.isAbsolute, !typed.isRelative, !current.parts.isEmpty else { return [relative] }
    let root = typed.path(from: .home)
    let word = root.parts.first ?? ""
    let isNamedHere = words(after: current).contains(word)
    return isNamedHere ? [relative, root] : [root, relative]
  }

  /// Returns the place with a path, if a module has it.
  ///
  /// A word in a route takes precedence over an id.
  private func candidate(for path: PlacePath) -> Candidate? {
    let found = routes.compactMap { module, route in
      route.values(of: path.parts).map { values in
        (
          count: values.count,
          candidate: Candidate(
            location: PlaceLocation(
              path: path, module: module, values: values, beginning: route.beginning,
              command: route.command),
            route: route)
        )
      }
    }
    return found.min { $0.count < $1.count }?.candidate
  }

  /// Returns the deepest existing place above a path, or home.
  private func nearest(to path: PlacePath) -> Candidate {
    var path = path
    while !path.parts.isEmpty {
      if let candidate = candidate(for: path) { return candidate }
      path.parts.removeLast()
    }
    return Candidate()
  }

  /// Returns the place above a path; nil for home.
  func parent(of path: PlacePath) -> PlaceLocation? {
    nearest(to: PlacePath(parts: path.parts.dropLast())).location
  }

  /// A part that can follow a path.
  package struct NextPart {
    package let part: PlaceRoute.Part
    /// The values of the path before this part.
    package var values: [CompletionKind: String]
    /// Whether the route continues after this part.
    package var goesOn: Bool
  }

  /// Returns the parts that can follow a path.
  package func nextParts(after path: PlacePath) -> [NextPart] {
    let count = path.parts.count
    var found: [NextPart] = []
    for (_, route) in routes where route.parts.count > count {
      guard let values = route.values(of: path.parts, isBeginning: true) else { continue }
      let goesOn = route.parts.count > count + 1
      if let index = found.firstIndex(where: { $0.part == route.parts[count] }) {
        found[index].values.merge(values) { first, _ in first }
        if goesOn { found[index].goesOn = true }
      } else {
        found.append(NextPart(part: route.parts[count], values: values, goesOn: goesOn))
      }
    }
    return found
  }

  func words(after path: PlacePath) -> [String] {
    nextParts(after: path).compactMap { if case .fixed(let word) = $0.part { word } else { nil } }
  }

  private func unknown(_ text: String, _ paths: [PlacePath]) -> ShellError {
    let message = "'\(text)' is not a place"
    if let path = paths.lazy.compactMap(corrected).first {
      return ShellError(.notFound, "\(message); did you mean '\(path.text)'?")
    }
    let first = Array(Set(words(after: .home))).sorted().map { "'\($0)'" }
    guard !first.isEmpty else {
      return ShellError(.notFound, message, hint: "no loaded module has places")
    }
    return ShellError(
      .notFound, message, hint: "the path of a place begins with \(first.listed())")
  }

  /// Returns a path with one misspelt word corrected, if a module has this place.
  private func corrected(_ path: PlacePath) -> PlacePath? {
    for index in path.parts.indices {
      let words = words(after: PlacePath(parts: Array(path.parts[..<index])))
      guard let word = Spelling.nearest(to: path.parts[index], among: words) else { continue }
      var corrected = path
      corrected.parts[index] = word
      if candidate(for: corrected) != nil { return corrected }
    }
    return nil
  }
}

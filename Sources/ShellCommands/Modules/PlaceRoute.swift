/// A kind of place that users can open, such as `products/{products.id}`.
///
/// A word in braces is a completion kind, and stands for one value of that kind. While the user is at a
/// place, its values fill omitted arguments of those kinds, and the commands of the route's module can be
/// typed without the module's name:
///
/// ```swift
/// public var places: [PlaceRoute] {
///   [
///     PlaceRoute("orders"),
///     PlaceRoute("orders/{orders.id}") { [state] in _ = try await state.order($0["orders.id"]) },
///   ]
/// }
/// ```
///
/// At `orders/o-1`, `show` then means `orders show o-1`.
public struct PlaceRoute {
  /// The path, with completion kinds in braces.
  public let pattern: String

  private let isThere: @MainActor (_ place: Place) async throws -> Void

  /// The parts between the slashes of the pattern.
  package let parts: [Part]

  /// The parts of the API's path before those of the place, which users do not type: `api`, `v1`.
  package let beginning: [String]

  /// The name of the module's command that lists or shows what is at such a place.
  package let command: String

  /// A part of a pattern.
  package enum Part: Sendable, Equatable {
    /// A word that stands for itself.
    case fixed(String)
    /// Any value of a kind.
    case value(CompletionKind)
  }

  /// Creates a route.
  ///
  /// - Parameters:
  ///   - pattern: the path, with completion kinds in braces: `orders/{orders.id}`.
  ///   - check: checks that a place exists; by default every place does. It throws an error with the code
  ///     `notFound` if the place does not exist. `open` does not move the user if it throws.
  public init(
    _ pattern: String, check: @escaping @MainActor (_ place: Place) async throws -> Void = { _ in }
  ) {
    self.pattern = pattern
    isThere = check
    beginning = []
    parts = pattern.split(separator: "/", omittingEmptySubsequences: false).map { part in
      part.hasPrefix("{") && part.hasSuffix("}")
        ? .value(CompletionKind(String(part.dropFirst().dropLast()))) : .fixed(String(part))
    }
    command = if case .value? = parts.last { "show" } else { "list" }
  }

  /// Creates a route from its parts; their kinds may have names that contain slashes.
  ///
  /// - Parameters:
  ///   - beginning: the parts of the API's path before those of the place.
  ///   - command: the name of the command that lists or shows what is there.
  package init(
    _ parts: [Part], after beginning: [String], shownBy command: String,
    check: @escaping @MainActor (_ place: Place) async throws -> Void
  ) {
    (self.parts, self.beginning, self.command) = (parts, beginning, command)
    pattern = parts.map { part in
      switch part {
      case .fixed(let word): word
      case .value(let kind): "{\(kind.name)}"
      }
    }.joined(separator: "/")
    isThere = check
  }

  /// Checks that a place exists.
  ///
  /// - Throws: what the module's check throws.
  @MainActor
  package func check(_ place: Place) async throws { try await isThere(place) }

  /// What is wrong with the pattern; nil if it is valid.
  package var problem: String? {
    var kinds: Set<CompletionKind> = []
    for part in parts {
      switch part {
      case .fixed(let word):
        guard !word.isEmpty, word != ".", word != "..", !word.contains(where: "{}%".contains) else {
          return "the place '\(pattern)' is not a path such as 'orders/{orders.id}'"
        }
      case .value(let kind):
        guard !kind.name.isEmpty, kinds.insert(kind).inserted else {
          return "the place '\(pattern)' needs a different completion kind in each {…}"
        }
      }
    }
    guard case .fixed? = parts.first else {
      return "the place '\(pattern)' must begin with a word"
    }
    return nil
  }

  /// Returns the values in a path, or nil if the path does not match this route.
  ///
  /// - Parameter isBeginning: whether the path may be the beginning of a longer one.
  package func values(
    of path: [String], isBeginning: Bool = false
  ) -> [CompletionKind: String]? {
    guard path.count == parts.count || isBeginning && path.count < parts.count else { return nil }
    var values: [CompletionKind: String] = [:]
    for (word, part) in zip(path, parts) {
      switch part {
      case .fixed(let own): guard word == own else { return nil }
      case .value(let kind): values[kind] = word
      }
    }
    return values
  }
}

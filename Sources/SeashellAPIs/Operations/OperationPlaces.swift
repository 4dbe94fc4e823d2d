import SeashellKit
import ShellCommands

@MainActor
final class OperationPlaces {
  private let operations: () -> [OperationGroups.Named]
  private lazy var entries = operations().map(\.entry)
  private lazy var beginnings = PathBeginnings(of: paths)
  /// The operations that may list the resources at a path.
  private lazy var lists = Dictionary(
    entries.filter { $0.method == .get }.map { (PathPlaces.place(of: $0.path), $0) },
    uniquingKeysWith: { first, _ in first })

  /// The parameters of paths by the place before each.
  private(set) lazy var parameters = Dictionary(
    paths.flatMap(PathPlaces.places).map { ($0.place, $0.parameter) },
    uniquingKeysWith: { first, _ in first })

  /// The places below which a GET has a parameter.
  private lazy var collections = Set(
    entries.lazy.filter { $0.method == .get && $0.path.hasSuffix("}") }
      .compactMap { PathPlaces.places(in: $0.path).last?.place })

  /// Whether a GET has a parameter below a path.
  func hasItems(_ path: String) -> Bool { collections.contains(PathPlaces.place(of: path)) }

  /// The places directly below which an operation of any method has a parameter.
  private lazy var parents = Set(entries.compactMap { Self.parent(of: $0.path) })

  /// The places directly below which one thing can be deleted.
  private lazy var parentsOfDeleted = Set(
    entries.lazy.filter { $0.method == .delete }.compactMap { Self.parent(of: $0.path) })

  /// The place before the parameter at a path's end; nil if the path ends in a word.
  private static func parent(of path: String) -> String? {
    guard path.split(separator: "/").last?.hasPrefix("{") == true else { return nil }
    return PathPlaces.places(in: path).last?.place
  }

  /// Whether what is deleted at a path are all things directly below it: the path ends in a word, and an operation has a
  /// parameter below it; or it ends in a parameter, and one thing can be deleted below it, as in `reactions/{emoji}`
  /// beside `reactions/{emoji}/{user}`.
  func isCollection(_ path: String) -> Bool {
    let place = PathPlaces.place(of: path)
    return Self.parent(of: path) == nil
      ? parents.contains(place) : parentsOfDeleted.contains(place)
  }

  /// - Parameter operations: returns all operations of the API; called when they are first needed.
  init(_ operations: @escaping () -> [OperationGroups.Named]) { self.operations = operations }

  var paths: [String] { entries.map(\.path) }

  /// `place` is the path with `{}` for each parameter.
  func list(at place: String) -> DescribedEntry? { lists[place] }

  /// Returns the place that an operation lists or shows; nil if it does neither, or its path cannot
  /// be a place.
  ///
  /// `check` checks that a place exists.
  func route(
    of entry: DescribedEntry, _ command: String,
    check: @escaping @MainActor (_ place: Place) async throws -> Void
  ) -> PlaceRoute? {
    guard entry.method == .get, let parts = PathPlaces.parts(of: entry.path) else { return nil }
    if case .fixed? = parts.last, !command.hasPrefix("list") { return nil }
    let count = beginnings.count(in: entry.path)
    let beginning = parts.prefix(count).compactMap { part in
      if case .fixed(let word) = part { word } else { nil }
    }
    let route = PlaceRoute(
      Array(parts.dropFirst(count)), after: beginning, shownBy: command, check: check)
    return beginning.count == count && route.problem == nil ? route : nil
  }
}

/// The positions of parameters in a path; a parameter can be completed from the list at the path before it.
enum PathPlaces {
  /// Returns the parameters of a path with the path before each.
  ///
  /// For `/things/{id}/parts/{part}` these are `/things` and `/things/{}/parts`. A parameter that shares
  /// its path segment with text is left out.
  static func places(in path: String) -> [(parameter: String, place: String)] {
    var places: [(parameter: String, place: String)] = []
    var before = ""
    for part in path.split(separator: "/") {
      guard part.hasPrefix("{"), part.hasSuffix("}") else {
        before += "/\(part)"
        continue
      }
      places.append((String(part.dropFirst().dropLast()), before))
      before += "/{}"
    }
    return places
  }

  /// Replaces each parameter of a path by `{}`.
  static func place(of path: String) -> String {
    path.split(separator: "/").map { $0.hasPrefix("{") ? "/{}" : "/\($0)" }.joined()
  }

  /// Splits a path into parts, with the path before each parameter as its kind; nil if a part mixes text
  /// and a parameter.
  static func parts(of path: String) -> [PlaceRoute.Part]? {
    var kinds = places(in: path)[...]
    var parts: [PlaceRoute.Part] = []
    for part in path.split(separator: "/") {
      if part.hasPrefix("{"), part.hasSuffix("}"), let kind = kinds.popFirst() {
        parts.append(.value(CompletionKind(kind.place)))
      } else {
        guard !part.contains(where: { "{}%#?".contains($0) }) else { return nil }
        parts.append(.fixed(String(part)))
      }
    }
    return parts
  }

  static func kinds(in path: String) -> [CompletionKind] {
    places(in: path).map { CompletionKind($0.place) }
  }
}

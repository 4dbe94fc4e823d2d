import CoreJSON
import SeashellKit

/// The positions of parameters in a path; a parameter can be completed from the list at the path before it.
struct PathPlaces {
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

  /// Returns a path with words for its parameters: `/things/t-1/parts`; nil if a word is unknown.
  static func filled(_ place: String, _ word: (_ place: String) -> String?) -> String? {
    var (filled, before) = ("", "")
    for part in place.split(separator: "/") {
      guard part.hasPrefix("{"), part.hasSuffix("}") else {
        filled += "/\(part)"
        before += "/\(part)"
        continue
      }
      guard let word = word(before) else { return nil }
      filled += "/\(word)"
      before += "/{}"
    }
    return filled
  }
}

/// The values that were last listed at the paths of an API, to complete the parameters after them.
@MainActor
final class ListedValues {
  private struct Key: Hashable {
    let environment: String
    let path: String
  }

  /// The maximum number of lists, and of values in each.
  private static let (mostLists, mostValues) = (100, 1_000)

  private let paths: () -> [String]
  /// The names of parameters by the path before them.
  private lazy var parameters = Self.parameters(of: paths())
  private var lists: [Key: [CompletionSource.Candidate]] = [:]
  private var order: [Key] = []

  /// - Parameter paths: returns the paths of all operations; called when they are first needed.
  init(_ paths: @escaping () -> [String]) { self.paths = paths }

  private static func parameters(of paths: [String]) -> [String: String] {
    var parameters: [String: String] = [:]
    for path in paths {
      for (parameter, place) in PathPlaces.places(in: path) where parameters[place] == nil {
        parameters[place] = parameter
      }
    }
    return parameters
  }

  /// Stores the identifying values of the records on a page; `isFirst` replaces the list's stored
  /// ones.
  ///
  /// `word` returns the word that was given for the parameter after a path.
  func keep(
    _ records: [JSONValue], at path: String, in environment: String, isFirst: Bool,
    _ word: (_ place: String) -> String?
  ) {
    let place = PathPlaces.place(of: path)
    guard let parameter = parameters[place], let filled = PathPlaces.filled(place, word) else {
      return
    }
    let key = Key(environment: environment, path: filled)
    let names = ResultColumns.fields(identifyingBy: parameter)
    var candidates = isFirst ? [] : lists[key] ?? []
    for record in records.prefix(Self.mostValues - candidates.count) {
      guard case .object = record else {
        if let word = record.word { candidates.append(.init(word)) }
        continue
      }
      guard let word = names.lazy.compactMap({ record[$0]?.word }).first else { continue }
      let name = ResultColumns.names.lazy.compactMap { record[$0]?.word }.first
      candidates.append(.init(word, String.abstract(of: name == word ? "" : name ?? "")))
    }
    if lists[key] == nil { order.append(key) }
    lists[key] = candidates
    if order.count > Self.mostLists { lists[order.removeFirst()] = nil }
  }

  /// The completion sources for all path parameters; the kind of each is the path before the
  /// parameter.
  ///
  /// `ask` requests the list at a path if its values are unknown.
  func sources(
    in environment: @escaping @MainActor () -> String,
    asking ask:
      @escaping @MainActor (_ place: String, _ path: String, _ query: CompletionQuery) -> Void
  ) -> [CompletionSource] {
    parameters.keys.map { place in
      CompletionSource(answering: CompletionKind(place)) { [self] query in
        var matches = CompletionMatches(query)
        guard let path = PathPlaces.filled(place, { query.value(of: $0) }) else { return [] }
        let known = lists[Key(environment: environment(), path: path)]
        if known == nil { ask(place, path, query) }
        for candidate in known ?? [] {
          matches.offer(candidate.text, named: candidate.abstract)
        }
        return matches.candidates
      }
    }
  }
}

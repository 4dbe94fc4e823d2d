package import SeashellKit

extension DescriptionStore {
  /// The last segments of paths at which services say how they are, the best first; the empty one is that of the root.
  private static let checkedNames = [
    "health", "healthz", "healthcheck", "livez", "readyz", "ping", "status", "version", "info", "",
  ]

  /// Returns the path of an operation that a check of an API can request: a GET that needs no parameters, and whose path
  /// ends in a name such as `health` or `version`, or is `/`.
  ///
  /// - Returns: nil if no such operation is described, or the description cannot be read.
  /// - Complexity: O(*n*) in the number of operations.
  package func checkedPath(of api: ConfiguredAPI) -> String? {
    guard let index = try? index(of: api, report: { _ in }), let entries = try? index.entries()
    else { return nil }
    let ranked = entries.compactMap { entry -> (rank: Int, entry: DescribedEntry)? in
      let isPlain = !entry.path.contains { "{?#".contains($0) }
      guard entry.method == .get, !entry.isIgnored, entry.path.hasPrefix("/"), isPlain else {
        return nil
      }
      let segments = entry.path.split(separator: "/")
      return Self.checkedNames.firstIndex(of: segments.last?.lowercased() ?? "")
        .map { ($0 * 100 + segments.count, entry) }
    }
    return ranked.sorted { $0.rank < $1.rank }.lazy.compactMap { _, entry -> String? in
      guard let operation = try? index.operation(id: entry.id), operation.servers == nil,
        !operation.isBodyRequired, !operation.parameters.contains(where: \.isRequired)
      else { return nil }
      return entry.path
    }.first
  }
}

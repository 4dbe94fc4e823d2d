/// The beginnings of an API's paths that are left out of names: `api`, `v1`, and the parts that all paths
/// share.
package struct PathBeginnings: Sendable {
  private let common: Int

  /// - Parameter paths: the paths of all operations.
  package init(of paths: [String]) {
    common = NamedPath.commonPrefix(of: paths.map(NamedPath.init))
  }

  /// Returns how many leading parts of a path are left out of names; never all of them.
  package func count(in path: String) -> Int {
    var named = NamedPath(path)
    let count = named.parts.count
    named.removePrefix(common)
    return count - named.parts.count
  }
}

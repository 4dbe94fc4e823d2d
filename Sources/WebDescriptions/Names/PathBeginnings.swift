/// What stands at the beginning of an API's paths and is no part of names: `api`, `v1`, and what all have in
/// common.
package struct PathBeginnings: Sendable {
  private let common: Int

  /// - Parameter paths: the paths of all operations.
  package init(of paths: [String]) {
    common = NamedPath.commonPrefix(of: paths.map(NamedPath.init))
  }

  /// Returns how many parts of a path are no part of names; never all of them.
  package func count(in path: String) -> Int {
    var named = NamedPath(path)
    let count = named.parts.count
    named.removePrefix(common)
    return count - named.parts.count
  }
}

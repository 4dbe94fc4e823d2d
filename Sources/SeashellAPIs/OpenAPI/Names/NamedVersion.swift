/// The versions in paths, ids and tags.
enum NamedVersion {
  /// Whether a part or a word is a version: `v2`, `1.4`, `2020-01-31`, `v1beta1`, `unstable`.
  static func isVersion(_ text: String) -> Bool {
    var rest = text.utf8[...]
    if let first = rest.first, first | 0x20 == UInt8(ascii: "v") { rest = rest.dropFirst() }
    guard let first = rest.first, first.isDigit else {
      return text.utf8.count == 8 && text.lowercased() == "unstable"
    }
    rest = rest.drop { $0.isDigit }
    while let mark = rest.first, "._-".utf8.contains(mark),
      let next = rest.dropFirst().first, next.isDigit
    {
      rest = rest.dropFirst().drop { $0.isDigit }
    }
    if rest.isEmpty { return true }
    let letters = rest.prefix { $0.isLetter }
    guard rest.dropFirst(letters.count).allSatisfy(\.isDigit) else { return false }
    let stage = String(decoding: letters, as: UTF8.self).lowercased()
    return ["alpha", "beta", "rc", "p", "b", "a"].contains(stage)
  }

  /// The age of versions: of two, the newer one is greater, but stable ones are greater than others.
  static func rank(_ versions: [String]) -> [[Int]] {
    versions.map { version in
      let text = version.lowercased()
      let isStable = !["alpha", "beta", "unstable", "rc"].contains { text.contains($0) }
      let numbers = text.utf8.split { !$0.isDigit }
      return [isStable ? 1 : 0]
        + numbers.map { Int(String(decoding: $0.prefix(15), as: UTF8.self)) ?? 0 }
    }
  }

  /// Compares ranks, the most important number first.
  static func isLess(_ one: [[Int]], _ other: [[Int]]) -> Bool {
    for (left, right) in zip(one, other) where left != right {
      return left.lexicographicallyPrecedes(right)
    }
    return one.count < other.count
  }
}

extension NamedVersion {
  /// Notes for each operation that is an older version of another one which this is.
  static func findTwins(_ operations: [NamedOperation]) {
    let versions = operations.first?.path.versions
    if operations.allSatisfy({ $0.path.versions == versions }) { return }
    var same: [String: [Int]] = [:]
    for (index, operation) in operations.enumerated() {
      var key = [operation.method.rawValue] + operation.path.parts
      key += operation.path.fragment + ["?"] + operation.path.query
      same[key.joined(separator: "/"), default: []].append(index)
    }
    for indexes in same.values where indexes.count > 1 {
      let versions = indexes.map { operations[$0].path.versions }
      guard Set(versions).count == indexes.count else { continue }
      var newest = indexes[0]
      for index in indexes where isNewer(operations[index], operations[newest]) { newest = index }
      for index in indexes where index != newest { operations[index].twin = newest }
    }
  }

  private static func isNewer(_ one: NamedOperation, _ other: NamedOperation) -> Bool {
    if one.isOld != other.isOld { return other.isOld }
    let (versions, others) = (one.path.versions, other.path.versions)
    if versions.isEmpty != others.isEmpty { return versions.isEmpty }
    let (rank, otherRank) = (self.rank(versions), self.rank(others))
    if rank != otherRank { return isLess(otherRank, rank) }
    return other.facts.path.utf8.lexicographicallyPrecedes(one.facts.path.utf8)
  }
}

/// Suggests a name for a mistyped one.
public enum Spelling {
  /// The name nearest to a word, ignoring case, or nil if none is near.
  ///
  /// A name is near if its Damerau–Levenshtein distance (which counts a swap of two adjacent letters as one)
  /// is at most two and at most a third of the longer one's length. If several names are equally near, the
  /// first one is returned. If no name is near, it is the first one that begins with the word.
  ///
  /// - Complexity: O(*n* · *m*) for each name of about the same length.
  public static func nearest(to word: String, among names: some Sequence<String>) -> String? {
    let longest = 64
    guard word.utf8.count <= longest else { return nil }
    let typed = Array(word.lowercased().utf8)
    var nearest: (name: String, distance: Int)?
    var begun: String?
    for name in names where name.utf8.count <= longest {
      let candidate = Array(name.lowercased().utf8)
      let limit = min(2, max(typed.count, candidate.count) / 3)
      if abs(typed.count - candidate.count) <= limit {
        let distance = distance(typed, candidate)
        if distance <= limit, distance < nearest?.distance ?? .max { nearest = (name, distance) }
      }
      if begun == nil, typed.count > 1, candidate.starts(with: typed) { begun = name }
    }
    return nearest?.name ?? begun
  }

  /// The restricted Damerau–Levenshtein distance: no letter is changed twice.
  private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for i in first.indices {
      var row = [i + 1]
      for j in second.indices {
        let change = last[j] + (first[i] == second[j] ? 0 : 1)
        var least = min(change, last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
          least = min(least, beforeLast[j - 1] + 1)
        }
        row.append(least)
      }
      (beforeLast, last) = (last, row)
    }
    return last[second.count]
  }
}

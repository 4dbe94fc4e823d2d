import ShellCommands

/// The candidates for a word of the line, as readline takes them.
struct CandidateSet {
  /// How many candidates readline is given to go through, one after another.
  private static let most = 1000

  let completion: Completion
  /// The line up to the cursor.
  let typed: [UInt8]

  init?(_ completion: Completion, of typed: [UInt8]) {
    guard !completion.candidates.isEmpty, (0...typed.count).contains(completion.start) else {
      return nil
    }
    self.completion = completion
    self.typed = typed
  }

  /// What separates the word from what is before it, where it occurs in front of the word only.
  var separator: UInt8? {
    guard completion.start > 0 else { return nil }
    let byte = typed[completion.start - 1]
    let word = typed[completion.start...]
    return byte < 0x80 && byte != 0 && !word.contains(byte) ? byte : nil
  }

  /// What readline puts into the line's place from some byte on.
  ///
  /// - Parameters:
  ///   - start: where readline believes the word to begin; not behind where it begins.
  ///   - listsOnly: whether nothing is put into the line.
  /// - Returns: first what all have in common, or the only one; then, where there are several, each.
  func matches(from start: Int, listsOnly: Bool) -> [[UInt8]]? {
    guard start <= completion.start else { return nil }
    let before = Array(typed[start..<completion.start])
    let candidates = completion.candidates
    if candidates.count == 1, !listsOnly {
      return [before + candidates[0].replacement.utf8]
    }
    return [before + common] + candidates.prefix(Self.most).map { before + $0.replacement.utf8 }
  }

  /// What all candidates begin with, or the word as typed where that would take letters away.
  var common: [UInt8] {
    let word = typed[completion.start...]
    var common = ArraySlice(completion.candidates[0].replacement.utf8)
    for candidate in completion.candidates.dropFirst() {
      let other = candidate.replacement.utf8
      if other.starts(with: common) { continue }
      common = common.prefix(zip(common, other).prefix { $0 == $1 }.count)
      // Nothing will be put in, however many there are.
      if common.count <= word.count { break }
    }
    // A character is not cut in two.
    while !common.isEmpty, String(validating: common, as: UTF8.self) == nil { common.removeLast() }
    return Array(common.starts(with: word) ? common : word)
  }
}

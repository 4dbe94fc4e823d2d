import ShellCommands

/// The candidates for the word at the cursor, in the form expected by readline.
struct CandidateSet {
  /// How many candidates readline receives to cycle through.
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

  /// The byte before the word, if readline can use it as a word break, since it is ASCII and not in the word.
  var separator: UInt8? {
    guard completion.start > 0 else { return nil }
    let byte = typed[completion.start - 1]
    let word = typed[completion.start...]
    return byte < 0x80 && byte != 0 && !word.contains(byte) ? byte : nil
  }

  /// The texts with which readline replaces the line from `start`, where it sees the word: the only
  /// candidate; or the common prefix of all, followed by each candidate; nil if the word begins
  /// before `start`.
  ///
  /// `listsOnly` means that readline inserts nothing.
  func matches(from start: Int, listsOnly: Bool) -> [[UInt8]]? {
    guard start <= completion.start else { return nil }
    let before = Array(typed[start..<completion.start])
    let candidates = completion.candidates
    if candidates.count == 1, !listsOnly, !isOnlyShown {
      return [before + candidates[0].replacement.utf8]
    }
    return [before + common] + candidates.prefix(Self.most).map { before + $0.replacement.utf8 }
  }

  /// Whether the candidates are examples of which the user has typed nothing.
  private var isOnlyShown: Bool {
    completion.candidates[0].isExample && completion.start == typed.count
  }

  /// The common prefix of all candidates; the typed word, if the prefix does not contain it.
  private var common: [UInt8] {
    let word = typed[completion.start...]
    if isOnlyShown { return [] }
    var common = ArraySlice(completion.candidates[0].replacement.utf8)
    for candidate in completion.candidates.dropFirst() {
      let other = candidate.replacement.utf8
      if other.starts(with: common) { continue }
      common = common.prefix(zip(common, other).prefix { $0 == $1 }.count)
      // Nothing will be inserted, whatever the remaining candidates.
      if common.count <= word.count { break }
    }
    // Do not cut a character.
    while !common.isEmpty, String(validating: common, as: UTF8.self) == nil { common.removeLast() }
    return Array(common.starts(with: word) ? common : word)
  }
}

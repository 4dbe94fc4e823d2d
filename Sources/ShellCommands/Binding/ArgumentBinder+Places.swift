package import ShellLanguage

extension ArgumentBinder {
  /// Returns the arguments that a place fills.
  ///
  /// Words take precedence over the place, and bind from the right: for `PRODUCT REVIEW`, a single word is
  /// the review, and for `PRODUCT REVIEW [NOTE]`, at the place of a review, it is the note. Each value of the
  /// place fills one argument; it fills none if a word already gives a value of its kind and no required
  /// argument is missing.
  ///
  /// - Parameters:
  ///   - place: the values of the place, by completion kind.
  ///   - count: the number of positional words.
  ///   - assignments: how many of them, at the end, are `NAME=VALUE` for the last argument.
  ///   - given: the arguments whose values come from options.
  ///   - excused: the arguments that the given options make optional, which a place does not fill.
  package func implied(
    by place: [CompletionKind: String], among count: Int, assignments: Int = 0,
    without given: [Int], excusing excused: [Int] = []
  ) -> [(argument: Int, text: String)] {
    let arguments = specification.arguments
    var left = place
    var implied: [(argument: Int, text: String)] = []
    var missing =
      requiredCount - given.count { arguments[$0].isRequired } - (count - assignments)
    if let leading = leading(of: place, before: count, without: given + excused) {
      missing = leading
    }
    func fill(_ index: Int) -> Bool {
      guard let kind = arguments[index].completion, !excused.contains(index),
        let text = left.removeValue(forKey: kind)
      else { return false }
      implied.append((index, text))
      return true
    }
    for index in arguments.indices
    where missing > 0 && arguments[index].isRequired && !given.contains(index) {
      if fill(index) { missing -= 1 }
    }
    let filled = given + implied.map(\.argument)
    let isGiven = arguments.indices.map {
      given.contains($0) || !positions(of: $0, among: count, without: filled).isEmpty
    }
    for index in arguments.indices where isGiven[index] {
      if let kind = arguments[index].completion { left[kind] = nil }
    }
    for index in arguments.indices where !arguments[index].isRequired && !isGiven[index] {
      _ = fill(index)
    }
    return implied
  }

  /// How many words, at the end of positional ones, can only be `NAME=VALUE` for the last argument.
  package func assignments(among words: @autoclosure () -> [Word]) -> Int {
    guard let names = specification.arguments.last?.assignedNames, !names.isEmpty else { return 0 }
    let words = words()
    let start = words.firstIndex { word in
      guard word.beginsWithName else { return false }
      return names.contains(String(word.text.prefix { !"=:.".contains($0) }))
    }
    return start.map { words.count - $0 } ?? 0
  }

  /// Returns how many arguments the place fills if the words are the last arguments; nil if the
  /// last argument must be given or the place has a value for it, or if the place lacks a value for
  /// an argument before the words.
  private func leading(
    of place: [CompletionKind: String], before count: Int, without given: [Int]
  ) -> Int? {
    let arguments = specification.arguments.indices.filter { !given.contains($0) }
      .map { specification.arguments[$0] }
    guard count > 0, count < arguments.count, let last = arguments.last, !last.isRequired,
      !last.isRepeating, last.completion.map({ place[$0] == nil }) ?? true
    else { return nil }
    let leading = arguments.dropLast(count)
    let kinds = leading.compactMap(\.completion).filter { place[$0] != nil }
    let isGiven = Set(kinds).count == leading.count && leading.allSatisfy(\.isRequired)
    return isGiven ? leading.count : nil
  }
}

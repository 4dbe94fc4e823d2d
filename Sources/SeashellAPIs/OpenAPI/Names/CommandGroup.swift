/// Operations whose names begin with the same word.
final class CommandGroup {
  var name = ""
  /// The path node that all or most commands are below.
  let home: Int
  /// The words of the name and of the home's part, in singular.
  var words: [String] = []
  /// The indexes of the operations.
  var members: [Int] = []
  /// The tag of most operations.
  var tag: String?
  /// Whether the tag says where the group's own part is.
  var isTagAtHome = true

  init(home: Int) { self.home = home }

  func says(_ word: String) -> Bool { NameWords.says(words, word) }

  /// Whether all words add nothing to the group's name.
  func says(_ words: [String]) -> Bool {
    for word in words where !says(word) { return false }
    return true
  }

  /// Returns the words that the group's name does not have.
  func without(_ words: [String]) -> [String] {
    var rest: [String] = []
    for word in words where !says(word) { rest.append(word) }
    return rest
  }
}

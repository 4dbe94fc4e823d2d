/// The first differences that a check found, and the number of all.
struct DifferenceList {
  /// The longest message, in characters.
  static let longestMessage = 300

  /// How many are kept.
  let most: Int
  private(set) var differences: [SchemaDifference] = []
  private(set) var count = 0

  init(most: Int) { self.most = most }

  mutating func add(_ path: ValuePath, _ message: () -> String, _ pointer: String) {
    count += 1
    guard differences.count < most else { return }
    differences.append(
      SchemaDifference(
        path: path.text, message: message().shortened(to: Self.longestMessage), pointer: pointer))
  }
}

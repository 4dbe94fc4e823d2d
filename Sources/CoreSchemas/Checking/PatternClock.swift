/// Matches patterns, and stops when the time for all matches of a check is over.
struct PatternClock {
  /// The steps of one match, about 4 ms.
  private static let steps = 200_000

  private var left = Duration.seconds(5)

  /// Returns whether a text contains a match; nil if that takes too long.
  mutating func matches(_ pattern: SchemaPattern, _ text: String) -> Bool? {
    guard left > .zero else { return nil }
    let start = ContinuousClock.now
    defer { left -= ContinuousClock.now - start }
    return try? pattern.pattern.matches(text, steps: Self.steps)
  }
}

/// What one Ctrl-C after another means at a prompt.
///
/// The first one cancels what runs, and a second one within a second abandons it. One more, where the
/// shell has not even come to that, ends the process.
struct InterruptPolicy {
  /// What a wish means.
  enum Meaning {
    case cancel, abandon, end, nothing
  }

  /// Two so close to each other, in nanoseconds, are one.
  private static let bounce: Int64 = 100_000_000

  /// How long after the first another one belongs to it, in nanoseconds.
  private static let memory: Int64 = 1_000_000_000

  /// How long the shell may take to abandon a command, in nanoseconds.
  private static let patience: Int64 = 2_000_000_000

  private var first: Int64?
  private var second: Int64?

  /// The meaning of a wish, which is then remembered.
  ///
  /// - Parameter time: when it came, in nanoseconds.
  mutating func meaning(ofOneAt time: Int64) -> Meaning {
    if let second { return time - second > Self.patience ? .end : .nothing }
    guard let first, time - first <= Self.memory else {
      self.first = time
      return .cancel
    }
    guard time - first > Self.bounce else { return .nothing }
    second = time
    return .abandon
  }
}

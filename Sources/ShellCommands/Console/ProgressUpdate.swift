/// The progress of a running command.
///
/// A terminal shows a bar with the rate and the time left if ``total`` is known, otherwise a spinner.
public struct ProgressUpdate: Sendable, Equatable {
  /// What the command is doing.
  public var label: String

  /// How much is done, in the unit of ``total``, if known.
  public var done: Double?

  /// The total amount of work, if known.
  public var total: Double?

  /// Creates an update whose extent is unknown.
  public init(_ label: String) {
    self.label = label
  }

  /// Creates an update that counts: 3,400 of 100,000.
  ///
  /// - Parameters:
  ///   - label: what the command is doing.
  ///   - done: how much is done.
  ///   - total: the total amount of work, if known.
  public init(_ label: String, done: Double, total: Double?) {
    self.label = label
    self.done = done
    self.total = total
  }

  /// Creates an update with the completed part, from 0 to 1, if known.
  public init(_ label: String, fraction: Double?) {
    self.label = label
    done = fraction
    total = fraction == nil ? nil : 1
  }

  /// The completed part, from 0 to 1, if known.
  public var fraction: Double? {
    guard let done, let total, done.isFinite, total.isFinite, total > 0 else { return nil }
    return min(max(done / total, 0), 1)
  }
}

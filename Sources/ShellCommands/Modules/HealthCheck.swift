/// A part of the shell that can be examined, for `doctor`.
@MainActor
public protocol HealthCheck {
  /// Looks for what may keep the part from working, and changes nothing.
  ///
  /// - Returns: what was found, also what is as it should be; without passwords, tokens and keys.
  func findings() async -> [Finding]
}

/// What a check has found.
public struct Finding: Sendable, Equatable {
  /// Whether it is a problem.
  public enum Status: String, Sendable {
    /// All is well.
    case ok
    /// A problem that keeps nothing from working now.
    case warning
    /// A problem that does.
    case failed
  }

  /// What was checked: `folder state`, `environment dev`, or a place in a file.
  public let check: String

  /// Whether it is a problem.
  public let status: Status

  /// What was found, in one line.
  public let detail: String

  /// What to do about it, if it is a problem.
  public let advice: String?

  /// Creates a finding.
  public init(_ check: String, _ status: Status, _ detail: String, advice: String? = nil) {
    (self.check, self.status, self.detail, self.advice) = (check, status, detail, advice)
  }
}

/// What a module brings besides commands, completion and places.
@MainActor
public struct Contributions {
  /// The pages of `help` about the module's subjects, which come after those of the shell.
  public var pages: [HelpPage]

  /// What `doctor` asks.
  public var checks: [any HealthCheck]

  /// Creates what a module brings.
  public init(pages: [HelpPage] = [], checks: [any HealthCheck] = []) {
    (self.pages, self.checks) = (pages, checks)
  }
}

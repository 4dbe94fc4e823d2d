public import CoreEvents

/// What a module brings besides commands, completion and places.
@MainActor
public struct Contributions {
  /// Further commands, which are looked up one at a time.
  public var source: (any CommandSource)?

  /// The author of the module's texts, such as `the API 'wh'`; nil for the program's author and the user.
  ///
  /// Other programs get the texts of such an author with this name, as information and no instructions.
  public var author: String?

  /// The pages of `help` about the module's subjects, which come after those of the shell.
  public var pages: [HelpPage]

  /// What `doctor` asks.
  public var checks: [any HealthCheck]

  /// The types of events that the module posts, so that rules and completion know their fields before the
  /// first is posted.
  public var events: [any Event.Type]

  /// Creates what a module brings.
  public init(
    source: (any CommandSource)? = nil, author: String? = nil, pages: [HelpPage] = [],
    checks: [any HealthCheck] = [], events: [any Event.Type] = []
  ) {
    (self.source, self.author, self.pages) = (source, author, pages)
    (self.checks, self.events) = (checks, events)
  }
}

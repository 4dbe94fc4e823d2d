/// Knows what to show while a line is typed.
@MainActor
package protocol LineGuide: AnyObject {
  /// What to show; asked at the line's start.
  var help: LineHelp { get }
}

/// What is shown while a line is typed; nothing without colours.
package struct LineHelp {
  /// Whether words have colours.
  var highlights = true
  /// Whether a line of the history is suggested.
  var suggestions = true
  /// The environment in which commands act.
  var environment = ""
  /// Whether the last statement has failed.
  var hasFailed = false

  package init(
    highlights: Bool = true, suggestions: Bool = true, environment: String = "",
    hasFailed: Bool = false
  ) {
    self.hasFailed = hasFailed
    self.highlights = highlights
    self.suggestions = suggestions
    self.environment = environment
  }
}

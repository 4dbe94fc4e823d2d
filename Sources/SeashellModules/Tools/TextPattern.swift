import CoreSchemas
import SeashellKit

enum TextPattern {
  /// The maximum number of steps of a match for help only, which runs for each parameter.
  static let stepsForHelp = 1_000

  /// The maximum length of an expression in an error, in characters.
  private static let longestShown = 60

  /// Returns whether a text contains a match; nil if the shell cannot read the expression, so that only the
  /// module checks the text.
  ///
  /// - Throws: `ShellError` `pluginBroke` if matching takes too long; `failed` if libpcre2 is missing.
  static func matches(_ pattern: String, _ text: String, steps: Int) throws(ShellError) -> Bool? {
    do {
      return try Pattern(pattern).matches(text, steps: steps)
    } catch {
      switch error {
      case .malformed: return nil
      case .unavailable(let reason): throw ShellError(.failed, reason)
      case .tooExpensive:
        let shown = pattern.count <= longestShown ? " '\(ToolText.line(pattern))'" : ""
        throw ShellError(
          .pluginBroke, "the module's pattern\(shown) takes too long to match this text",
          hint: "use another text, or ask the module's author for a simpler pattern")
      }
    }
  }

  /// The reason the shell cannot check an expression; nil if it can.
  static func problem(with pattern: String) -> String? {
    do {
      _ = try Pattern(pattern)
      return nil
    } catch {
      if case .unavailable(let reason) = error { return reason }
      return "the shell cannot check it; the module must"
    }
  }
}

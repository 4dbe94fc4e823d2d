import ShellLanguage

/// Which program shows what is longer than the screen.
enum PagerChoice {
  /// It shows colours, and leaves what it showed on the screen.
  private static let standard = ["less", "-RFX"]

  /// The program and its arguments; nil for none.
  ///
  /// - Parameters:
  ///   - setting: what the user has set; nil where `$PAGER` decides.
  ///   - environment: gives the variables of the process's environment.
  static func words(_ setting: String?, environment: (String) -> String?) -> [String]? {
    guard !TerminalControl.isDumb(kind: environment("TERM")) else { return nil }
    guard let text = setting ?? environment("PAGER") else { return standard }
    guard text.contains(where: { $0 != " " && $0 != "\t" }) else { return nil }
    guard let words = ProgramWords.words(of: text) else { return standard }
    switch words {
    case ["off"], ["cat"]: return nil
    // Alone it would show colours as codes.
    case ["less"]: return standard
    default: return words
    }
  }
}

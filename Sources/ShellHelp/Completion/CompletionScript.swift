import ShellCommands
import ShellRuntime

/// A script that makes another shell complete a program's words with `complete`.
enum CompletionScript: String, CaseIterable, ParameterValue {
  case bash, zsh, fish

  static var parameterName: String { "SHELL" }

  /// Returns the script for a program.
  func text(for program: String) -> String {
    let text =
      switch self {
      case .bash: Self.bashText
      case .zsh: Self.zshText
      case .fish: Self.fishText
      }
    // A function's name has no '.' in some shells.
    let function = String(program.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    return text.replacing("PROGRAM", with: program).replacing("FUNCTION", with: function)
  }
}

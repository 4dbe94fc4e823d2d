import ShellCommands
import ShellRuntime

/// A script that lets another shell complete a program's words, with the command `complete`.
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
    // In some shells a function's name cannot contain a '.'.
    let function = String(program.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    return text.replacing("PROGRAM", with: program).replacing("FUNCTION", with: function)
  }
}

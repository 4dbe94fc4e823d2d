/// The source of a setting's value.
package enum SettingSource: Sendable, Equatable {
  /// The shell itself.
  case standard
  /// An option at the start: `--quiet`, `-o json`.
  case option(String)
  /// A variable of the process's environment: `PAGER`.
  case variable(String)
  /// A line of a script: of `rc.sea`, or of a sourced script.
  case script(String, line: Int)
  /// A typed command, or one in the script that the shell was started with.
  case here

  /// The source, in a few words.
  var text: String {
    switch self {
    case .standard: "default"
    case .option(let option): option
    case .variable(let name): "$\(name)"
    case .script(let name, let line): "\(name):\(line)"
    case .here: "here"
    }
  }
}

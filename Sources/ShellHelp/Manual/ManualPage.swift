import ShellCommands
import ShellRuntime

/// A page of the manual, generated from the specifications and the help topics of the running shell.
struct ManualPage {
  let name: String

  /// The section of the manual: 1 for programs, 7 for the language.
  let section: Int

  /// The word to type after `help --man`; nil for the program's own page.
  let page: String?

  static let language = "language"

  /// The word that lists the pages.
  static let list = "list"

  /// The pages of a shell: for the program, its language, and each module.
  @MainActor
  static func all(of shell: Shell) -> [ManualPage] {
    let program = shell.host.identity.name
    return [
      ManualPage(name: program, section: 1, page: nil),
      ManualPage(name: "\(program)-\(language)", section: 7, page: language),
    ]
      + shell.modules.commandModules.map(\.name).filter { $0 != language }.map {
        ManualPage(name: "\(program)-\($0)", section: 1, page: $0)
      }
  }
}

import SeashellKit
import ShellCommands

/// The help of the program itself: `orders --help`.
struct StartHelp {
  let identity: ShellIdentity

  /// The environment to start on if nothing chooses another; nil if the shell has none of its own.
  let environment: APIEnvironment?

  /// A command to show as an example.
  let example: String

  /// Whether a module may send the token in the shell's variable.
  let usesToken: Bool

  var text: HelpText {
    let name = identity.name
    var specification = CommandSpecification.ofProgram(identity)
    specification.discussion = """
      Without a command it starts a prompt; if standard input is not a terminal, it reads a script \
      from there. A script stops at its first failing command. '\(name) help' lists the commands.

      Requests go to the environment named by -e, else by the variable \
      \(identity.environmentVariable), else by \
      $XDG_CONFIG_HOME/\(name)/config.json\(environment.map { ", and else to the environment '\($0.name)'" } ?? ""). That file \
      defines environments, as in { environment: 'qa', environments: { qa: { baseURL: \
      'https://api.example.com', version: 'v1' } } }.
      """
    if usesToken {
      specification.discussion += """
         \(identity.tokenVariable) may hold an access token for the environment.
        """
    }
    specification.examples = [
      .init("\(name) \(example)", "runs one command"),
      .init("\(name) -c 'help | wc -l'", "runs a script given as text"),
      .init("\(name) -f check.sea staging", "runs a script file with staging as $1"),
    ]
    return HelpText(specification, path: name)
  }
}

import CoreSystem
import SeashellKit
import ShellChecks
import ShellCommands

/// What this process has taken from its environment, so that no process that it starts inherits it.
@MainActor
final class TakenVariables {
  /// The access token for the environment to start on.
  let token: String?

  /// How the process runs the tests of a file, if it does.
  let test: TestSettings?

  /// The access tokens for other APIs, by the ends of their variables' names: `WH` of `ORDERS_TOKEN_WH`.
  ///
  /// They are taken at the first use, which comes before any module, but after the configuration's secrets: a variable
  /// of these may have such a name too. A second start finds what the first one has taken.
  private(set) lazy var tokens = LaunchedProcess.takeVariables(withPrefix: prefix)

  private let name: String
  private var prefix: String { name + "_" }

  /// Takes the variables of a program, before everything else.
  init(of identity: ShellIdentity) {
    name = identity.tokenVariable
    token = ProcessVariables.take(name)
    test = ProcessVariables.take(identity.testVariable).flatMap(TestSettings.init)
  }

  /// The tokens by the names of their variables, for another process of the program.
  var variables: [String: String] {
    var all = Dictionary(tokens.map { (prefix + $0.key, $0.value) }) { first, _ in first }
    all[name] = token
    return all
  }
}

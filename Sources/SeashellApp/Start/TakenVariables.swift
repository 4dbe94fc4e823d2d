import CoreSystem
import SeashellKit
import ShellCommands
import ShellChecks

/// What this process has taken from its environment, so that no process that it starts inherits it.
struct TakenVariables {
  /// The access token for the environment to start on.
  let token: String?

  /// The access tokens for other APIs, by the ends of their variables' names: `WH` of `ORDERS_TOKEN_WH`.
  let tokens: [String: String]

  /// How the process runs the tests of a file, if it does.
  let test: TestSettings?

  /// Takes the variables of a program.
  ///
  /// It comes before everything else at a start: before a module or a program can be started, and before the
  /// configuration says which APIs there are.
  init(of identity: ShellIdentity) {
    token = ProcessVariables.take(identity.tokenVariable)
    tokens = LaunchedProcess.takeVariables(withPrefix: identity.tokenVariable + "_")
    test = ProcessVariables.take(identity.testVariable).flatMap(TestSettings.init)
  }

  init(token: String?) { (self.token, tokens, test) = (token, [:], nil) }

  /// The tokens by the names of their variables, for another process of the program.
  func variables(of identity: ShellIdentity) -> [String: String] {
    let name = identity.tokenVariable
    var all = Dictionary(uniqueKeysWithValues: tokens.map { ("\(name)_\($0.key)", $0.value) })
    all[name] = token
    return all
  }
}

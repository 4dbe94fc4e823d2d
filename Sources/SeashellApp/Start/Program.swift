import SeashellKit
import ShellCommands

/// What a run of a program knows before it reads the configuration.
final class Program: Sendable {
  let identity: ShellIdentity

  /// The name of its own API.
  let api: String

  /// Its other APIs.
  let others: [CompiledAPI]

  /// The environments of its own API, without those of the configuration.
  let builtIn: [APIEnvironment]

  let options: StartOptions

  let directories: Directories

  /// The access token for the environment to start on.
  let token: String?

  /// Whether a user is at a prompt.
  let isInteractive: Bool

  init(
    identity: ShellIdentity, api: String, others: [CompiledAPI], builtIn: [APIEnvironment],
    options: StartOptions, directories: Directories, token: String?, isInteractive: Bool
  ) {
    (self.identity, self.api, self.others, self.builtIn) = (identity, api, others, builtIn)
    (self.options, self.directories, self.token) = (options, directories, token)
    self.isInteractive = isInteractive
  }
}

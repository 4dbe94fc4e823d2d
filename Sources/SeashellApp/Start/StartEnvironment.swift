import SeashellKit
import ShellCommands

struct StartEnvironment {
  let catalogue: EnvironmentCatalogue

  /// The configuration; empty if it is not read or ignored.
  let configuration: Configuration

  let chosen: APIEnvironment

  /// An access token for the chosen environment, from ``ShellIdentity/tokenVariable``.
  let token: String?

  let choices: EnvironmentChoices

  /// The error for which the configuration is ignored; only a prompt starts despite one.
  let ignoredError: ConfigurationError?

  /// The errors that keep the configuration, or the chosen environment, from being used; only a command
  /// that needs neither runs despite them.
  private(set) var errors: [ShellError] = []

  /// Whether requests are rejected, because the configuration is broken or defines no environment, and the
  /// command needs none.
  let isBlocked: Bool

  /// Reads the configuration and chooses the environment.
  ///
  /// A user at a prompt (`isInteractive`) can read the error in a broken configuration and
  /// continue; otherwise it is thrown. `token` is the value of the shell's variable; `error` is the
  /// error in the configuration, if it is already known.
  init(
    _ options: StartOptions, _ identity: ShellIdentity, api: String, others: [String] = [],
    builtIn: [APIEnvironment],
    directories: Directories, token: String?, isInteractive: Bool,
    ignoring error: ConfigurationError? = nil, variable: (String) -> String?
  ) throws {
    let file = ConfigurationFile(directories)
    var configuration = Configuration()
    var configurationError = error
    if options.readsConfiguration, options.runsCommands, error == nil {
      do {
        configuration = try file.read(builtIn: builtIn, api: api)
      } catch {
        guard options.bearsBrokenConfiguration || (isInteractive && !builtIn.isEmpty) else {
          throw error
        }
        configurationError = error
      }
    }
    self.configuration = configuration
    if let configurationError { errors = [configurationError.shellError] }
    catalogue = EnvironmentCatalogue(
      configuration, builtIn: builtIn, file: file.path, api: api,
      isInsecure: options.isInsecure && options.runsCommands)
    ignoredError = isInteractive ? configurationError : nil
    let isUndefined = catalogue.all.isEmpty && options.bearsBrokenConfiguration
    isBlocked = (configurationError != nil && !isInteractive) || isUndefined
    let variableName = identity.environmentVariable
    let names = [api] + others + configuration.apis.map(\.name).filter { !others.contains($0) }
    let isUsed = configurationError == nil && options.runsCommands && !isUndefined
    do {
      choices = try EnvironmentChoices(
        own: api, names: names, configured: configuration.environment,
        variable: (variableName, isUsed ? variable(variableName) : nil),
        options: isUsed ? options.environments : [], command: options.command)
    } catch {
      guard options.looksForErrors else { throw error }
      choices = try EnvironmentChoices(
        own: api, names: names, configured: nil, variable: (variableName, nil), options: [],
        command: nil)
      errors.append(ShellError(error))
    }
    if isUndefined {
      (chosen, self.token) = (try .embedded(version: nil), nil)
      return
    }
    guard configurationError == nil, options.runsCommands else {
      // The token belongs to an environment that is unknown now.
      chosen = try catalogue.chosen(option: nil, variable: (variableName, nil))
      self.token = nil
      return
    }
    let choice = choices[api]
    do {
      chosen = try catalogue.chosen(
        option: choice?.source == .option ? choice?.name : nil, address: choice?.address,
        variable: (variableName, choice?.source == .variable ? choice?.name : nil))
    } catch {
      try configuration.checkSpelling()
      guard options.looksForErrors, let first = catalogue.all.first else { throw error }
      (chosen, self.token) = (first, nil)
      errors.append(ShellError(error))
      return
    }
    // The token is for the environment to start on.
    self.token = choices.current == api ? token : nil
  }
}

import SeashellKit
import ShellCommands

final class StartEnvironment {
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
  /// A user at a prompt can read the error in a broken configuration and continue; otherwise it is thrown.
  ///
  /// - Parameters:
  ///   - error: the error in the configuration, if it is already known.
  ///   - variable: returns a variable of the process.
  init(
    _ program: Program, ignoring error: ConfigurationError? = nil,
    variable: (String) -> String? = LaunchedProcess.variable
  ) throws {
    let (options, builtIn) = (program.options, program.builtIn)
    let file = ConfigurationFile(program.directories)
    let (configuration, configurationError) = try Self.read(file, of: program, ignoring: error)
    self.configuration = configuration
    if let configurationError { errors = [configurationError.shellError] }
    catalogue = EnvironmentCatalogue(
      configuration, builtIn: builtIn, file: file.path, api: program.api,
      isInsecure: options.isInsecure && options.runsCommands)
    ignoredError = program.isInteractive ? configurationError : nil
    let isUndefined = catalogue.all.isEmpty && options.bearsBrokenConfiguration
    isBlocked = (configurationError != nil && !program.isInteractive) || isUndefined
    let variableName = program.identity.environmentVariable
    let isUsed = configurationError == nil && options.runsCommands && !isUndefined
    do {
      choices = try EnvironmentChoices(
        own: program.api, names: program.names(with: configuration),
        configured: configuration.environment,
        variable: (variableName, isUsed ? variable(variableName) : nil),
        options: isUsed ? options.environments : [], command: options.command)
    } catch {
      guard options.looksForErrors else { throw error }
      choices = try EnvironmentChoices(
        own: program.api, names: program.names(with: configuration), configured: nil,
        variable: (variableName, nil), options: [], command: nil)
      errors.append(ShellError(error))
    }
    guard !isUndefined else {
      (chosen, token) = (try .embedded(version: nil), nil)
      return
    }
    guard isUsed else {
      // The token belongs to an environment that is unknown now.
      (chosen, token) = (try catalogue.chosen(option: nil, variable: (variableName, nil)), nil)
      return
    }
    let choice = choices[program.api]
    do {
      chosen = try catalogue.chosen(
        option: choice?.source == .option ? choice?.name : nil, address: choice?.address,
        variable: (variableName, choice?.source == .variable ? choice?.name : nil))
    } catch {
      try configuration.checkSpelling()
      guard options.looksForErrors, let first = catalogue.all.first else { throw error }
      (chosen, token) = (first, nil)
      errors.append(ShellError(error))
      return
    }
    // The token is for the environment to start on.
    token = choices.current == program.api ? program.token : nil
  }

  /// Reads the configuration, which is empty if it is not read or broken; then its error is returned if the program
  /// can bear it.
  private static func read(
    _ file: ConfigurationFile, of program: Program, ignoring error: ConfigurationError?
  ) throws -> (Configuration, ConfigurationError?) {
    let options = program.options
    guard options.readsConfiguration, options.runsCommands, error == nil else {
      return (Configuration(), error)
    }
    do {
      return (try file.read(builtIn: program.builtIn, api: program.api), nil)
    } catch {
      guard
        options.bearsBrokenConfiguration || (program.isInteractive && !program.builtIn.isEmpty)
      else { throw error }
      return (Configuration(), error)
    }
  }
}

extension Program {
  /// The names of all its APIs.
  fileprivate func names(with configuration: Configuration) -> [String] {
    let others = others.map(\.name)
    return [api] + others + configuration.apis.map(\.name).filter { !others.contains($0) }
  }
}

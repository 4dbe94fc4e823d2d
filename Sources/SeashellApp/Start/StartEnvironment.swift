import Glibc
import SeashellKit

/// Where the shell starts: the known environments, the chosen one, and its token.
struct StartEnvironment {
  let catalogue: EnvironmentCatalogue

  /// The configuration; empty if it is not read or ignored.
  let configuration: Configuration

  let chosen: APIEnvironment

  /// An access token for the chosen environment, from `SEASHELL_TOKEN`.
  let token: String?

  /// Why the configuration is ignored; only a prompt starts despite such an error.
  let ignoredError: ConfigurationError?

  /// Whether requests are refused, because the configuration that chooses the server is broken.
  let isBlocked: Bool

  /// Reads the configuration and chooses the environment.
  ///
  /// - Parameters:
  ///   - token: the value of `SEASHELL_TOKEN`.
  ///   - isInteractive: whether a user at a prompt can read the error and continue.
  ///   - error: why the configuration cannot be used, if that is known already.
  /// - Throws: ``ConfigurationError`` if the configuration is broken and no user is at a prompt;
  ///   ``ShellError`` if no environment has the given name.
  init(
    _ options: StartOptions, directories: Directories, token: String?, isInteractive: Bool,
    ignoring error: ConfigurationError? = nil, variable: (String) -> String?
  ) throws {
    var configuration = Configuration()
    var configurationError = error
    if options.readsConfiguration, options.runsCommands, error == nil {
      do {
        configuration = try ConfigurationFile(in: directories.configuration).read()
      } catch {
        guard isInteractive || options.printsHelpOrVersion else { throw error }
        configurationError = error
      }
    }
    self.configuration = configuration
    catalogue = try EnvironmentCatalogue(
      configuration, isInsecure: options.isInsecure && options.runsCommands)
    ignoredError = isInteractive ? configurationError : nil
    isBlocked = configurationError != nil && !isInteractive
    guard configurationError == nil, options.runsCommands else {
      // The token belongs to an environment that is unknown now.
      chosen = try catalogue.chosen(option: nil, variable: nil)
      self.token = nil
      return
    }
    do {
      chosen = try catalogue.chosen(
        option: options.environment, variable: variable("SEASHELL_ENV"))
    } catch {
      try configuration.checkSpelling()
      throw error
    }
    self.token = token
  }

  /// Removes `SEASHELL_TOKEN` from the process's environment and returns its value.
  ///
  /// Afterwards no child process inherits it, and neither `$SEASHELL_TOKEN` nor `/proc/PID/environ`
  /// shows it.
  static func takeToken() -> String? {
    guard let value = getenv("SEASHELL_TOKEN") else { return nil }
    defer {
      // unsetenv(3) alone would leave the bytes where the kernel shows them.
      var next = environ
      while let entry = next.pointee {
        let name = "SEASHELL_TOKEN="
        if strncmp(entry, name, name.utf8.count) == 0 {
          let value = entry + name.utf8.count
          explicit_bzero(value, strlen(value))
        }
        next += 1
      }
      unsetenv("SEASHELL_TOKEN")
    }
    // Invalid UTF-8 is repaired to a text that is not a valid token.
    let token = String(
      decoding: UnsafeRawBufferPointer(start: value, count: strlen(value)), as: UTF8.self)
    return token.isEmpty ? nil : token
  }
}

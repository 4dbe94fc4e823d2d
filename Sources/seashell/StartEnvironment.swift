import Glibc
import SeashellKit

/// Where the shell starts: which environments there are, which one is meant, and what to be told of.
struct StartEnvironment {
  let catalogue: EnvironmentCatalogue
  let chosen: APIEnvironment

  /// A token for the environment that is chosen; nil where the user has given none.
  let token: String?

  /// What is wrong with the configuration, where a user at a prompt goes on in spite of it.
  let flaw: ConfigurationError?

  /// Whether no request may be sent, since which environment is meant is not known.
  let isBlocked: Bool

  /// Finds out.
  ///
  /// - Parameters:
  ///   - token: the value of `SEASHELL_TOKEN`.
  ///   - isInteractive: whether there is a user, who can see what is wrong and go on.
  /// - Throws: what is wrong, where it is not the user's configuration or there is no user.
  init(
    _ options: StartOptions, directories: Directories, token: String?, isInteractive: Bool,
    variable: (String) -> String?
  ) throws {
    var configuration = Configuration()
    var flaw: ConfigurationError?
    if options.readsConfiguration, options.runsCommands {
      do {
        configuration = try ConfigurationFile(in: directories.configuration).read()
      } catch {
        guard isInteractive || options.onlyExplains else { throw error }
        flaw = error
      }
    }
    catalogue = try EnvironmentCatalogue(
      configuration, isInsecure: options.isInsecure && options.runsCommands)
    self.flaw = isInteractive ? flaw : nil
    isBlocked = flaw != nil && !isInteractive
    guard flaw == nil, options.runsCommands else {
      // Which environment is meant is not known, and so neither is whose the token is.
      chosen = try catalogue.chosen(option: nil, variable: nil)
      self.token = nil
      return
    }
    chosen = try catalogue.chosen(
      option: options.environment, variable: variable("SEASHELL_ENV"))
    self.token = token
  }

  /// Takes a token from the process's environment, so that no program that is started inherits it,
  /// no `$`-word shows it, and `/proc/PID/environ` does not either.
  static func takeToken() -> String? {
    guard let value = getenv("SEASHELL_TOKEN") else { return nil }
    defer {
      // Unsetting it only drops the pointers: the kernel goes on showing the bytes.
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
    // Bytes that are no text are made one that is no token.
    let token = String(
      decoding: UnsafeRawBufferPointer(start: value, count: strlen(value)), as: UTF8.self)
    return token.isEmpty ? nil : token
  }
}

/// The known environments: the built-in ones, and those of the user's configuration.
package struct EnvironmentCatalogue: Sendable {
  /// All environments.
  package let all: [APIEnvironment]

  /// Whether server certificates are not verified, except in production environments.
  package let isInsecure: Bool

  private let configured: String?

  /// Creates a catalogue.
  package init(_ configuration: Configuration, isInsecure: Bool = false) throws {
    var all = configuration.environments
    // Only the path and query of the address matter. Its host lets the embedded API get credentials.
    all.append(
      try APIEnvironment(
        name: APIEnvironment.embeddedName, address: "http://localhost", version: "v1"))
    if !all.contains(where: { $0.name == APIEnvironment.devName }) {
      all.append(
        try APIEnvironment(
          name: APIEnvironment.devName, address: APIEnvironment.dev.address,
          version: APIEnvironment.dev.version))
    }
    for index in all.indices where isInsecure && !all[index].isProduction {
      all[index].transport.verifiesServer = false
    }
    self.all = all
    self.isInsecure = isInsecure
    configured = configuration.environment
  }

  /// Returns the environment to start on.
  ///
  /// - Parameters:
  ///   - option: the name given with `-e`; it takes precedence.
  ///   - variable: the value of `SEASHELL_ENV`; it takes precedence over the configuration unless it
  ///     is empty.
  /// - Throws: `ShellError` `usage` if no environment has the name, or if it is a production
  ///   environment and certificates are not verified.
  package func chosen(option: String?, variable: String?) throws -> APIEnvironment {
    let variable = variable.flatMap { $0.isEmpty ? nil : $0 }
    let environment = try EnvironmentRegistry.find(
      option ?? variable ?? configured ?? APIEnvironment.embeddedName, in: all, orThrow: .usage,
      prefix: option == nil && variable != nil ? "SEASHELL_ENV: " : "")
    if isInsecure { try EnvironmentRegistry.refuseProduction(environment) }
    return environment
  }
}

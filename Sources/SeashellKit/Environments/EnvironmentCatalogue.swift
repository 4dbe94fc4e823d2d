import ShellKit

/// The environments that there are: those built in, and those of the user's configuration.
package struct EnvironmentCatalogue: Sendable {
  /// The names of those that there are always.
  static let builtIn = [Configuration.embedded, "dev"]

  /// What is known of `dev` without a configuration: what `serve` serves.
  static let development = (address: "http://127.0.0.1:8080", version: "v1")

  /// Whether an environment is the one that `serve` serves, of which a configuration need not say
  /// everything.
  static func isDevelopment(_ name: String) -> Bool { name == "dev" }

  /// All of them.
  package let all: [APIEnvironment]

  /// Whether the servers of those that are not marked as production need prove nothing.
  package let isInsecure: Bool

  private let configured: String?

  /// Makes a catalogue.
  package init(_ configuration: Configuration, isInsecure: Bool = false) throws {
    var all = configuration.environments
    // The embedded shop looks at paths only; credentials go to this machine.
    all.append(
      try APIEnvironment(
        name: Configuration.embedded, address: "http://localhost", version: "v1"))
    if !all.contains(where: { Self.isDevelopment($0.name) }) {
      all.append(
        try APIEnvironment(
          name: "dev", address: Self.development.address, version: Self.development.version))
    }
    for index in all.indices where isInsecure && !all[index].isProduction {
      all[index].transport.verifiesServer = false
    }
    self.all = all
    self.isInsecure = isInsecure
    configured = configuration.environment
  }

  /// The environment to start on.
  ///
  /// - Parameters:
  ///   - option: the name that `-e` gives; it comes first.
  ///   - variable: the value of `SEASHELL_ENV`, which comes before the configuration; an empty one
  ///     does not count.
  /// - Throws: ``ShellKit/ShellError`` `usage` where there is none of the name, or where it is not to be used
  ///   without checking who it is.
  package func chosen(option: String?, variable: String?) throws -> APIEnvironment {
    let variable = variable.flatMap { $0.isEmpty ? nil : $0 }
    if option == nil, let variable, !all.contains(where: { $0.name == variable }) {
      throw ShellError(
        .usage,
        "SEASHELL_ENV: "
          + EnvironmentRegistry.missing(variable, among: all), hint: EnvironmentRegistry.listing)
    }
    let name = option ?? variable ?? configured ?? Configuration.embedded
    let environment = try EnvironmentRegistry.find(name, in: all)
    if isInsecure { try EnvironmentRegistry.refuseProduction(environment) }
    return environment
  }
}

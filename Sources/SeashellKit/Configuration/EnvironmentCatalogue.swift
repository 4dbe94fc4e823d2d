import ShellCommands
import ShellOutput
import WebAPI

/// The known environments: the shell's own, and those of the user's configuration.
package struct EnvironmentCatalogue: Sendable {
  package let all: [APIEnvironment]

  /// Whether server certificates are not verified, except in production environments.
  package let isInsecure: Bool

  private let first: String?
  private let file: String

  /// Creates a catalogue.
  ///
  /// - Parameters:
  ///   - builtIn: the shell's own environments; the configuration replaces those of the same name.
  ///   - file: the path of the configuration, for an error.
  ///   - api: the name of the shell's own API.
  ///   - isInsecure: whether server certificates are not verified.
  package init(
    _ configuration: Configuration, builtIn: [APIEnvironment], file: String, api: String? = nil,
    isInsecure: Bool = false
  ) {
    let configured = Set(configuration.environments.map(\.name))
    var all = configuration.environments + builtIn.filter { !configured.contains($0.name) }
    for index in all.indices where isInsecure && !all[index].isProduction {
      all[index].transport.verifiesServer = false
    }
    self.all = all
    self.isInsecure = isInsecure
    self.file = file
    // The name of an environment of another API does not choose one of these.
    let id = configuration.environment.flatMap { EnvironmentID($0) }
    let named = id == nil ? configuration.environment : id?.api == api ? id?.name : nil
    first = named ?? Self.standard(of: builtIn)?.name ?? all.first?.name
  }

  /// The built-in environment to start on: the embedded one if there is one, else the first.
  package static func standard(of builtIn: [APIEnvironment]) -> APIEnvironment? {
    builtIn.first(where: \.isEmbedded) ?? builtIn.first
  }

  /// Returns the environment to start on.
  ///
  /// - Parameters:
  ///   - option: the name given with `-e`; it takes precedence.
  ///   - variable: the name and the value of the shell's variable; the value takes precedence over
  ///     the configuration unless it is empty.
  /// - Throws: `ShellError` `usage` if no environment has the name or none is defined, or if it is a
  ///   production environment and certificates are not verified.
  ///   - address: the address given with `-e`, which takes precedence over all names.
  package func chosen(
    option: String?, address: String? = nil, variable: (name: String, value: String?)
  ) throws -> APIEnvironment {
    if let address {
      return try .temporary(address, like: all.first { $0.name == first }, isInsecure: isInsecure)
    }
    let value = variable.value.flatMap { $0.isEmpty ? nil : $0 }
    guard let name = option ?? value ?? first, !all.isEmpty else {
      throw ShellError(
        .usage, "no environment is defined",
        hint: "define one in \(file): { environments: { NAME: { baseURL: 'https://…' } } }")
    }
    let environment = try EnvironmentRegistry.find(
      name, in: all, orThrow: .usage,
      prefix: option == nil && value != nil ? "\(variable.name): " : "")
    if isInsecure { try EnvironmentRegistry.refuseProduction(environment) }
    return environment
  }
}

import ShellKit
import WebAPI

/// The environments that can be chosen, and the one that is.
@MainActor
public final class EnvironmentRegistry {
  /// The environments, in the order of their names.
  public let all: [APIEnvironment]

  private let client: EnvironmentClient
  private let isInsecure: Bool

  /// Makes a registry.
  ///
  /// - Parameters:
  ///   - environments: those that may be chosen.
  ///   - client: the client whose requests go where it is told.
  ///   - isInsecure: whether the user wants servers to prove nothing; an environment that is marked
  ///     as production then cannot be chosen.
  public init(_ environments: [APIEnvironment], client: EnvironmentClient, isInsecure: Bool = false)
  {
    all = environments.sorted { $0.name < $1.name }
    self.client = client
    self.isInsecure = isInsecure
  }

  /// The environment that requests go to.
  public var current: APIEnvironment { client.environment }

  /// Finds an environment.
  ///
  /// - Throws: ``ShellKit/ShellError`` `notFound` that suggests the nearest name.
  public func environment(named name: String) throws -> APIEnvironment {
    try Self.find(name, in: all, orThrow: .notFound)
  }

  /// Chooses an environment: requests go there from now on, and what modules hold is of no use.
  ///
  /// - Throws: ``ShellKit/ShellError`` `notFound` where there is none of the name, `usage` where it is not to
  ///   be used without checking who it is.
  public func use(_ name: String) throws {
    let environment = try environment(named: name)
    guard environment != current else { return }
    if isInsecure { try Self.refuseProduction(environment) }
    client.environment = environment
    client.events?.post(DataInvalidated(resource: nil))
  }

  /// Finds an environment among some.
  ///
  /// - Parameter code: `usage` where the name is an option's at the start, where it is no more
  ///   than a wrong word.
  /// - Throws: ``ShellKit/ShellError`` that suggests the nearest name.
  package nonisolated static func find(
    _ name: String, in environments: [APIEnvironment], orThrow code: ShellError.Code = .usage
  ) throws -> APIEnvironment {
    if let environment = environments.first(where: { $0.name == name }) { return environment }
    throw ShellError(code, missing(name, among: environments), hint: listing)
  }

  nonisolated static let listing = "env list shows them"

  nonisolated static func missing(_ name: String, among environments: [APIEnvironment]) -> String {
    let suggestion = Spelling.nearest(to: name, among: environments.map(\.name))
    return "no environment is called '\(name)'"
      + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
  }

  /// - Throws: ``ShellError`` `usage` where the environment is marked as production.
  nonisolated static func refuseProduction(_ environment: APIEnvironment) throws {
    guard environment.isProduction else { return }
    throw ShellError(
      .usage, "\(environment.name) is a production environment, and --insecure is not for these",
      hint: "leave --insecure out")
  }
}

import ShellKit
import WebAPI

/// The environments that can be chosen, and the one that is.
@MainActor
public final class EnvironmentRegistry {
  /// The environments, in the order of their names.
  public let all: [ShopEnvironment]

  private let client: ShopClient

  /// Makes a registry.
  ///
  /// - Parameters:
  ///   - environments: those that may be chosen.
  ///   - client: the client whose requests go where it is told.
  public init(_ environments: [ShopEnvironment], client: ShopClient) {
    all = environments.sorted { $0.name < $1.name }
    self.client = client
  }

  /// The environment that requests go to.
  public var current: ShopEnvironment { client.environment }

  /// Finds an environment.
  ///
  /// - Throws: ``ShellError`` `notFound` that suggests the nearest name.
  public func environment(named name: String) throws -> ShopEnvironment {
    try Self.find(name, in: all, orThrow: .notFound)
  }

  /// Chooses an environment: requests go there from now on, and what modules hold is of no use.
  ///
  /// - Throws: ``ShellError`` `notFound` where there is none of the name.
  public func use(_ name: String) throws {
    let environment = try environment(named: name)
    guard environment != current else { return }
    client.environment = environment
    client.events?.post(DataInvalidated(resource: nil))
  }

  /// Finds an environment among some.
  ///
  /// - Parameter code: `usage` where the name is an option's at the start, where it is no more
  ///   than a wrong word.
  /// - Throws: ``ShellError`` that suggests the nearest name.
  package static func find(
    _ name: String, in environments: [ShopEnvironment], orThrow code: ShellError.Code = .usage
  ) throws -> ShopEnvironment {
    if let environment = environments.first(where: { $0.name == name }) { return environment }
    let suggestion = Spelling.nearest(to: name, among: environments.map(\.name))
    throw ShellError(
      code,
      "no environment is called '\(name)'" + (suggestion.map { "; did you mean '\($0)'?" } ?? ""),
      hint: "env list shows them")
  }
}

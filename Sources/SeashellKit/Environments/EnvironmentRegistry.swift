public import CoreEvents
public import Observation
import ShellCommands
import ShellOutput
public import WebAPI

/// The environments that users can choose, and the current one.
@Observable @MainActor
public final class EnvironmentRegistry {
  /// The environments, sorted by name.
  public private(set) var all: [APIEnvironment]

  let client: EnvironmentClient
  private let isInsecure: Bool
  /// Counts switches, so that observers of ``current`` are notified.
  private var switches = 0

  /// Creates a registry.
  ///
  /// - Parameters:
  ///   - environments: the environments that users can choose.
  ///   - client: the client to switch to the chosen environment.
  ///   - isInsecure: whether certificates are not verified; if so, production environments are
  ///     refused.
  package init(
    _ environments: [APIEnvironment], client: EnvironmentClient, isInsecure: Bool = false
  ) {
    all = environments.sorted { $0.name < $1.name }
    self.client = client
    self.isInsecure = isInsecure
  }

  /// The environment that requests go to.
  public var current: APIEnvironment {
    _ = switches
    return client.environment
  }

  /// Returns the environment with a name.
  ///
  /// - Throws: `ShellError` `notFound`, with the nearest name as a suggestion.
  public func environment(named name: String) throws -> APIEnvironment {
    try Self.find(name, in: all, orThrow: .notFound)
  }

  /// Sends all further requests to another environment, and posts ``EnvironmentChanged`` and then
  /// `DataInvalidated`.
  ///
  /// In a job and in a rule it redirects only their own requests, and posts nothing.
  ///
  /// - Throws: `ShellError` `notFound` if no environment has the name, `usage` if it is a production
  ///   environment and certificates are not verified.
  public func use(_ name: String) throws {
    let environment = try environment(named: name)
    guard environment != current else { return }
    let previous = client.environmentID
    try choose(environment)
    announce(from: previous)
  }

  /// Sends all further requests to an environment without posting an event.
  func choose(_ environment: APIEnvironment) throws {
    if isInsecure { try Self.refuseProduction(environment) }
    client.environment = environment
    if RequestTargets.bound == nil { switches += 1 }
  }

  /// Notifies observers of ``current`` that another API has become the current one.
  func noteSwitch() { switches += 1 }

  func announce(from previous: EnvironmentID) {
    guard RequestTargets.bound == nil else { return }
    let environment = client.environmentID
    client.events?.post(EnvironmentChanged(environment: environment, previous: previous))
    client.events?.post(DataInvalidated(environment: environment))
  }

  /// Replaces all environments, since the configuration has changed.
  ///
  /// If the current one has changed, further requests go to the new one. Jobs and rules keep theirs.
  package func replace(_ environments: [APIEnvironment]) {
    all = environments.sorted { $0.name < $1.name }
    let chosen = client.chosen
    guard let changed = all.first(where: { $0.name == chosen.name }),
      changed != chosen.environment
    else { return }
    RequestTargets.$bound.withValue(nil) {
      client.environment = changed
      switches += 1
      announce(from: chosen.id)
    }
  }

  /// Returns the environment with a name.
  ///
  /// - Throws: a ``ShellError`` of the given code, with the names in its hint.
  package nonisolated static func find(
    _ name: String, in environments: [APIEnvironment], orThrow code: ShellError.Code,
    prefix: String = ""
  ) throws -> APIEnvironment {
    if let environment = environments.first(where: { $0.name == name }) { return environment }
    let names = environments.map(\.name).sorted()
    let nearest = Spelling.nearest(to: name, among: names)
    throw ShellError(
      code, "\(prefix)no environment is called '\(name)'",
      hint: nearest.map { "did you mean '\($0)'?" }
        ?? (names.count == 1
          ? "the only one is '\(names[0])'" : "choose one of \(names.joined(separator: ", "))"))
  }

  /// - Throws: ``ShellError`` `usage` if the environment is a production one.
  package nonisolated static func refuseProduction(_ environment: APIEnvironment) throws {
    guard environment.isProduction else { return }
    throw ShellError(
      .usage, "\(environment.name) is a production environment, so --insecure is refused",
      hint: "leave --insecure out")
  }
}

/// Posted when the user has chosen another environment; all further requests go there.
///
/// `DataInvalidated` for everything follows it.
public struct EnvironmentChanged: Event, Hashable {
  /// The name of these events.
  public static let name = "environment.changed"

  /// The names of the fields.
  public static var fields: [String] { ["environment", "previous"] }

  /// The environment.
  public let environment: EnvironmentID

  /// The previous environment.
  public let previous: EnvironmentID

  /// Creates an event.
  public init(environment: EnvironmentID, previous: EnvironmentID) {
    self.environment = environment
    self.previous = previous
  }
}

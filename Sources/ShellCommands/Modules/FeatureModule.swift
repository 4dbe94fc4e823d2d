public import CoreEvents

/// A feature of the shell: commands under one name, with the state they share.
///
/// A module never calls another. What it has to tell goes to the event bus, and what it wants to
/// know comes from there. The built-in modules have no privilege that another lacks.
@MainActor
public protocol FeatureModule: AnyObject {
  /// The word that a user types before the module's commands; unique in a shell.
  var name: String { get }

  /// What the module is for, in one line without a full stop.
  var abstract: String { get }

  /// The module's commands; asked for once, when the module is loaded.
  ///
  /// A command that has the module's own name is its only one, and is run by that name alone.
  var commands: [any Command] { get }

  /// What the module completes, by kind; asked for once, when the module is loaded.
  var completionSources: [CompletionSource] { get }

  /// Begins to listen; called once, when the module is loaded.
  ///
  /// - Parameter bus: the shell's event bus.
  /// - Returns: the subscriptions, which the shell ends when it unloads the module.
  func subscribe(to bus: EventBus) -> [Subscription]

  /// Takes up what the module needs besides, such as a place in the client.
  ///
  /// - Throws: whatever keeps the module from working; it is then not loaded.
  func load() throws

  /// Gives back what ``load()`` took.
  func unload()
}

extension FeatureModule {
  /// Completes nothing.
  public var completionSources: [CompletionSource] { [] }

  /// Listens to nothing.
  public func subscribe(to bus: EventBus) -> [Subscription] { [] }

  /// Needs nothing.
  public func load() throws {}

  /// Gives nothing back.
  public func unload() {}
}

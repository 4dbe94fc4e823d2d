public import CoreEvents
package import ShellOutput

/// A feature of the shell: commands under one name, and the state they share.
///
/// Modules never call each other. They post to the event bus and subscribe to it. A module in another
/// package can do what the built-in ones can, except `serve`, which starts the shop's own server.
@MainActor
public protocol FeatureModule: AnyObject {
  /// The word that a user types before the module's commands; unique in a shell.
  var name: String { get }

  /// What the module is for, in one line without a full stop.
  var abstract: String { get }

  /// The module's commands, read once when the module is loaded.
  ///
  /// If a command has the module's name, that name alone runs it, also before words that name no other
  /// command of the module.
  var commands: [any Command] { get }

  /// Further commands, each made when it is first used, for a module with very many of them.
  var deferredCommands: [DeferredCommand] { get }

  /// Whether the module is about the shell itself and not about an API, so that its commands work whatever
  /// API is current.
  var isAboutShell: Bool { get }

  /// The name of the command that the module's name alone runs, such as `list`.
  var defaultCommand: String? { get }

  /// The module's completion sources, read once when the module is loaded.
  var completionSources: [CompletionSource] { get }

  /// The kinds of places that the module has, such as `orders/{orders.id}`, read when they are first
  /// needed.
  var places: [PlaceRoute] { get }

  /// Subscribes to events; called once when the module is loaded.
  ///
  /// - Parameter bus: the shell's event bus.
  /// - Returns: the subscriptions, also those of tasks and of hooks into the client. The shell cancels
  ///   them when it unloads the module.
  func subscribe(to bus: EventBus) -> [Subscription]

  /// Acquires what else the module needs, such as a hook into the client.
  ///
  /// - Throws: any error that keeps the module from working. The module is not loaded then, and
  ///   ``unload()`` is not called: release what was acquired before you throw.
  func load() throws

  /// Releases what ``load()`` acquired.
  func unload()
}

extension FeatureModule {
  /// None.
  public var deferredCommands: [DeferredCommand] { [] }

  /// False: its commands work without their API's name while that API is the current one.
  public var isAboutShell: Bool { false }

  /// Nil: the module's name alone is an error that lists its commands.
  public var defaultCommand: String? { nil }

  /// No completion sources.
  public var completionSources: [CompletionSource] { [] }

  /// No places.
  public var places: [PlaceRoute] { [] }

  /// Subscribes to nothing.
  public func subscribe(to bus: EventBus) -> [Subscription] { [] }

  /// Does nothing.
  public func load() throws {}

  /// Does nothing.
  public func unload() {}
}

/// A module with so many commands that they are looked up one by one, and whose names may go.
///
/// It gives up its own name if the user adds a module of that name to its API.
package protocol YieldingModule: FeatureModule {
  /// Those of the deferred commands that lists and completion have.
  var listedCommands: [DeferredCommand] { get }

  /// Returns the deferred command with a name, also one that lists leave out; nil if there is none.
  func deferredCommand(_ name: String) -> DeferredCommand?

  /// Returns why a command, named by its group and itself, is not there any more; nil if it never was.
  ///
  /// Only the module with its API's name is asked.
  func former(_ group: String, _ command: String) -> ShellError?
}

/// A module whose texts neither the program's author nor the user has written: they come from the description
/// of an API, or from another process.
package protocol ThirdPartyModule: FeatureModule {
  /// Who has written them, such as `the API 'wh'`.
  var thirdParty: String { get }
}

/// A command of a module that is made when it is first used.
///
/// Its specification is not checked when the module is loaded.
@MainActor
public struct DeferredCommand {
  /// The name that the command's specification has.
  public let name: String

  /// What it does, in one line, for lists and completion.
  public let abstract: String

  /// Whether it can change something; nil if only its specification says it.
  public let changesData: Bool?

  /// Whether lists and completion have it; it can be typed in any case.
  package private(set) var isListed = true

  /// The kinds of the arguments that must be given, so that a place which has one can run the command by
  /// its name alone.
  package var kinds: @MainActor () -> [CompletionKind] = { [] }

  let make: @MainActor () -> any Command

  /// Describes a command.
  ///
  /// - Parameters:
  ///   - changesData: what its specification will say, so that it need not be made to know that.
  ///   - make: creates the command; called once.
  public init(
    _ name: String, abstract: String, changesData: Bool? = nil,
    make: @escaping @MainActor () -> any Command
  ) {
    (self.name, self.abstract, self.changesData, self.make) = (name, abstract, changesData, make)
  }

  /// The same command, which lists and completion leave out.
  package var unlisted: DeferredCommand {
    var command = self
    command.isListed = false
    return command
  }

  /// Creates the command.
  package func callAsFunction() -> any Command { make() }
}

public import CoreEvents

/// A feature of the shell: commands under one name, and the state they share.
///
/// Modules never call each other; they post events to the bus and subscribe to them. A module in another
/// package can do everything that the built-in ones can, except `serve`, which starts the shop's own server.
@MainActor
public protocol FeatureModule: AnyObject {
  /// The word that a user types before the module's commands; unique in a shell.
  var name: String { get }

  /// The purpose of the module, in one line without a full stop.
  var abstract: String { get }

  /// The module's commands, read once when the module is loaded.
  ///
  /// A command with the module's name runs when the user types that name alone, or with words that do not
  /// name another command of the module.
  var commands: [any Command] { get }

  /// Whether the module is about the shell itself instead of an API, so that its commands work whichever API
  /// is current.
  var isAboutShell: Bool { get }

  /// The name of the command that the module's name alone runs, such as `list`.
  ///
  /// If the module has a ``CommandSource``, it is read when first needed, and the command also runs with words that do
  /// not name another command of the module.
  var defaultCommand: String? { get }

  /// The module's completion sources, read once when the module is loaded.
  var completionSources: [CompletionSource] { get }

  /// The kinds of places that the module has, such as `orders/{orders.id}`, read when they are first
  /// needed.
  var places: [PlaceRoute] { get }

  /// Subscribes to events; called once when the module is loaded.
  ///
  /// - Parameter bus: the shell's event bus.
  /// - Returns: the subscriptions, including those for tasks and for hooks into the client. The shell cancels
  ///   them when it unloads the module.
  func subscribe(to bus: EventBus) -> [Subscription]

  /// What the module brings besides, read while it is loaded.
  var contributions: Contributions { get }

  /// Acquires other resources that the module needs, such as a hook into the client.
  ///
  /// - Parameter shell: the running shell, which outlives the module; keep it `unowned`.
  /// - Throws: any error that keeps the module from working. The module is then not loaded, and ``unload()``
  ///   is not called, so release everything before you throw.
  func load(in shell: any ShellPort) throws

  /// Loads what other shells have changed of the modules that this one loads.
  ///
  /// It is called for each typed line, before a word is completed, by `help`, and for an unknown command, but
  /// not for other lines of a script; so without changes it does little. It reports itself what cannot be loaded.
  func catchUp()

  /// Releases the resources acquired by ``load(in:)``.
  func unload()
}

extension FeatureModule {
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

  /// Nothing.
  public var contributions: Contributions { Contributions() }

  /// Does nothing.
  public func load(in shell: any ShellPort) throws {}

  /// Does nothing.
  public func catchUp() {}

  /// Does nothing.
  public func unload() {}
}

/// The running shell, for modules that manage or examine others.
@MainActor
public protocol ShellPort: AnyObject {
  /// The loaded modules, sorted by name.
  var modules: [any FeatureModule] { get }

  /// The modules that were unloaded, sorted by name.
  var unloadedModules: [any FeatureModule] { get }

  /// The names of the shell's own commands, which modules cannot use.
  var builtinNames: [String] { get }

  /// The names of the APIs other than the shell's own, which modules cannot use either.
  var apiNames: [String] { get }

  /// Returns the specifications of a loaded module's commands, sorted by name; none if it is not loaded.
  func specifications(of name: String) -> [CommandSpecification]

  /// Loads a module and makes its commands available.
  ///
  /// - Parameters:
  ///   - api: the name of the module's API; nil for a module about the shell.
  ///   - checksLater: whether the specifications are made and checked when the module is first used.
  /// - Throws: `ShellError` if the name is taken or a specification is invalid, and what the module's own
  ///   `load` throws.
  func load(_ module: any FeatureModule, of api: String?, checksLater: Bool) throws

  /// Loads a module that was unloaded.
  func load(_ name: String) throws

  /// Unloads a module, which can then be loaded again by its name.
  func unload(_ name: String) throws

  /// Unloads a module and forgets it; does nothing if there is no module with that name.
  func remove(_ name: String)

  /// Unloads a module, and reports its commands as disabled until a module with that name is loaded or
  /// removed.
  func disable(_ name: String)

  /// Creates the commands of a loaded module again, because they have changed.
  ///
  /// - Throws: `ShellError` if a specification is invalid; the old commands then stay.
  func reloadCommands(of name: String) throws

  /// What `doctor` asks: the checks of the program, and then those of the loaded modules, by their names.
  var checks: [any HealthCheck] { get }
}

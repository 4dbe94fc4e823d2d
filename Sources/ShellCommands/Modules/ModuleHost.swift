/// The modules of a running shell, for the commands that manage them.
@MainActor
package protocol ModuleHost: AnyObject {
  /// The loaded modules, sorted by name.
  var modules: [any FeatureModule] { get }

  /// The modules that were unloaded, sorted by name.
  var unloadedModules: [any FeatureModule] { get }

  /// The names of the shell's own commands, which modules cannot use.
  var builtinNames: [String] { get }

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
}

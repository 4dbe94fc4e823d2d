import SeashellKit
import ShellCommands

/// What the author of a program has chosen for it.
struct ProgramParts: Sendable {
  /// Creates the storage for times when a service cannot be reached; nil if nothing is stored.
  let storage: (@Sendable (Directories) -> any OfflineStorage)?
  /// Creates the modules.
  let modules: @MainActor (ModuleContext) throws -> [any FeatureModule]
  /// Creates further commands of the module `modules`.
  var moduleCommands: @MainActor @Sendable () -> [any Command] = { [] }
  var roles: [any ProcessRole] = []
  var transports: [any TransportProvider] = []
  /// Returns the versions of libraries that only this program uses.
  var libraries: @MainActor @Sendable () -> [LibraryVersion] = { [] }
}

public import CoreEvents

/// A module was loaded: its commands can be run.
public struct ModuleLoaded: Event {
  /// The event's name: `shell.module.loaded`.
  public static let name = "shell.module.loaded"

  /// The module's name.
  public let module: String

  /// Creates the event.
  public init(module: String) { self.module = module }
}

/// A module was unloaded: its commands are unknown again.
public struct ModuleUnloaded: Event {
  /// The event's name: `shell.module.unloaded`.
  public static let name = "shell.module.unloaded"

  /// The module's name.
  public let module: String

  /// Creates the event.
  public init(module: String) { self.module = module }
}

/// Modules that other shells may add, change and remove.
@MainActor
public protocol ModuleSource: AnyObject {
  /// Loads the changes that other shells have made since the last call.
  ///
  /// It is called often, so without changes it should do little. What cannot be loaded it reports itself.
  func catchUp()
}

package import ShellCommands

/// One of the shell's own commands, made when it is first used: to make them all would be a quarter of a
/// short run's work.
@MainActor
package struct BuiltInCommand {
  let name: String
  let make: () -> any Command

  /// - Parameters:
  ///   - name: the name that the command's specification has.
  ///   - make: creates the command.
  package init(_ name: String, _ make: @escaping @MainActor () -> any Command) {
    self.name = name
    self.make = make
  }
}

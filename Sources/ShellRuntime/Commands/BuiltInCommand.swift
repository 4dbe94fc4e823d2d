package import ShellCommands

/// One of the shell's own commands, created at its first use: creating all of them would take a quarter of a
/// short run's time.
@MainActor
package struct BuiltInCommand {
  let name: String
  let make: () -> any Command

  /// - Parameters:
  ///   - name: the name in the command's specification.
  ///   - make: creates the command.
  package init(_ name: String, _ make: @escaping @MainActor () -> any Command) {
    self.name = name
    self.make = make
  }
}

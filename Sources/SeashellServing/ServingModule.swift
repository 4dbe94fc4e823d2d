package import SeashellHosting
package import SeashellKit

/// The module `mcp`, which serves the commands of all modules over the Model Context Protocol.
@MainActor
package final class ServingModule: FeatureModule {
  package static let command = "mcp"
  /// The role of a process that serves: its console passes each use on to the running call.
  package nonisolated static var role: any ProcessRole { ServingRole() }
  package let name = ServingModule.command
  package let isAboutShell = true

  package let abstract = "Serve the commands of all modules to programs such as AI assistants"

  private let context: ModuleContext
  private let catalogue: @MainActor () -> any CommandCatalogue
  private let follow: @MainActor () -> @MainActor () -> Void

  /// Creates the module.
  ///
  /// - Parameters:
  ///   - catalogue: returns the commands.
  ///   - follow: starts posting other users' changes, and returns a closure that stops it.
  package init(
    _ context: ModuleContext, catalogue: @escaping @MainActor () -> any CommandCatalogue,
    follow: @escaping @MainActor () -> @MainActor () -> Void
  ) {
    self.context = context
    self.catalogue = catalogue
    self.follow = follow
  }

  package var commands: [any Command] {
    [
      MCPCommand(
        context: context, catalogue: catalogue(), console: context.console as? RelayConsole,
        follow: follow)
    ]
  }
}

private struct ServingRole: ProcessRole {
  let word = "mcp"
  let serves = true

  nonisolated init() {}

  func console(around console: any Console) -> any Console { RelayConsole(console) }
}

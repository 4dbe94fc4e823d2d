package import SeashellHosting
package import SeashellKit

/// The module `mcp`, which serves the commands of all modules over the Model Context Protocol.
@MainActor
package final class ServingModule: FeatureModule {
  package static let command = "mcp"
  package let name = ServingModule.command
  package let isAboutShell = true

  package let abstract = "Serve the commands of all modules to programs such as AI assistants"

  private let context: ModuleContext
  private let catalogue: @MainActor () -> any CommandCatalogue
  private let console: RelayConsole?
  private let follow: @MainActor () -> @MainActor () -> Void

  /// Creates the module.
  ///
  /// - Parameters:
  ///   - catalogue: returns the commands.
  ///   - console: the console of the shell and its modules; nil unless the program was started to serve.
  ///   - follow: starts posting other users' changes, and returns a closure that stops it.
  package init(
    _ context: ModuleContext, catalogue: @escaping @MainActor () -> any CommandCatalogue,
    console: RelayConsole?, follow: @escaping @MainActor () -> @MainActor () -> Void
  ) {
    self.context = context
    self.catalogue = catalogue
    self.console = console
    self.follow = follow
  }

  package var commands: [any Command] {
    [MCPCommand(context: context, catalogue: catalogue(), console: console, follow: follow)]
  }
}

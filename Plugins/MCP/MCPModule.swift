public import SeashellKit

/// The module `mcp`, which serves the commands of all modules over the Model Context Protocol.
///
/// The program needs its ``role`` too: `ShellApp(…) { … }.with(roles: [MCPModule.role])`.
@MainActor
public final class MCPModule: FeatureModule {
  /// The role of a process that serves: its console passes each use on to the running call.
  public nonisolated static var role: any ProcessRole { MCPRole() }

  /// The module's name, which is its command too: `mcp`.
  public let name = "mcp"

  /// True: it serves the commands of all APIs.
  public let isAboutShell = true

  /// The module's description in `help`.
  public let abstract = "Serve the commands of all modules to programs such as AI assistants"

  private let context: ModuleContext

  /// Creates the module.
  public init(_ context: ModuleContext) { self.context = context }

  /// The command `mcp`.
  public var commands: [any Command] { [MCPCommand(context: context, abstract: abstract)] }
}

private struct MCPRole: ProcessRole {
  let word = "mcp"
  let serves = true

  nonisolated init() {}

  func console(around console: any Console) -> any Console { RelayConsole(console) }
}

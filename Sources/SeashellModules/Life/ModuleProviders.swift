package import SeashellKit

/// Creates what runs a module, by how the module is reached.
@MainActor
package struct ModuleProviders {
  private let context: ModuleContext
  private let limits: ModuleLimits
  private let isVerbose: @MainActor () -> Bool
  private let variable: @MainActor (String) -> String?
  private let transport: @MainActor () -> any Transport

  /// Creates the providers of a shell.
  ///
  /// - Parameters:
  ///   - isVerbose: returns whether modules are asked for all messages of their log.
  ///   - variable: returns a variable of the shell's environment.
  ///   - transport: returns what carries the messages to remote modules.
  package init(
    _ context: ModuleContext, limits: ModuleLimits, isVerbose: @escaping @MainActor () -> Bool,
    variable: @escaping @MainActor (String) -> String?,
    transport: @escaping @MainActor () -> any Transport
  ) {
    self.context = context
    self.limits = limits
    self.isVerbose = isVerbose
    self.variable = variable
    self.transport = transport
  }

  /// Creates the provider of a module, which is not started yet.
  ///
  /// - Parameter gateway: the address of the module's gateway; nil if it has none.
  /// - Throws: `ShellError` if a variable that the record names is not defined, or its address is wrong.
  package func provider(
    of record: ModuleRecord, gateway: String?
  ) throws -> any ToolProvider {
    let record = try record.expanded(variable)
    let environment = ModuleEnvironment.clean(adding: record.variables, gateway: gateway)
    switch record.source {
    case .server(let words):
      return client(on: StdioChannel(words, environment: environment, limits: limits))
    case .program(let words):
      return ProgramProvider(words, environment: environment, limits: limits)
    case .remote(let url, let headers):
      throw ShellError(.failed, "remote modules are not supported: \(url) \(headers)")
    }
  }

  private func client(on channel: any MessageChannel) -> MCPClient {
    MCPClient(
      channel, as: context.identity, silence: limits.silence, isVerbose: isVerbose(),
      clock: context.clock)
  }
}

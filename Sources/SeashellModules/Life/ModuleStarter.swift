/// What it takes to start a module.
@MainActor
package struct ModuleStarter {
  /// Returns a variable of the shell's environment.
  package var variable: @MainActor (String) -> String?

  /// Checks that the module's files are those that the user trusts.
  var verify: @MainActor (ModuleRecord) throws -> Void = { _ in }

  /// Keeps lines that the module wrote to standard error, once it has ended; nil if they are kept for this
  /// shell alone.
  var keepLog: (@MainActor ([String]) async throws -> Void)?

  /// Opens the gateway for a module; nil if it may use nothing of it.
  package var gateway: @MainActor (ModuleRecord) async throws -> GatewayLease?

  /// Creates what runs the module, which gets the address of its gateway.
  package var provider: @MainActor (ModuleRecord, _ gateway: String?) throws -> any ToolProvider

  /// Creates a starter.
  package init(
    variable: @escaping @MainActor (String) -> String? = { _ in nil },
    gateway: @escaping @MainActor (ModuleRecord) async throws -> GatewayLease? = { _ in nil },
    provider: @escaping @MainActor (ModuleRecord, _ gateway: String?) throws -> any ToolProvider
  ) {
    self.variable = variable
    self.gateway = gateway
    self.provider = provider
  }
}

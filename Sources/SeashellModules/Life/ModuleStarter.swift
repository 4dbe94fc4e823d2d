/// What it takes to start a module.
@MainActor
package struct ModuleStarter {
  /// Checks that the module's files are those that the user trusted.
  package var verify: @MainActor (ModuleRecord) throws -> Void

  /// Opens the gateway for a module; nil if it may use nothing of it.
  package var gateway: @MainActor (ModuleRecord) async throws -> GatewayLease?

  /// Creates what runs the module, with these variables added to its environment.
  package var provider: @MainActor (ModuleRecord, [String: String]) throws -> any ToolProvider

  /// Creates a starter.
  package init(
    verify: @escaping @MainActor (ModuleRecord) throws -> Void = { _ in },
    gateway: @escaping @MainActor (ModuleRecord) async throws -> GatewayLease? = { _ in nil },
    provider: @escaping @MainActor (ModuleRecord, [String: String]) throws -> any ToolProvider
  ) {
    self.verify = verify
    self.gateway = gateway
    self.provider = provider
  }
}

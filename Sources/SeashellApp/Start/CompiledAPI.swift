import SeashellKit

/// Another API of a program: its environments, and the modules compiled into it.
struct CompiledAPI: Sendable {
  let name: String
  let environments: @Sendable () throws -> [APIEnvironment]
  let modules: @MainActor @Sendable (ModuleContext) throws -> [any FeatureModule]
}

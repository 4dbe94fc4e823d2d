import CoreSystem
import SeashellHosting
import SeashellKit
import SeashellModules

extension ExternalModules {
  /// `verbose` is raised to ask modules for all messages of their log.
  convenience init(
    _ context: ModuleContext, host: any ShellPort, limits: ModuleLimits, verbose: SharedFlag,
    variable: @escaping @MainActor (String) -> String?,
    transport: @escaping @MainActor () -> any Transport
  ) {
    let catalogue = ModuleCatalogue(context.directories)
    let signIns = ModuleSignIns(context) {
      try $0.expanded(
        secrets: $0.secrets.isEmpty ? catalogue.secrets(of: $0.name) : $0.secrets, variable)
    }
    let providers = ModuleProviders(
      context, limits: limits, isVerbose: { verbose.isRaised }, variable: variable,
      secrets: { try catalogue.secrets(of: $0) }, signIns: signIns, transport: transport)
    // A gateway listens only when a module that may use it is started.
    var gateways: [String: Gateway] = [:]
    let starter = ModuleStarter(
      variable: variable,
      gateway: { record in
        guard !record.allows.isEmpty else { return nil }
        let rules = try record.allows.map { try GatewayRule(parsing: $0) }
        // A module's requests go to the API that it was added for.
        let api = try record.api.map(context.apis.ready) ?? context.apis.own
        let opened = gateways[api.name] ?? Gateway(api.context)
        gateways[api.name] = opened
        return try await opened.open(for: record.name, allowing: rules)
      },
      provider: { try providers.provider(of: $0, gateway: $1) })
    self.init(context, catalogue, host: host, starter: starter, signIns: signIns, limits: limits)
  }
}

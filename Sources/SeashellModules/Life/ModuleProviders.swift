import FoundationEssentials
package import SeashellKit
import WebMessages

/// Creates the provider that runs a module, depending on its source.
@MainActor
package struct ModuleProviders {
  private let context: ModuleContext
  private let limits: ModuleLimits
  private let isVerbose: @MainActor () -> Bool
  private let variable: @MainActor (String) -> String?
  private let secrets: @MainActor (String) throws -> ModuleSecrets
  private let signIns: ModuleSignIns?
  private let transport: @MainActor () -> any Transport

  /// Creates the providers of a shell.
  ///
  /// - Parameters:
  ///   - isVerbose: returns whether to ask modules for all messages of their log.
  ///   - variable: returns a variable of the shell's environment.
  ///   - secrets: returns the stored secrets of a module, by its name.
  ///   - signIns: has what users have signed in to remote modules with; nil if they cannot.
  ///   - transport: returns the transport for remote modules.
  package init(
    _ context: ModuleContext, limits: ModuleLimits, isVerbose: @escaping @MainActor () -> Bool,
    variable: @escaping @MainActor (String) -> String?,
    secrets: @escaping @MainActor (String) throws -> ModuleSecrets = { _ in ModuleSecrets() },
    signIns: ModuleSignIns? = nil,
    transport: @escaping @MainActor () -> any Transport
  ) {
    self.context = context
    self.limits = limits
    self.isVerbose = isVerbose
    self.variable = variable
    (self.secrets, self.signIns) = (secrets, signIns)
    self.transport = transport
  }

  /// Creates the provider of a module without starting it.
  ///
  /// - Parameter gateway: the address of the module's gateway; nil if it has none.
  /// - Throws: `ShellError` if the record refers to an undefined variable, or its address is wrong.
  package func provider(
    of record: ModuleRecord, gateway: String?
  ) throws -> any ToolProvider {
    let secrets = record.secrets.isEmpty ? try secrets(record.name) : record.secrets
    let record = try record.expanded(secrets: secrets, variable)
    // A program is started for each call: the stamps of one check make the next one faster.
    var checked = record
    let check = { @MainActor in try checked.checkFiles() }
    let environment = ModuleEnvironment.clean(adding: record.variables, gateway: gateway)
    switch record.source {
    case .server(let words):
      return client(on: StdioChannel(words, environment: environment, limits: limits, check: check))
    case .program(let words):
      return ProgramProvider(words, environment: environment, limits: limits, check: check)
    case .remote(let url, let headers):
      let channel = StreamableHTTPChannel(
        try address(of: record, url, headers), transport: transport(),
        limits: limits, clock: context.clock)
      return client(on: channel)
    }
  }

  private func client(on channel: any MessageChannel) -> MCPClient {
    MCPClient(
      channel, as: context.identity, silence: limits.silence, isVerbose: isVerbose(),
      clock: context.clock)
  }
}

extension ModuleProviders {
  private func address(
    of record: ModuleRecord, _ text: String, _ headers: [String: String]
  ) throws -> RemoteAddress {
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
      url.host()?.isEmpty == false
    else {
      throw ShellError(
        .usage, "the module '\(record.name)': '\(text)' is not an address",
        hint: "an address begins with https://")
    }
    guard let name = record.tokenVariable else {
      let isGiven = headers.keys.contains { $0.lowercased() == "authorization" }
      if isGiven { return RemoteAddress(url, headers: headers) }
      // A module gets only the session of its own API.
      let client = try record.api.map { try context.apis.api($0).client } ?? context.client
      let tokens = signIns?.tokens(of: record.name, at: url)
      var address = RemoteAddress(url, headers: headers) {
        if let token = try await tokens?.credential()?.accessToken { return token.text }
        return try await Self.sessionToken(for: url, of: client)
      }
      guard let signIns, let tokens else { return address }
      address.renew = { refused in
        try await tokens.renew { $0.accessToken.map { "Bearer \($0.text)" } == refused } != nil
      }
      address.refused = { signIns.note($0, of: record.name) }
      return address
    }
    guard let token = variable(name), !token.isEmpty else {
      throw ShellError(
        .unauthorized, "the module '\(record.name)' needs a token in the variable '\(name)'",
        hint: "set the variable, or add the module without --token-env")
    }
    return RemoteAddress(url, headers: headers, tokenVariable: name) { token }
  }

  /// Returns the token of the current environment's session, if the module is at the environment's origin.
  private nonisolated static func sessionToken(
    for url: URL, of client: EnvironmentClient
  ) async throws -> String? {
    guard Origin(url) == Origin(client.baseURL), let authorizer = client.authorizer else {
      return nil
    }
    var request = APIRequest(url: url)
    try await authorizer.authorize(&request)
    let scheme = "Bearer "
    guard let field = request.headers["Authorization"], field.hasPrefix(scheme) else { return nil }
    return String(field.dropFirst(scheme.count))
  }
}

import CoreSystem
import SeashellAPIs
import SeashellHosting
import SeashellKit
import ShellCommands
import ShellOutput

/// The APIs in the configuration and those compiled in, whose contexts are made when they are first used.
@MainActor
final class ConfiguredAPIs {
  private(set) var all: [ConfiguredAPI]
  let compiled: [CompiledAPI]
  /// The descriptions of APIs on this machine.
  let store: DescriptionStore
  let responses: DescribedResponses
  private let own: ModuleContext
  private let choices: EnvironmentChoices
  private let builtIn: [APIEnvironment]
  /// The configuration file, if it is read.
  private let file: ConfigurationFile?
  private let isInsecure: Bool
  /// The access tokens that the process was started with, by the variable's name after `SEASHELL_TOKEN_`.
  private var tokens: [String: String]
  /// The key of the token in the variable without an API's name, if that token belongs to another API than the own.
  private var currentToken: String?
  /// The environment on which the shell has started.
  private var firstID: EnvironmentID?

  init(
    _ program: Program, _ start: StartEnvironment, own: ModuleContext, tokens: [String: String]
  ) {
    all = start.configuration.apis
    (choices, isInsecure) = (start.choices, start.catalogue.isInsecure)
    (builtIn, compiled) = (program.builtIn, program.others)
    file = program.options.readsConfiguration ? ConfigurationFile(program.directories) : nil
    store = DescriptionStore(program.directories)
    responses = DescribedResponses(own.apis, store)
    (self.own, self.tokens) = (own, tokens)
    if choices.current != own.client.api, let token = program.token {
      self.tokens[Self.tokenName(choices.current)] = token
      currentToken = Self.tokenName(choices.current)
    }
  }

  var names: [String] {
    all.map(\.name) + compiled.map(\.name).filter { configured($0) == nil }
  }

  /// Makes the API current that the options, the variable or the configuration name.
  ///
  /// - Parameter isTyped: whether a user is at a prompt, so that commands may leave out its name in any case.
  /// - Throws: `ShellError` if it has several environments and none was chosen.
  func chooseFirst(_ start: StartEnvironment, isTyped: Bool) throws {
    if choices.current != own.client.api, !start.isBlocked {
      own.apis.setCurrent(try own.apis.ready(choices.current))
      own.apis.requiresNames = !isTyped && choices.currentSource == .variable
    }
    firstID = own.apis.current.client.environmentID
  }

  /// The environment that the user has chosen, if it is not that of the start: `wh:live`.
  var otherThanAtStart: String? {
    let now = own.apis.current.client
    return now.environmentID == firstID ? nil : "\(now.api):\(now.environment.shortName)"
  }

  /// Changes the configuration file, and applies its new content; if that fails, nothing is
  /// changed.
  func edit(_ edits: [ConfigurationEdit]) async throws {
    guard let file else {
      throw ShellError(
        .usage, "--no-config was given, so the configuration is not changed", hint: "leave it out")
    }
    try await file.edit(builtIn: builtIn, api: own.client.api) { editor in
      for edit in edits {
        switch edit {
        case .set(let names, let value): try editor.set(names, to: value)
        case .remove(let names):
          try editor.remove(names)
          // A missing default environment would make the file invalid.
          if names.count == 4, names[2] == "environments",
            configured(names[1])?.defaultEnvironment == names[3]
          {
            try editor.remove(["apis", names[1], "default"])
          }
        }
      }
    }
    try readAgain()
  }

  /// Applies the present content of the configuration file.
  func readAgain() throws {
    guard let file else { return }
    let configuration = try file.read(builtIn: builtIn, api: own.client.api)
    SecretVariables.process.take(
      configuration.secretVariables)
    all = configuration.apis
    let catalogue = EnvironmentCatalogue(
      configuration, builtIn: builtIn, file: file.path, api: own.client.api, isInsecure: isInsecure)
    for api in own.apis.used {
      api.environments.replace(
        api.isOwn ? catalogue.all : configured(api.name).map(environments) ?? [])
    }
  }

  private func environments(of api: ConfiguredAPI) -> [APIEnvironment] {
    var environments = api.environments.map { $0.qualified(by: api.name) }
    for index in environments.indices where isInsecure && !environments[index].isProduction {
      environments[index].transport.verifiesServer = false
    }
    return environments
  }

  func configured(_ name: String) -> ConfiguredAPI? { all.first { $0.name == name } }

  func context(of name: String) throws -> (ModuleContext, isChosen: Bool) {
    let compiled = compiled.first { $0.name == name }
    let api = configured(name) ?? ConfiguredAPI(named: name)
    var environments = environments(of: api)
    let builtIn = try compiled?.environments().map { $0.qualified(by: name) } ?? []
    environments += builtIn.filter { one in !environments.contains { $0.name == one.name } }
    let (chosen, isChosen) = try chosen(in: environments, of: api, usually: builtIn.first)
    if isInsecure, isChosen { try EnvironmentRegistry.refuseProduction(chosen) }
    let client = own.client.client(for: chosen, of: name)
    let tokenName = Self.tokenName(name)
    let variable = own.identity.tokenVariable
    if tokens[tokenName] != nil, tokenName != currentToken {
      let others = own.apis.names.filter { $0 != name && Self.tokenName($0) == tokenName }
      if let other = others.first {
        throw ShellError(
          .usage, "\(variable)_\(tokenName) could be for '\(name)' or for '\(other)'",
          hint: "unset it, or rename one of them in config.json")
      }
    }
    let token = tokens.removeValue(forKey: tokenName).map { text in
      LaunchToken(
        tokenName == currentToken ? variable : "\(variable)_\(tokenName)", text,
        for: isChosen ? chosen : nil)
    }
    let registry = EnvironmentRegistry(environments, client: client, isInsecure: isInsecure)
    return (ModuleContext(like: own, for: registry, token: token), isChosen)
  }

  /// Returns the environment to begin with: the one chosen at the start, else the default, else the only
  /// one, else any one.
  ///
  /// The last does not count as chosen.
  private func chosen(
    in environments: [APIEnvironment], of api: ConfiguredAPI, usually first: APIEnvironment?
  ) throws -> (APIEnvironment, isChosen: Bool) {
    let choice = choices[api.name]
    if let address = choice?.address {
      let usual =
        environments.first { $0.shortName == api.defaultEnvironment } ?? environments.first
      let environment = try APIEnvironment.temporary(
        address, like: usual, isInsecure: isInsecure)
      return (environment.qualified(by: api.name), true)
    }
    if let name = choice?.name ?? api.defaultEnvironment {
      return (
        try EnvironmentRegistry.find("\(api.name):\(name)", in: environments, orThrow: .usage),
        true
      )
    }
    if let first { return (first, true) }
    guard let first = environments.first else {
      throw ShellError(
        .usage, "the API '\(api.name)' has no environment", hint: "env add \(api.name):NAME URL")
    }
    return (first, environments.count == 1)
  }

  /// The end of the variable with a token for an API, after `ORDERS_TOKEN_`: `WH`.
  private static func tokenName(_ api: String) -> String {
    api.uppercased().replacing("-", with: "_")
  }
}

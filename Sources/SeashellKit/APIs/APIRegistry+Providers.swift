package import ShellCommands
public import WebAPI

extension APIRegistry {
  func provider(of name: String) -> (any APIProvider)? {
    providers.first { $0.names.contains(name) }
  }

  /// The commands of `api` that add and remove APIs, made anew.
  public var commands: [any Command] { providers.flatMap(\.commands) }

  /// Returns how the pages of the list in a response are read, as its API's configuration and description say.
  public func pages(of response: APIResponse, from api: API) -> ListPages {
    provider(of: api.name)?.pages(of: response, from: api)
      ?? ListPages(configured: nil, parameters: nil)
  }

  /// Returns whether a status of success is believed even if the answer says that the request failed, as the
  /// API's configuration says.
  public func trustsStatus(of api: String) -> Bool { configured(api)?.trustsStatus ?? true }

  /// The APIs in the configuration.
  package var configured: [ConfiguredAPI] { providers.flatMap(\.configured) }

  package func configured(_ name: String) -> ConfiguredAPI? { configured.first { $0.name == name } }

  /// Discards the commands of an API, so that their next use creates them again if the API still exists.
  package func reload(_ name: String) {
    for provider in providers { provider.reload(name) }
  }

  /// Returns why a word cannot be the name of another API; nil if it can.
  package func objection(to name: String) -> String? {
    providers.lazy.compactMap { $0.objection(to: name) }.first
  }

  /// Returns how requests to an API are authorized, as its description says.
  func security(of api: String) -> APISecurity {
    provider(of: api)?.security(of: api) ?? APISecurity()
  }

  /// Changes the configuration file, and applies its new content.
  package func editConfiguration(_ edits: [ConfigurationEdit]) async throws {
    guard let provider = providers.first else {
      throw ShellError(.failed, "this shell has no configuration")
    }
    try await provider.edit(edits)
  }

  /// Applies the content of the configuration file and the descriptions, which have been replaced.
  package func readAgain() throws {
    for provider in providers { try provider.readAgain() }
  }
}

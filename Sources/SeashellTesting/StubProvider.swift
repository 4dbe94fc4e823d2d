import SeashellHosting
import SeashellKit
import ShellCommands

/// Brings one API with a context that a test has made, and no commands.
@MainActor
final class StubProvider: APIProvider {
  let names: [String]
  let configured: [ConfiguredAPI]
  private let context: ModuleContext
  private let isChosen: Bool

  /// - Parameters:
  ///   - name: the name of the API.
  ///   - context: the context of its modules.
  ///   - isChosen: whether the environment for its requests is decided.
  ///   - configured: how it is configured, if it is.
  init(
    _ name: String, _ context: ModuleContext, isChosen: Bool = true, _ configured: ConfiguredAPI...
  ) {
    (names, self.context, self.isChosen) = ([name], context, isChosen)
    self.configured = configured
  }

  func context(of name: String) throws -> (ModuleContext, isChosen: Bool) { (context, isChosen) }
  func open(_ name: String) throws {}
  func security(of name: String) -> APISecurity { APISecurity() }
  func pages(of response: APIResponse, from api: API) -> ListPages {
    ListPages(configured: nil, parameters: nil)
  }
  func reload(_ name: String) {}
  func objection(to name: String) -> String? { nil }
  var commands: [any Command] { [] }
  func edit(_ edits: [ConfigurationEdit]) async throws {
    throw ShellError(.failed, "this shell has no configuration")
  }
  func readAgain() throws {}
}

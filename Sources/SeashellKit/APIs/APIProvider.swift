package import ShellCommands
package import WebAPI

/// Brings APIs to a shell, such as those of its configuration.
///
/// The first provider that knows a name answers for it.
@MainActor
package protocol APIProvider: AnyObject {
  /// The names of its APIs.
  var names: [String] { get }

  /// Those of its APIs that are in the configuration.
  var configured: [ConfiguredAPI] { get }

  /// Creates the context of an API, and says whether the environment for its requests is decided.
  ///
  /// - Throws: `ShellError` `usage` if the configuration of the API cannot be used.
  func context(of name: String) throws -> (ModuleContext, isChosen: Bool)

  /// Loads the commands of an API, unless they are loaded.
  ///
  /// - Throws: `ShellError` if its environment is not chosen, or its description cannot be read.
  func open(_ name: String) throws

  /// Discards the commands of an API, so that their next use creates them again if the API still exists.
  func reload(_ name: String)

  /// Returns why a word cannot be the name of another API; nil if it can.
  func objection(to name: String) -> String?

  /// Returns how requests to an API are authorized, as its description says.
  func security(of name: String) -> APISecurity

  /// Returns how the pages of the list in a response are read, as its API's configuration and description say.
  func pages(of response: APIResponse, from api: API) -> ListPages

  /// The commands of `api` that add and remove APIs, made anew.
  var commands: [any Command] { get }

  /// Changes the configuration file, and applies its new content.
  ///
  /// - Throws: an error if it cannot be changed; then nothing is changed.
  func edit(_ edits: [ConfigurationEdit]) async throws

  /// Applies the content of the configuration file and the descriptions, which have been replaced.
  func readAgain() throws
}

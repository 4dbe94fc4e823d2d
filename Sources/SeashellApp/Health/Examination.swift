import SeashellHosting
import SeashellKit

/// What the checks of the program look at.
@MainActor
struct Examination {
  let context: ModuleContext
  let builtIn: [APIEnvironment]
  /// Whether the shell reads the user's configuration.
  let readsConfiguration: Bool
  /// The errors that keep the configuration, or the chosen environment, from being used.
  let startErrors: [ShellError]
  let embedded: EmbeddedAPI?
  let libraries: @MainActor () -> [LibraryVersion]
  let variable: @MainActor (String) -> String?
}

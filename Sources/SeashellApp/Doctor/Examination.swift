import SeashellHosting
import SeashellKit
import SeashellModules

@MainActor
struct Examination {
  let context: ModuleContext
  let builtIn: [APIEnvironment]
  /// Whether the shell reads the user's configuration.
  let readsConfiguration: Bool
  /// The errors that keep the configuration, or the chosen environment, from being used.
  let startErrors: [ShellError]
  let embedded: EmbeddedAPI?
  let host: any ModuleHost
  let control: any ModuleControl
  let libraries: @MainActor () -> [LibraryVersion]
  let variable: @MainActor (String) -> String?
}

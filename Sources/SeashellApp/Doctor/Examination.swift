import SeashellHosting
import SeashellKit
import SeashellModules

/// What `doctor` examines.
@MainActor
struct Examination {
  let context: ModuleContext
  /// The shell's own environments.
  let builtIn: [APIEnvironment]
  /// Whether the shell reads the user's configuration.
  let readsConfiguration: Bool
  /// Why the configuration, or the environment that the user chose, is not used.
  let startErrors: [ShellError]
  let embedded: EmbeddedAPI?
  /// The shell's modules.
  let host: any ModuleHost
  /// The modules in other processes.
  let control: any ModuleControl
  let libraries: @MainActor () -> [LibraryVersion]
  let variable: @MainActor (String) -> String?
}

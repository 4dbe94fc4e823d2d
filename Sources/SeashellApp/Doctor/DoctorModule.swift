import SeashellKit
import SeashellModules

/// The module `doctor`, which looks for what may keep the shell from working.
@MainActor
final class DoctorModule: FeatureModule {
  /// The name of the module and of its command.
  nonisolated static let command = "doctor"

  let name = DoctorModule.command
  let abstract = "Check the installation, the configuration and the environments"

  private let examination: Examination

  init(_ examination: Examination) {
    self.examination = examination
  }

  /// The command `doctor`.
  var commands: [any Command] { [DoctorCommand(examination: examination)] }
}

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

import FoundationEssentials
package import SeashellHosting
import SeashellKit

/// The module `modules`: lists, enables and disables the shell's modules, and adds modules that are
/// other processes.
@MainActor
package final class ModulesModule: FeatureModule {
  /// The module's name, which precedes its commands: `modules`.
  package let name = "modules"
  package let isAboutShell = true

  package let abstract = "Manage the shell's modules, and add some"

  /// `modules` alone lists them.
  package let defaultCommand: String? = "list"

  private let state: ModulesState
  private let others: @MainActor () -> [any Command]

  /// Creates the module.
  ///
  /// - Parameters:
  ///   - host: the shell's modules.
  ///   - control: runs the added modules; nil if the shell has no modules in other processes.
  ///   - limits: the bounds of the added modules.
  ///   - others: returns further commands of the module, such as `modules new`.
  ///   - variable: returns a variable of the shell's environment.
  ///   - folder: returns the working folder.
  package init(
    host: any ShellPort, control: (any ModuleControl)? = nil, limits: ModuleLimits = .init(),
    others: @escaping @MainActor () -> [any Command] = { [] },
    variable: @escaping (String) -> String? = { _ in nil },
    folder: @escaping () -> String = { FileManager.default.currentDirectoryPath }
  ) {
    state = ModulesState(
      host: host, control: control, limits: limits, variable: variable, folder: folder)
    self.others = others
  }

  /// The commands; those that add modules are missing if the shell cannot run such modules.
  package var commands: [any Command] {
    let commands: [any Command] =
      [
        ListModules(state: state), EnableModule(state: state), DisableModule(state: state),
        ModuleInfo(state: state), GrepModules(state: state),
      ] + others()
    guard let control = state.control else { return commands }
    return commands + [
      AddModule(state: state, control: control), ReloadModule(state: state),
      TrustModule(state: state), ModuleLog(state: state),
      CheckModule(state: state, control: control), LogInToModule(state: state),
      LogOutOfModule(state: state), RemoveModule(state: state),
    ]
  }

  /// The page `help modules`, and the added modules for `doctor`.
  package var contributions: Contributions {
    Contributions(
      pages: [.modules],
      checks: state.control.map { [AddedModulesCheck(state: state, control: $0)] } ?? [])
  }

  /// Completes modules by name: all, the added, the enabled and the disabled.
  package var completionSources: [CompletionSource] {
    [
      source("modules") { _ in true }, source("modules.added") { $0.record != nil },
      source("modules.enabled") { $0.isEnabled }, source("modules.disabled") { !$0.isEnabled },
    ]
  }

  /// Loads the modules that other shells have added or changed.
  package func catchUp() { state.control?.catchUp() }

  private func source(
    _ kind: CompletionKind, _ isMeant: @escaping @MainActor (ModulesState.Entry) -> Bool
  ) -> CompletionSource {
    CompletionSource(answering: kind) { [state] query in
      state.entries.filter { query.matches($0.name) && isMeant($0) }
        .map { .init($0.name, $0.abstract) }
    }
  }
}

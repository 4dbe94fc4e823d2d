public import SeashellKit

/// The module `doctor`: asks all parts of the shell whether they work.
@MainActor
public final class DoctorModule: FeatureModule {
  /// The role of a process that only runs `doctor`: a wrong configuration does not keep it from running.
  public nonisolated static var role: any ProcessRole { DoctorRole() }

  /// The module's name, which alone runs its command: `doctor`.
  public let name = "doctor"

  /// The module's description in `help`.
  public let abstract = "Check the installation, the configuration and the environments"

  /// True: the module examines the shell itself.
  public let isAboutShell = true

  private unowned var shell: (any ShellPort)?

  /// Creates the module.
  public init() {}

  /// The command `doctor`.
  public var commands: [any Command] {
    [DoctorCommand(abstract: abstract) { [weak self] in self?.shell?.checks ?? [] }]
  }

  /// Takes the checks of the shell.
  public func load(in shell: any ShellPort) { self.shell = shell }
}

private struct DoctorRole: ProcessRole {
  let word = "doctor"
  let bearsBrokenConfiguration = true

  nonisolated init() {}
}

import SeashellKit

@MainActor
final class DoctorModule: FeatureModule {
  nonisolated static let command = "doctor"

  let name = DoctorModule.command
  let isAboutShell = true
  let abstract = "Check the installation, the configuration and the environments"

  private let examination: Examination

  init(_ examination: Examination) {
    self.examination = examination
  }

  var commands: [any Command] { [DoctorCommand(examination: examination)] }
}

private struct DoctorCommand: Command {
  let examination: Examination
  var specification: CommandSpecification {
    CommandSpecification(
      DoctorModule.command,
      abstract: "Check the installation, the configuration and the environments",
      discussion: """
        It checks the program and its libraries, the folders and their rights, the configuration with \
        every error in it, each environment (its address, its certificate and what it answers), the \
        streams of events, the session, the added modules and the terminal. It sends two GET requests without credentials to \
        each environment, and waits at most \(EnvironmentChecks.limit.components.seconds) seconds. It \
        shows no passwords and no tokens. The exit status is 1 if a check failed.
        """,
      examples: [
        .init("doctor || true", "checks everything"),
        .init("doctor -o json > report.json || true", "writes a report for a bug report"),
      ],
      changesData: false, columns: FindingView.columns)
  }

  func run(_ invocation: Invocation) async throws {
    let configuration = ConfigurationChecks(examination).result
    var findings = InstallationChecks(examination).findings
    findings += FolderChecks(examination.context.directories).findings
    findings += configuration.findings
    findings += await EnvironmentChecks(examination).findings(of: configuration.environments)
    findings += await StreamChecks(examination.context).findings()
    findings += await SessionChecks(examination).findings()
    findings += ModuleChecks(examination).findings
    findings += TerminalChecks(variable: examination.variable).findings
    try write(findings, to: invocation)
    // The list is complete, even if checks failed.
    try invocation.output.finish()
    let failed = findings.filter { $0.status == .failed }
    guard !failed.isEmpty else { return }
    throw ShellError(
      .failed,
      (failed.count == 1 ? "a check failed: " : "\(failed.count) checks failed: ")
        + failed.map(\.check).joined(separator: ", "))
  }

  /// Writes the findings; on a terminal, warnings and failures are not cut off.
  private func write(_ findings: [Finding], to invocation: Invocation) throws {
    let output = invocation.output
    guard output.isTerminalTable else {
      try output.columns(FindingView.columns)
      for finding in findings { try output.row(FindingView.row(finding)) }
      return
    }
    try output.columns(Array(FindingView.columns.dropLast()))
    for finding in findings { try output.row(Array(FindingView.row(finding).dropLast())) }
    try output.showNow()
    for finding in findings where finding.status != .ok {
      let advice = finding.advice.map { "; \($0)" } ?? ""
      invocation.console.notify("\(finding.check): \(finding.detail)\(advice)")
    }
  }
}

import SeashellKit
import SeashellStreams

/// Checks the program, its folders, the configuration, the environments with their streams, and the terminal.
struct ProgramHealth: HealthCheck {
  let examination: Examination

  func findings() async -> [Finding] {
    let configuration = ConfigurationChecks(examination).result
    var findings = InstallationChecks(examination).findings
    findings += FolderChecks(examination.context.directories).findings
    findings += configuration.findings
    findings += await EnvironmentChecks(examination).findings(of: configuration.environments)
    findings += await StreamCheck(examination.context).findings()
    return findings + TerminalChecks(variable: LaunchedProcess.variable).findings
  }
}

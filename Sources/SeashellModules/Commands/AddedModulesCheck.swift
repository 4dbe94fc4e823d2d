import SeashellKit

/// Checks the files of the modules that the user added, and whether they run.
struct AddedModulesCheck: HealthCheck {
  let state: ModulesState
  let control: any ModuleControl

  func findings() async -> [Finding] {
    let records = control.records
    let added = Set(records.map(\.name)).union(control.temporaryNames)
    let own = state.host.modules.map(\.name).filter { !added.contains($0) }
    return [Finding("modules", .ok, "\(own.count) of the shell, \(records.count) added")]
      + records.map(finding)
  }

  private func finding(_ record: ModuleRecord) -> Finding {
    let check = "module \(record.name)"
    guard record.isEnabled else { return Finding(check, .ok, "disabled") }
    var copy = record
    do {
      _ = try record.expanded(state.variable)
      _ = try copy.verifyFiles()
    } catch {
      let error = ShellError(error)
      return Finding(check, .failed, error.message, advice: error.hint)
    }
    let status = control.status(of: record.name)
    if status.isStopped {
      return Finding(
        check, .failed, status.lastFailure ?? "it failed too often",
        advice: "'modules log \(record.name)' shows what it wrote")
    }
    let files = record.isInDevelopment ? "in development" : "its files are those that you trust"
    return Finding(check, .ok, "\(status.isRunning ? "running" : "not started"), \(files)")
  }
}

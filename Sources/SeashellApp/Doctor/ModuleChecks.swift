import SeashellKit
import SeashellModules

@MainActor
struct ModuleChecks {
  private let examination: Examination

  init(_ examination: Examination) {
    self.examination = examination
  }

  var findings: [Finding] {
    let records = examination.control.records
    let added = Set(records.map(\.name)).union(examination.control.temporaryNames)
    let own = examination.host.modules.map(\.name).filter { !added.contains($0) }
    return [Finding("modules", .ok, "\(own.count) of the shell, \(records.count) added")]
      + records.map(finding)
  }

  private func finding(_ record: ModuleRecord) -> Finding {
    let check = "module \(record.name)"
    guard record.isEnabled else { return Finding(check, .ok, "disabled") }
    var copy = record
    do {
      _ = try record.expanded(examination.variable)
      _ = try copy.verifyFiles()
    } catch {
      let error = ShellError(error)
      return Finding(check, .failed, error.message, advice: error.hint)
    }
    let status = examination.control.status(of: record.name)
    if status.isStopped {
      return Finding(
        check, .failed, status.lastFailure ?? "it failed too often",
        advice: "'modules log \(record.name)' shows what it wrote")
    }
    let files = record.isInDevelopment ? "in development" : "its files are those that you trust"
    return Finding(check, .ok, "\(status.isRunning ? "running" : "not started"), \(files)")
  }
}

import SeashellKit

extension ExternalModules {
  /// Applies changes that other shells have made to the catalogue since it was last read.
  ///
  /// Without changes it takes two system calls. Modules that cannot be loaded are reported in a notice. A shell that
  /// has not loaded the added modules leaves the others alone too.
  package func catchUp() {
    guard loadsAdded, ownChanges == 0 else { return }
    let stamp = catalogue.stamp
    guard stamp != readStamp else { return }
    readStamp = stamp
    let records: [ModuleRecord]
    do {
      let (read, problems) = try catalogue.records()
      report(problems)
      records = withoutLiterals(read)
    } catch {
      return report([ShellError(error).message])
    }
    let recorded = Set(records.map(\.name))
    for name in modules.keys where !recorded.contains(name) && !temporaryNames.contains(name) {
      forget(name)
    }
    for record in records where !temporaryNames.contains(record.name) {
      if let module = modules[record.name] { update(module, to: record) } else { take(record) }
    }
  }

  private func update(_ module: ExternalModule, to record: ModuleRecord) {
    let (wasEnabled, believedHints) = (module.record.isEnabled, module.record.believesHints)
    module.adopt(record)
    if believedHints != record.believesHints { refresh(module, .offer) }
    if wasEnabled != record.isEnabled {
      if record.isEnabled { loadOrReport(module) } else { host.disable(record.name) }
    }
    guard module.hasReadOffered, toolStamps[record.name] != catalogue.toolStamp(of: record.name),
      module.readOfferedAgain()
    else { return }
    refresh(module, .offer)
  }
}

package import SeashellKit

extension ExternalModules: ModuleControl {
  package var records: [ModuleRecord] {
    modules.values.filter { !temporaryNames.contains($0.name) }.map(\.record)
      .sorted { $0.name < $1.name }
  }

  package func record(of name: String) -> ModuleRecord? {
    guard let module = modules[name], !temporaryNames.contains(name) else { return nil }
    var record = module.record
    (record.tools, record.offer) = module.offered
    return record
  }

  package func probe(_ record: ModuleRecord) async throws -> ModuleProbe {
    do {
      return try await trial(signingIn(isAdded: false)).offered(by: record)
    } catch {
      // It is not added, so nothing of it is kept.
      if modules[record.name] == nil { try? await signIns?.remove(record.name) }
      throw error
    }
  }

  package func check(_ record: ModuleRecord) async throws -> [ModuleFinding] {
    try await trial(modules[record.name] == nil ? starter : signingIn()).findings(of: record)
  }

  private func trial(_ starter: ModuleStarter) -> ModuleTrial {
    ModuleTrial(context, starter: starter, limits: limits) { [weak self] in
      self?.keepUntilEnded($0)
    }
  }

  package func recordedName(ofAPI name: String) throws -> String? {
    let api = try context.apis.api(name)
    return api.isOwn ? nil : api.name
  }

  package func add(_ record: ModuleRecord) async throws {
    try checkName(record.name)
    let module = make(record)
    try host.load(module, of: record.api, checksLater: false)
    modules[record.name] = module
    do {
      try await changing { try await catalogue.add(record) }
      // When the module starts, they are read from their file.
      module.record.secrets = ModuleSecrets()
    } catch {
      forget(record.name)
      throw error
    }
  }

  package func remove(_ name: String) async throws {
    let module = try module(name)
    try await changing { try await catalogue.remove(name) }
    forget(name)
    await module.stop()
    guard let signIns else { return }
    let result: Result<Void, any Error>
    do {
      if signIns.isSignedIn(module.record) { _ = try await signIns.signOut(of: module.record) }
      result = .success(())
    } catch {
      result = .failure(error)
    }
    try await signIns.remove(name)
    try result.get()
  }

  package func signIn(
    _ name: String, client: String?, adding scopes: [String], _ console: any Console
  ) async throws {
    let module = try module(name)
    try await signIns?.signIn(to: module.record, client: client, adding: scopes, console)
    await module.stop()
  }

  package func signOut(_ name: String) async throws -> Bool {
    let module = try module(name)
    await module.stop()
    return try await signIns?.signOut(of: module.record) ?? true
  }

  package func setEnabled(_ isEnabled: Bool, _ name: String) async throws {
    let module = try module(name)
    guard module.record.isEnabled != isEnabled else { return }
    if isEnabled { try load(module) }
    try await changing {
      try await catalogue.change(name) { $0.isEnabled = isEnabled }
      module.record.isEnabled = isEnabled
    }
    guard !isEnabled else { return }
    host.disable(name)
    await module.stop()
  }

  package func reload(_ name: String) async throws -> ToolChanges {
    let module = try module(name)
    let before = module.offered.tools
    module.isReloading = true
    defer { module.isReloading = false }
    await module.stop()
    try await module.runner.reload()
    return ToolChanges(from: before, to: module.offered.tools)
  }

  package func trust(_ name: String, data: [String], believesHints: Bool?) async throws {
    let module = try module(name)
    var record = module.record
    record.dataFiles.formUnion(data)
    record.believesHints = believesHints ?? record.believesHints
    try record.trustFiles(starter.variable)
    let trusted = record
    try await changing {
      try await catalogue.change(name) { record in
        record.dataFiles = trusted.dataFiles
        record.digests = trusted.digests
        record.stamps = trusted.stamps
        record.believesHints = believesHints ?? record.believesHints
      }
      module.record = trusted
    }
    // Read-only tools may now count as changing nothing, or no longer.
    if believesHints != nil { refresh(module, .offer) }
    await module.stop()
  }

  package func status(of name: String) -> ModuleStatus {
    var status = ModuleStatus()
    guard let module = modules[name] else { return status }
    let runner = module.runner
    status.isSignedIn = signIns?.isSignedIn(module.record) ?? false
    status.isRunning = runner.state == .running
    status.isStopped = runner.state == .failed
    status.process = runner.process
    status.memory = runner.memory
    status.lastFailure = runner.lastFailure
    return status
  }

  package func log(of name: String) -> [String] {
    guard let module = modules[name] else { return [] }
    let kept = temporaryNames.contains(name) ? [] : catalogue.log(of: name)
    return KeptLines(kept + module.runners.flatMap(\.log), limit: limits.log).lines
  }
}

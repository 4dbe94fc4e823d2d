import CoreSystem
package import SeashellHosting
package import SeashellKit

/// All modules in other processes: those that the user added, and those of this run only.
@MainActor
package final class ExternalModules {
  let context: ModuleContext
  let catalogue: ModuleCatalogue
  /// The shell's modules; unowned, since the shell owns this object too.
  unowned let host: any ShellPort
  let starter: ModuleStarter
  let signIns: ModuleSignIns?
  package let limits: ModuleLimits
  /// The modules by name, including disabled ones.
  var modules: [String: ExternalModule] = [:]
  /// The names of the modules of this run only.
  package private(set) var temporaryNames: Set<String> = []
  var saving: Task<Void, Never>?
  /// The runners of removed modules and cancelled trials, until they have ended.
  private var givenUp: [ModuleRunner] = []

  /// The stamp of the catalogue when it was last read; all nil before that.
  var readStamp = ModuleCatalogue.Stamp()
  /// The stamps of the tools when they were read, by the module's name.
  var toolStamps: [String: FileStamp] = [:]
  var reportedProblems: Set<String> = []
  /// Whether the modules that the user added are loaded.
  private(set) var loadsAdded = false
  /// The number of this shell's running changes of the catalogue.
  var ownChanges = 0

  /// The maximum time for all modules to end when the shell exits.
  private static let patience = Duration.seconds(6)

  /// Creates the modules of a shell without loading any.
  ///
  /// - Parameters:
  ///   - host: the shell's list of modules.
  ///   - starter: starts a module.
  ///   - signIns: signs in to remote modules; nil if users cannot.
  package init(
    _ context: ModuleContext, _ catalogue: ModuleCatalogue, host: any ShellPort,
    starter: ModuleStarter, signIns: ModuleSignIns? = nil, limits: ModuleLimits
  ) {
    (self.context, self.signIns) = (context, signIns)
    self.catalogue = catalogue
    self.host = host
    self.starter = starter
    self.limits = limits
  }

  /// Loads the modules that the user added, and from then on those that other shells add; those that cannot be loaded
  /// are reported in a notice.
  package func loadAdded() {
    loadsAdded = true
    do {
      let (records, problems) = try catalogue.records()
      report(problems)
      for record in withoutLiterals(records) { take(record) }
    } catch {
      context.console.notify(ShellError(error).message)
    }
  }

  /// Reports problems to the user, each once.
  func report(_ problems: [String]) {
    for problem in problems where reportedProblems.insert(problem).inserted {
      context.console.notify(problem)
    }
  }

  /// Loads an added module unless it is disabled; a failure is reported in a notice.
  func take(_ record: ModuleRecord) {
    let module = make(record)
    modules[record.name] = module
    if record.isEnabled { loadOrReport(module) } else { host.disable(record.name) }
  }

  func loadOrReport(_ module: ExternalModule) {
    do {
      try load(module)
    } catch {
      context.console.notify(
        "\(ShellError(error).message); it is not loaded, and 'modules remove \(module.name)' forgets it"
      )
    }
  }

  /// Starts a module for this run of the shell without recording it.
  ///
  /// - Throws: `ShellError` if the name is taken or the module does not start.
  package func open(_ record: ModuleRecord) async throws {
    try checkName(record.name)
    let module = ExternalModule(
      record, context, starter: starter, limits: limits, offered: { nil },
      whenChanged: { [weak self] in self?.refresh($0, $1) })
    modules[record.name] = module
    temporaryNames.insert(record.name)
    do {
      try await module.runner.use { _ in }
      try host.load(module, of: record.api, checksLater: false)
    } catch {
      forget(record.name)
      await module.stop()
      throw error
    }
  }

  /// Ends all modules, and waits for a limited time.
  package func endAll() async {
    let running = modules.values.filter { module in
      module.runners.contains { $0.state != .stopped }
    }
    let givenUp = givenUp.filter { $0.state != .stopped }
    await saving?.value
    guard !running.isEmpty || !givenUp.isEmpty else { return }
    let end = Waiter<Void, any Error>()
    let stopping = Task {
      await withTaskGroup { group in
        for module in running { group.addTask { await module.stop() } }
        for runner in givenUp { group.addTask { await runner.stop() } }
      }
      end.settle()
    }
    defer { stopping.cancel() }
    if (try? await end.value(within: Self.patience, on: context.clock)) == nil {
      ProcessGroups.killAll()
    }
  }

  func make(_ record: ModuleRecord) -> ExternalModule {
    var starter = signingIn()
    starter.keepLog = { [catalogue, limits] in
      try await catalogue.keepLog($0, of: record.name, upTo: limits.log)
    }
    return ExternalModule(
      record, context, starter: starter, limits: limits,
      offered: { [weak self, catalogue] in
        // Read the stamp first, so that a change in between is noticed later.
        self?.toolStamps[record.name] = catalogue.toolStamp(of: record.name)
        return catalogue.tools(of: record.name)
      },
      whenChanged: { [weak self] in self?.save($0, $1) })
  }

  /// Starts a module to which users can sign in: one that is added, or about to be.
  func signingIn(isAdded: Bool = true) -> ModuleStarter {
    var starter = starter
    if let signIns {
      starter.offerSignIn = { try await signIns.offer($0, isAdded: isAdded) }
    }
    return starter
  }

  func load(_ module: ExternalModule) throws {
    try checkClash(of: module.name)
    // Commands are made when they are needed, since most runs use no added module.
    try host.load(module, of: module.record.api, checksLater: true)
  }

  /// Checks that a name is free, among added modules and in the shell.
  func checkName(_ name: String) throws {
    if modules[name] != nil { throw Self.clash(of: name, with: "another added module") }
    try checkClash(of: name)
  }

  private func checkClash(of name: String) throws {
    if host.builtinNames.contains(name) {
      throw Self.clash(of: name, with: "the shell's own command '\(name)'")
    }
    let others = host.modules.filter { $0.name == name && $0.contributions.source == nil }
    if let other = others.first {
      throw Self.clash(of: name, with: "the module '\(name)' (\(other.abstract))")
    }
  }

  private static func clash(of name: String, with other: String) -> ShellError {
    ShellError(
      .failed, "the module '\(name)' cannot be used: its name is that of \(other)",
      hint: "choose another name")
  }

  func forget(_ name: String) {
    let module = modules.removeValue(forKey: name)
    temporaryNames.remove(name)
    host.remove(name)
    for runner in module?.runners ?? [] { keepUntilEnded(runner) }
  }

  func keepUntilEnded(_ runner: ModuleRunner) {
    givenUp.removeAll { $0.state == .stopped }
    givenUp.append(runner)
  }

  /// Runs a change of the catalogue.
  ///
  /// Meanwhile the catalogue is not read again.
  func changing<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    ownChanges += 1
    defer { ownChanges -= 1 }
    return try await body()
  }

  func module(_ name: String) throws -> ExternalModule {
    guard let module = modules[name] else {
      throw ShellError(
        .unknownCommand, "no added module is called '\(name)'", hint: "modules list lists them")
    }
    return module
  }

  /// Updates the commands of a module.
  func refresh(_ module: ExternalModule, _ change: ExternalModule.Change) {
    let isLoaded = host.modules.contains { $0 === module }
    guard change == .offer, isLoaded else { return }
    do {
      try host.reloadCommands(of: module.name)
      context.bus.post(ModuleLoaded(module: module.name))
    } catch {
      context.console.notify(ShellError(error).message)
    }
  }

  /// Stores a change for the next run of the shell.
  private func save(_ module: ExternalModule, _ change: ExternalModule.Change) {
    refresh(module, change)
    let (name, stamps, offered) = (module.name, module.record.stamps, module.offered)
    ownChanges += 1
    saving = Task { [context, catalogue, earlier = saving] in
      defer { ownChanges -= 1 }
      await earlier?.value
      do {
        switch change {
        case .offer: try catalogue.keep(offered.tools, offered.offer, of: name)
        case .stamps: try await catalogue.change(name) { $0.stamps = stamps }
        }
      } catch {
        context.console.notify("the module '\(name)': \(ShellError(error).message)")
      }
    }
  }
}

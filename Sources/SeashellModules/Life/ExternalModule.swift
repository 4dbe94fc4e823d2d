import SeashellHosting
import SeashellKit

/// A module in another process, as a module of the shell.
///
/// Its tools are commands.
///
/// The last known tools are stored, so that help and completion do not start it.
@MainActor
final class ExternalModule: FeatureModule {
  /// A change that the owner of a module's record must store.
  enum Change {
    /// It offers other tools, or describes itself differently.
    case offer
    /// Its files were checked, and have new stamps.
    case stamps
  }

  typealias Offered = (tools: [ToolDescription], offer: ProviderOffer?)

  var name: String { record.name }

  var contributions: Contributions { Contributions(author: "the module '\(name)'") }

  /// The record; its tools are those with which it was created.
  var record: ModuleRecord

  var isReloading = false

  private let context: ModuleContext
  private let logger: Logger
  private let readOffered: @MainActor () -> Offered?
  private let whenChanged: @MainActor (ExternalModule, Change) -> Void
  private let listed = ListedResources()
  private var stopping: Task<Void, Never>?

  /// Starts the module, watches it and ends it.
  private(set) var runner: ModuleRunner
  private let makeRunner: @MainActor () -> ModuleRunner
  private var boundRunners: [String: ModuleRunner] = [:]

  private var known: Offered? {
    get {
      if !hasReadOffered {
        hasReadOffered = true
        lastOffered = record.offer == nil ? readOffered() : (record.tools, record.offer)
      }
      return lastOffered
    }
    set { (hasReadOffered, lastOffered) = (true, newValue) }
  }

  private var lastOffered: Offered?
  private(set) var hasReadOffered = false

  /// Creates a module without starting it.
  ///
  /// `offered` reads the stored offer, when the commands are needed; `whenChanged` is called when a
  /// change must be stored.
  init(
    _ record: ModuleRecord, _ context: ModuleContext, starter: ModuleStarter,
    limits: ModuleLimits, offered: @escaping @MainActor () -> Offered?,
    whenChanged: @escaping @MainActor (ExternalModule, Change) -> Void
  ) {
    self.record = record
    self.context = context
    self.whenChanged = whenChanged
    readOffered = offered
    let logger = context.logger(record.name)
    self.logger = logger
    let owner = Owner()
    var starter = starter
    starter.verify = { _ in try owner.module?.verify() }
    makeRunner = { [clock = context.clock, starter] in
      ModuleRunner(
        { owner.module?.record ?? record }, starter: starter, limits: limits, clock: clock,
        report: { owner.module?.handle($0) })
    }
    runner = makeRunner()
    owner.module = self
  }

  var runners: [ModuleRunner] { [runner] + boundRunners.values }

  /// Returns the runner for the current statement.
  ///
  /// A module that sends requests gets another process for jobs and rules of an environment. Its requests
  /// must go there, even if the user switches to another one.
  func presentRunner() -> ModuleRunner {
    guard !record.allows.isEmpty, let targets = RequestTargets.bound else { return runner }
    let environment = targets[record.api ?? context.apis.own.name]?.name ?? ""
    if let known = boundRunners[environment] { return known }
    let new = makeRunner()
    boundRunners[environment] = new
    return new
  }

  /// Gives the runner's closures access to the module before it is fully initialized.
  @MainActor
  private final class Owner {
    weak var module: ExternalModule?
  }

  var abstract: String {
    record.abstract.isEmpty ? "Commands of another process" : record.abstract
  }

  /// The known offer; empty if nothing is known.
  var offered: Offered { known ?? ([], nil) }

  var commands: [any Command] {
    let use = ModuleUse(
      name: name, runner: { [unowned self] in presentRunner() }, logger: logger)
    let names = self.names(of: offered)
    // A command that the shell rejects must not make the whole module useless; 'modules check' reports it.
    var commands: [any Command] = offered.tools.compactMap { tool in
      names[tool.name].map { ToolCommand(tool, named: $0, of: use, record) }
    }.filter { $0.specification.problem == nil }
    guard offered.offer?.hasResources == true else { return commands }
    let taken = Set(names.values)
    let own: [any Command] = [
      ListResources(module: use, listed: listed), ReadResource(module: use),
    ]
    commands += own.filter { !taken.contains($0.specification.name) }
    return commands
  }

  private func names(of offered: Offered) -> [String: String] {
    Self.names(of: offered.tools, offered.offer, in: name)
  }

  /// The commands that call a module's tools, by the names of the tools.
  static func names(
    of tools: [ToolDescription], _ offer: ProviderOffer?, in module: String
  ) -> [String: String] {
    ToolNames.commands(
      of: tools, in: module,
      besides: offer?.hasResources == true ? [ListResources.name, ReadResource.name] : [])
  }

  var completionSources: [CompletionSource] {
    [
      CompletionSource(answering: ListedResources.kind(of: name)) { [listed] in
        listed.candidates(for: $0)
      }
    ]
  }

  func unload() { stopping = Task { [runners] in await Self.stop(runners) } }

  func stop() async {
    await stopping?.value
    await Self.stop(runners)
  }

  private static func stop(_ runners: [ModuleRunner]) async {
    for runner in runners { await runner.stop() }
  }

  func adopt(_ new: ModuleRecord) {
    let isStartedAnew = !record.isStarted(as: new)
    record = new
    if isStartedAnew { unload() }
  }

  /// Reads the stored offer again, which another shell may have changed; returns whether it has.
  func readOfferedAgain() -> Bool {
    guard let new = readOffered() else { return false }
    let old = offered
    known = new
    return old.tools != new.tools || old.offer != new.offer
  }

  private func verify() throws {
    if try record.verifyFiles() { whenChanged(self, .stamps) }
  }

  private func handle(_ report: ModuleRunner.Report) {
    switch report {
    case .listed(let tools, let offer): take((tools, offer ?? offered.offer))
    case .broke(let error): context.console.notify(error.message)
    case .event(.errorLine(let line)): logger.debug(line)
    case .event(.log(let level, let text)): logger.debug("\(level): \(text)")
    case .event(.resourceUpdated(let uri)):
      context.bus.post(
        DynamicEvent(
          eventName: "\(name).resource.updated", payload: .object(["uri": .string(uri)])))
    case .event(.resourcesChanged): listed.resources = []
    case .event(.toolsChanged), .event(.ended): break
    }
  }

  private func take(_ new: Offered) {
    let old = known
    guard old?.tools != new.tools || old?.offer != new.offer else { return }
    known = new
    whenChanged(self, .offer)
    guard let old, !isReloading else { return }
    let notice = ToolChanges(from: old.tools, to: new.tools)
      .notice(of: name, names(of: old).merging(names(of: new)) { $1 })
    if let notice { context.console.notify(notice) }
  }
}

import SeashellKit

/// Starts a module, which need not be added, asks for its offer, and ends it.
@MainActor
struct ModuleTrial {
  private let context: ModuleContext
  private let starter: ModuleStarter
  private let limits: ModuleLimits
  /// Takes over a module that has not ended yet when its trial is cancelled.
  private let giveUp: @MainActor (ModuleRunner) -> Void

  /// Creates a trial in which the module gets no gateway.
  init(
    _ context: ModuleContext, starter: ModuleStarter, limits: ModuleLimits,
    giveUp: @escaping @MainActor (ModuleRunner) -> Void
  ) {
    self.context = context
    self.limits = limits
    self.giveUp = giveUp
    var starter = starter
    starter.gateway = { _ in nil }
    starter.verify = { record in
      var record = record
      _ = try record.verifyFiles()
    }
    self.starter = starter
  }

  /// Throws if the module is not trusted, does not start or fails.
  func offered(by record: ModuleRecord) async throws -> ModuleProbe {
    var found: ModuleProbe?
    let logger = context.logger(record.name)
    let runner = ModuleRunner(
      { record }, starter: starter, limits: limits, clock: context.clock,
      report: { report in
        switch report {
        case .listed(let tools, let offer?): found = Self.probe(record, tools, offer)
        case .event(.errorLine(let line)): logger.debug(line)
        default: break
        }
      })
    do {
      try await runner.use { provider in
        // Its resources are checked together with its tools.
        if found?.offer.hasResources == true { _ = try await provider.resources() }
      }
    } catch is CancellationError {
      // After Ctrl-C, do not wait for a module that is slow to end.
      giveUp(runner)
      throw CancellationError()
    } catch {
      await runner.stop()
      throw error
    }
    await runner.stop()
    guard let found else { throw CancellationError() }
    return found
  }

  /// Returns the problems that the module's author should fix.
  func findings(of record: ModuleRecord) async throws -> [ModuleFinding] {
    let probe: ModuleProbe
    do {
      probe = try await offered(by: record)
    } catch let error as ShellError where error.code == .pluginBroke {
      return [ModuleFinding(.error, record.name, error.message)]
    }
    return zip(probe.tools, probe.commands).flatMap { tool, command in
      var findings: [ModuleFinding] = []
      if let problem = command.problem { findings.append(.init(.error, tool.name, problem)) }
      return findings
        + ToolExamination(tool).problems.map {
          ModuleFinding($0.isError ? .error : .warning, $0.place, $0.message)
        }
    }
  }

  private static func probe(
    _ record: ModuleRecord, _ tools: [ToolDescription], _ offer: ProviderOffer
  ) -> ModuleProbe {
    let names = ExternalModule.names(of: tools, offer, in: record.name)
    return ModuleProbe(
      offer: offer, tools: tools,
      commands: tools.map { tool in
        ToolParameters(tool, named: names[tool.name] ?? tool.name, of: record).specification
      })
  }
}

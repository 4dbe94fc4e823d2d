import CoreSystem
import Glibc
import ShellCommands
import ShellLanguage
import ShellOutput
import ShellRecords

/// The running programs of a pipeline, each of which feeds the next one.
struct ProgramChain: Sendable {
  private let stages: [ProgramStage]
  private let programs: [PipelinePlan.Program]

  /// `help` finds the stage of `modules` that corresponds to a missing program.
  ///
  /// If one cannot be started, the ones before it have ended when this throws.
  @MainActor
  init(
    _ programs: [PipelinePlan.Program], input: Int32, output: Int32, errors: Int32?,
    leadGroups: Bool, help: any HelpSource, modules: ModuleRegistry
  ) async throws {
    var pipes: [Pipe] = []
    defer { for pipe in pipes { pipe.close() } }
    var stages: [ProgramStage] = []
    do {
      for _ in programs.dropFirst() { pipes.append(try Pipe()) }
      for (index, program) in programs.enumerated() {
        stages.append(
          try ProgramStage(
            program.texts, input: index == 0 ? input : pipes[index - 1].reading,
            output: index == programs.count - 1 ? output : pipes[index].writing, errors: errors,
            leadsGroup: leadGroups))
      }
    } catch {
      for pipe in pipes { pipe.close() }
      pipes = []
      for stage in stages { stage.end() }
      for stage in stages { _ = await stage.wait() }
      let program = programs[min(stages.count, programs.count - 1)]
      throw Self.suggestingStage(ShellError(error), for: program, help, modules)
        .spanning(program.words)
    }
    self.stages = stages
    self.programs = programs
  }

  /// For a program that does not exist, says that it is a stage whose module is disabled or a command that takes no
  /// records, or suggests the stage with the nearest name, or the one that other tools know by that name.
  @MainActor
  private static func suggestingStage(
    _ error: ShellError, for program: PipelinePlan.Program, _ help: any HelpSource,
    _ modules: ModuleRegistry
  ) -> ShellError {
    guard error.code == .unknownCommand, let name = program.texts.first else { return error }
    if modules.isKnownButNotLoaded(name) {
      return ShellError(
        error.code, "the module '\(name)' is disabled", hint: "run 'modules enable \(name)'")
    }
    let commands = modules.commands(of: name)
    let isAPI = modules.apis.isAPI(name)
    if commands != nil || isAPI || modules.builtins[name] != nil {
      let isNamed = program.texts.count > 1 && commands?[program.texts[1]] != nil
      let words = program.texts.prefix { !$0.hasPrefix("-") }.prefix(isAPI ? 3 : isNamed ? 2 : 1)
      let command = words.joined(separator: " ")
      return ShellError(
        error.code, "'\(command)' takes no records",
        hint: "'| each { \(command) … }' runs it for each record, and '; \(command) …' after them")
    }
    let stages = modules.everyStage.names
    guard
      let stage = help.stage(forProgram: name, among: stages)
        ?? Spelling.nearest(to: name, among: stages)
    else { return error }
    return ShellError(error.code, error.message, hint: "did you mean '\(stage)'?")
  }

  func interrupt() {
    for stage in stages { stage.interrupt() }
  }

  func end() {
    for stage in stages { stage.end() }
  }

  /// How long after its start a program may be unable to receive the terminal's SIGINT, in nanoseconds.
  private static let startTime: Int64 = 300_000_000

  /// Waits until all programs have ended, and returns an error for each one that failed.
  ///
  /// At a prompt, programs receive the first Ctrl-C from the terminal and may handle it, as a pager
  /// does; the second one ends them, with ``ShellError/interrupted``. The shell also sends SIGINT
  /// to programs that have just started, because they may have started after the Ctrl-C.
  @MainActor
  func failures(interrupts: Interrupts, isAtPrompt: Bool) async throws -> [ShellError] {
    let start = MonotonicTime.precise()
    do {
      return try await interrupts.cancelling {
        await withTaskCancellationHandler {
          var failures: [ShellError] = []
          for (stage, program) in zip(stages, programs) {
            let end = await stage.wait()
            if end.isFailure { failures.append(stage.failure(end).spanning(program.words)) }
          }
          return failures
        } onCancel: {
          let hasJustStarted = MonotonicTime.precise() - start < Self.startTime
          if !isAtPrompt {
            for stage in stages { stage.end() }
          } else if hasJustStarted {
            interrupt()
          }
        }
      }
    } catch is Interrupts.Abandoned {
      for stage in stages { stage.end() }
      throw ShellError.interrupted
    }
  }
}

extension ProgramStage {
  func failure(_ end: End) -> ShellError {
    let message =
      switch end.signal {
      case let signal?: "'\(words[0])' was ended by signal \(signal)"
      case nil: "'\(words[0])' ended with status \(end.status)"
      }
    return ShellError(.failed, message, status: ExitStatus(rawValue: end.status))
  }
}

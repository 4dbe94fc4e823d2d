import CoreSystem
import Glibc
import ShellLanguage
import ShellOutput

/// The running programs of a pipeline, each of which feeds the next.
struct ProgramChain: Sendable {
  /// The descriptor that feeds the first program; the caller closes it.
  let input: Int32

  private let stages: [ProgramStage]
  /// The words of each program as written.
  private let words: [[Word]]

  /// Starts the programs.
  ///
  /// - Parameters:
  ///   - programs: the words of each program, expanded.
  ///   - words: the same as written.
  ///   - output: becomes the standard output of the last program.
  /// - Throws: ``ShellError`` if a program cannot be started; those before it have ended then.
  init(_ programs: [[String]], at words: [[Word]], output: Int32) async throws {
    var pipes: [Pipe] = []
    defer { for pipe in pipes { close(pipe.reading) } }
    var stages: [ProgramStage] = []
    do {
      for _ in programs { pipes.append(try Pipe()) }
      for (index, program) in programs.enumerated() {
        let isLast = index == programs.count - 1
        stages.append(
          try ProgramStage(
            program, input: pipes[index].reading,
            output: isLast ? output : pipes[index + 1].writing))
      }
    } catch {
      for pipe in pipes { close(pipe.writing) }
      for stage in stages { stage.end() }
      for stage in stages { _ = await stage.wait() }
      throw ShellError(error).spanning(words[min(stages.count, words.count - 1)])
    }
    for pipe in pipes.dropFirst() { close(pipe.writing) }
    input = pipes[0].writing
    self.stages = stages
    self.words = words
  }

  /// Sends SIGINT to all programs.
  func interrupt() {
    for stage in stages { stage.interrupt() }
  }

  /// How long a program may be unable to receive the terminal's SIGINT after its start, in
  /// nanoseconds.
  private static let startTime: Int64 = 300_000_000

  /// Waits until all programs have ended, and ends them if the user interrupts.
  ///
  /// At a prompt, programs receive the first Ctrl-C from the terminal and may handle it, as a pager
  /// does; the second one ends them. Programs that have just started are sent SIGINT by the shell
  /// too, because the Ctrl-C may be older than they are.
  ///
  /// - Returns: an error for each program that failed.
  /// - Throws: ``ShellError/interrupted`` if the programs ignored the first Ctrl-C.
  @MainActor
  func failures(interrupts: Interrupts, isAtPrompt: Bool) async throws -> [ShellError] {
    let start = MonotonicTime.precise()
    do {
      return try await interrupts.cancelling {
        await withTaskCancellationHandler {
          var failures: [ShellError] = []
          for (stage, words) in zip(stages, words) {
            let end = await stage.wait()
            if end.isFailure { failures.append(stage.failure(end).spanning(words)) }
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
  fileprivate func failure(_ end: End) -> ShellError {
    let message =
      switch end.signal {
      case let signal?: "'\(words[0])' was ended by signal \(signal)"
      case nil: "'\(words[0])' ended with status \(end.status)"
      }
    return ShellError(.failed, message, status: ExitStatus(rawValue: end.status))
  }
}

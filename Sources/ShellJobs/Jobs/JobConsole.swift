import ShellCommands
import ShellOutput
import ShellRuntime

/// The console of a job, which rejects questions, since no user would see them.
@MainActor
final class JobConsole: Console {
  private let streams: StandardStreams
  /// The settings of the job's subshell, for whether notices are suppressed.
  weak var settings: ShellSettings?

  init(streams: StandardStreams) {
    self.streams = streams
  }

  var isInteractive: Bool { false }

  var columns: Int? { streams.destination.style.columns }

  func notify(_ notice: String) {
    if settings?.isQuiet != true { streams.report(notice) }
  }

  func instruct(_ line: String) { streams.report(line) }

  func ask(_ question: Question) async throws -> String {
    throw ShellError(
      .usage, "a job cannot ask for the \(question.label)", hint: "pass \(question.alternative)")
  }

  func confirm(_ question: String) async throws -> Bool {
    throw ShellError(.usage, "a job cannot ask '\(question)'", hint: "pass --yes")
  }

  func progress(_ progress: ProgressUpdate?) {}

  func readInput(upTo maximum: Int, isSecret: Bool) async throws -> String {
    throw ShellError(.usage, "a job has no standard input", hint: "run the command without '&'")
  }
}

import ShellCommands
import ShellOutput
import ShellRuntime

/// The console of a job, which rejects questions, since the user is typing something else.
@MainActor
final class JobConsole: Console {
  private let streams: StandardStreams
  /// The console of the prompt that the job was started at, if any.
  private let prompt: (any Console)?
  /// The settings of the job's subshell, for whether notices are suppressed.
  weak var settings: ShellSettings?

  init(streams: StandardStreams, prompt: (any Console)? = nil) {
    (self.streams, self.prompt) = (streams, prompt)
  }

  var isInteractive: Bool { false }

  var isWatched: Bool { prompt != nil }

  var columns: Int? { streams.destination.style.columns }

  func notify(_ notice: String) {
    if settings?.isQuiet != true { streams.report(notice) }
  }

  /// Shows the line above the prompt too, since it would be found too late in the job's output.
  func instruct(_ line: String) {
    streams.report(line)
    guard let job = Job.current, !job.output.isPassedOn else { return }
    prompt?.instruct("job \(job.number): \(line)")
  }

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

import CoreSystem
import ShellOutput

/// A statement that runs beside the shell's own: one that ended with `&`, or a run of a rule.
@MainActor
final class Job {
  /// What started a job.
  enum Origin: Equatable {
    /// A `&` after the statement.
    case user
    /// The rule of this number.
    case rule(Int)
  }

  /// The job's number, which the user types.
  let number: Int
  let origin: Origin
  /// The statement, without secrets.
  let text: String
  /// What the job has printed.
  let output: HeldOutput
  /// When it started, in nanoseconds of ``MonotonicTime``.
  let start = MonotonicTime.precise()

  /// How the job ended; nil while it runs.
  private(set) var status: ExitStatus?
  /// Cancels it.
  var cancel: @MainActor () -> Void = {}

  init(_ number: Int, of origin: Origin, text: String, output: HeldOutput) {
    self.number = number
    self.origin = origin
    self.text = text
    self.output = output
  }

  /// Whether it is running.
  var isRunning: Bool { status == nil }

  /// Records how the job ended.
  func end(_ status: ExitStatus) {
    if self.status == nil { self.status = status }
  }
}

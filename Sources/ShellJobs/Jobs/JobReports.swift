import CoreEvents
import ShellCommands
import ShellOutput
import ShellRuntime

@MainActor
struct JobReports {
  private unowned let shell: Shell

  /// How much of a statement a notice shows, in characters.
  private static let shownLength = 60

  init(_ shell: Shell) {
    self.shell = shell
  }

  func report(_ job: Job, isEnding: Bool) {
    guard let exit = job.exit else { return }
    shell.host.bus.post(
      JobFinished(job: job.number, status: exit.rawValue, duration: job.seconds))
    guard let prompt = shell.scope.prompt, !isEnding else { return }
    if let notice = Self.notice(of: job, exit) { prompt.console.notify(notice) }
  }

  /// The notice about a job that has ended; nil for a run of a rule that did not fail.
  private static func notice(of job: Job, _ exit: ExitStatus) -> String? {
    var name = "job \(job.number)"
    if case .rule(let number) = job.origin {
      guard job.status == .failed, !job.hasOwnReport else { return nil }
      name += " of rule \(number)"
    }
    // What it printed was shown with the reason.
    if job.status == .failed, job.output.isPassedOn { return "\(name) failed (\(exit.rawValue))" }
    let statement = shortened(job.text)
    return switch job.status {
    case .failed:
      "\(name) failed (\(exit.rawValue)): \(job.failure ?? statement); "
        + "'jobs show \(job.number)' shows what it printed"
    case .cancelled: "\(name) was cancelled: \(statement)"
    case .done, .running, .cancelling: "\(name) finished: \(statement)"
    }
  }

  /// A statement on one line, cut if it is long.
  static func shortened(_ statement: String) -> String {
    let line = TerminalText.flattened(statement)
    return line.count <= shownLength ? line : line.prefix(shownLength) + "…"
  }
}

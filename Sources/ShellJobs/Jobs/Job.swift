import CoreLoop
import CoreSystem
import FoundationEssentials
import ShellOutput
import ShellRuntime

/// A statement that runs in the background: one that ended with `&`, or one run of a rule.
@MainActor
final class Job {
  @TaskLocal static var current: Job?

  enum Origin: Equatable {
    case user
    case rule(Int)
  }

  enum Status: String {
    case running
    /// It was cancelled, but has not ended yet.
    case cancelling
    case done, failed, cancelled
  }

  let number: Int
  let origin: Origin
  /// The statement, with secrets masked.
  let text: String
  let output: HeldOutput
  /// The numbers of the enclosing jobs, outermost first.
  let ancestors: [Int]
  let started = Date()
  private let start = MonotonicTime.precise()
  private var end: Int64?

  private(set) var exit: ExitStatus?
  private(set) var failure: String?
  private(set) var isCancelled = false

  /// Whether its output could not be written, since the reader is gone.
  var hasLostOutput = false
  /// Whether its failure is reported elsewhere than by ``JobReports``.
  var hasOwnReport = false

  /// Interrupts its statement, as Ctrl-C does.
  var interrupt: @MainActor () -> Void = {}
  var flush: @MainActor () -> Void = {}

  private let whenEnded: @MainActor (Job) -> Void
  private var waiters: [Waiter<Void, any Error>] = []

  init(
    _ number: Int, of origin: Origin, text: String, output: HeldOutput, ancestors: [Int] = [],
    whenEnded: @escaping @MainActor (Job) -> Void = { _ in }
  ) {
    self.number = number
    self.origin = origin
    self.text = text
    self.output = output
    self.ancestors = ancestors
    self.whenEnded = whenEnded
  }

  var isRunning: Bool { exit == nil }

  var status: Status {
    switch exit {
    case nil: isCancelled ? .cancelling : .running
    case .success?: .done
    case .some: isCancelled ? .cancelled : .failed
    }
  }

  /// How long it has been running, or ran, in seconds.
  var seconds: Double { Double((end ?? MonotonicTime.precise()) - start) / 1e9 }

  func cancel() {
    guard isRunning else { return }
    isCancelled = true
    interrupt()
  }

  /// Records the end of the job; later calls do nothing.
  func end(_ status: ExitStatus, because failure: String? = nil) {
    guard isRunning else { return }
    end = MonotonicTime.precise()
    exit = status
    self.failure = failure
    (interrupt, flush) = ({}, {})
    whenEnded(self)
    for waiter in waiters { waiter.settle() }
    waiters = []
  }

  /// Waits until the job has ended, or throws as soon as the task is cancelled.
  func wait() async throws {
    guard isRunning else { return }
    let waiter = Waiter<Void, any Error>()
    waiters.append(waiter)
    defer { waiters.removeAll { $0 === waiter } }
    try await waiter.valueUnlessCancelled()
  }
}

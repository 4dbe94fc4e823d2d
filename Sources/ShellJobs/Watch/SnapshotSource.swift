import CoreLoop
import CoreEvents
import FoundationEssentials
import Observation
import ShellCommands
import ShellLanguage
import ShellOutput
import ShellRuntime

/// Runs a watched statement, each time in its own subshell, and collects its results.
@MainActor
final class SnapshotSource {
  private let request: WatchRequest
  private unowned let shell: Shell
  /// The screen that shows the results; nil if they are written.
  private let screen: (any LiveScreen)?
  private let trigger = WatchTrigger()
  private let subscription: Subscription

  init(
    _ request: WatchRequest, _ shell: Shell, for screen: (any LiveScreen)?
  ) {
    self.request = request
    self.shell = shell
    self.screen = screen
    subscription = trigger.subscribe(to: shell.host.bus)
  }

  var clock: any Clock<Duration> { shell.host.clock }

  /// The pause between two runs; nil if only changes start a run.
  var every: Duration? { request.every }

  /// Runs the statement.
  ///
  /// - Returns: the results, and the cause of the next run, which may come later.
  /// - Throws: ``ShellExit`` if the statement ends the shell.
  func take() async throws -> (Snapshot, next: Waiter<Void, any Error>) {
    let run = trigger.begin()
    let observed = ObservedReads(trigger, run)
    let results = WatchedResults(
      limit: shell.settings.gatherLimit, takesTablesOnly: screen != nil)
    let errors = MemorySink()
    let streams = StandardStreams(
      output: results, errors: errors, records: results,
      outputStyle: { [screen] in screen?.textStyle ?? .plain })
    let settings = shell.settings
    let inner = Shell(
      subshellOf: shell, streams: streams,
      console: ScriptConsole(
        streams: streams, settings: settings, scriptIsInput: false, reader: nil))
    inner.settings.output = request.format ?? settings.output
    inner.scope.observer = observed
    if let descriptor = results.descriptor {
      inner.scope.outlet = (streams.destination, descriptor)
      if screen != nil { inner.scope.errorDescriptor = descriptor }
    }
    var snapshot = try await perform(request.list, in: inner, errors)
    snapshot.stored = observed.stored
    do {
      try streams.flush()
      snapshot.contents = try results.finish()
    } catch {
      snapshot.error = snapshot.error ?? ShellError(error)
    }
    // Tell the states about events that were posted elsewhere during the run.
    shell.host.bus.deliverPending()
    observed.track()
    let next = trigger.end(
      observes: !observed.isEmpty, hasFailed: snapshot.error != nil || observed.stored != nil)
    return (snapshot, next)
  }

  private func perform(
    _ list: CommandList, in subshell: Shell, _ errors: MemorySink
  ) async throws -> Snapshot {
    let source = WatchedStatement(text: request.text)
    let interrupts = subshell.interrupts
    do {
      try await withTaskCancellationHandler {
        try await trigger.running {
          try await subshell.bound { try await PipelineRunner(subshell).run(list, from: source) }
        }
      } onCancel: {
        interrupts.raise()
      }
    } catch let exit as ShellExit {
      throw exit
    } catch {
      try Task.checkCancellation()
      source.fail(error)
    }
    try? subshell.streams.errors.flush()
    var notices = errors.text.split(separator: "\n").map(String.init)
    var failure = source.error
    if failure == nil, subshell.variables.status != .success {
      // A script or a block has already reported the reason; indented lines behind it show the place.
      let reason = notices.lastIndex { !$0.hasPrefix(" ") }
      failure = ShellError(
        .failed, reason.map { notices[$0] } ?? "the statement has failed",
        status: subshell.variables.status)
      if let reason { notices.removeSubrange(reason...) }
    }
    return Snapshot(error: failure, notices: notices)
  }
}

@MainActor
private final class ObservedReads: RunObserver {
  private let trigger: WatchTrigger
  private let run: Int
  private var reads: [@MainActor () -> Void] = []
  /// The notice of the oldest results that come from a store.
  private(set) var stored: StoredAnswerNotice?

  init(_ trigger: WatchTrigger, _ run: Int) {
    self.trigger = trigger
    self.run = run
  }

  var isEmpty: Bool { reads.isEmpty }

  /// Adds a function, and starts noticing changes by others before the run has ended.
  func observe(_ read: @escaping @MainActor () -> Void) {
    reads.append(read)
    notice(read)
  }

  func take(_ notice: StoredAnswerNotice) {
    let isOlder = notice.since ?? .distantFuture < stored?.since ?? .distantFuture
    if stored == nil || isOlder { stored = notice }
  }

  /// Notices changes from now on.
  func track() {
    guard !reads.isEmpty else { return }
    notice { for read in self.reads { read() } }
  }

  private func notice(_ read: () -> Void) {
    withObservationTracking(read) { [trigger, run] in trigger.stateChanged(of: run) }
  }
}

@MainActor
private final class WatchedStatement: StatementSource {
  let text: String
  /// Why the statement failed; of several reasons, the last one.
  private(set) var error: ShellError?

  init(text: String) { self.text = text }

  var stopsAtFailure: Bool { true }

  func report(_ error: ShellError, in words: [Word], format: OutputFormat?) {
    self.error = error.located(in: words)
  }

  func note(_ status: ExitStatus) {
    // `a || b`: the statement itself handles the failure.
    if status == .success { error = nil }
  }

  func fail(_ error: any Error) {
    if !(error is OutputClosed) { self.error = ShellError(error) }
  }
}

import FoundationEssentials
import SeashellHosting
import SeashellKit

/// Sends queued writes in the background, while the user is at a prompt.
///
/// It sends when the shell has started, after a write was queued, when the service can be reached again,
/// after a sign-in or a switch of the environment, and when a write is due for its next attempt. While the
/// queue is empty, it does nothing.
@MainActor
final class BackgroundSender {
  /// The time to wait while another shell is sending, before checking whether it has left something.
  private static let pauseForOthers = Duration.seconds(10)

  /// The longest wait; it is limited because the clock can be set back.
  private static let longestWait = Duration.seconds(600)

  private let context: ModuleContext

  private let signal = Mailbox<Bool>(capacity: 1)

  /// Whether to send writes before their next attempt is due, too.
  private var sendsAll = true

  /// Sends a signal when the next attempt is due.
  private var timer: Subscription?

  /// Sends a signal when the user goes online; nil while they are online.
  private var modeChanges: Subscription?

  /// Whether the user was already told that writes wait for a sign-in.
  private var hasAskedToSignIn = false

  private var shownError: String?

  init(_ context: ModuleContext) {
    self.context = context
  }

  /// Starts sending, until the subscriptions are cancelled.
  func subscriptions(to bus: EventBus) -> [Subscription] {
    [
      context.task("queue") { [weak self] in
        await self?.start()
        while let signal = self?.signal, await signal.nextBatch() != nil { await self?.pass() }
      },
      bus.subscribeOnMain(to: Reconnected.self) { [weak self] _ in self?.sendAll() },
      bus.subscribeOnMain(to: SignedIn.self) { [weak self] _ in
        self?.hasAskedToSignIn = false
        self?.sendAll()
      },
      bus.subscribeOnMain(to: EnvironmentChanged.self) { [weak self] _ in self?.sendAll() },
    ]
  }

  func send() { signal.offer(true) }

  private func sendAll() {
    sendsAll = true
    send()
  }

  private func start() async {
    guard context.offline.queue?.mayHaveWrites == true else { return }
    let remaining = await pass()
    if remaining > 0 {
      context.console.notify(QueueNotices.waiting(remaining))
    } else if let owner = await context.offline.owner(), owner.account == nil,
      let all = try? await context.offline.queue?.writes(of: nil)
    {
      let here = all.filter { $0.owner.environment == owner.environment }
      for notice in QueueNotices.others(here, besides: owner) { context.console.notify(notice) }
    }
  }

  /// Returns the number of remaining writes of the current environment and account.
  @discardableResult
  private func pass() async -> Int {
    timer = nil
    guard let queue = context.offline.queue, queue.mayHaveWrites,
      let owner = await context.offline.owner()
    else { return 0 }
    let (start, results) = (Date(), BackgroundResults())
    var isBusy = false
    var remaining: [QueuedWrite] = []
    do {
      remaining = try await queue.writes(of: owner)
      if remaining.contains(where: { $0.state == .waiting }), mayRequest() {
        let selection: QueueSelection = sendsAll ? .all : .due
        sendsAll = false
        isBusy = try await !queue.send(of: owner, on: context.client, selection) {
          results.note($0)
        }
        remaining = try await queue.writes(of: owner)
      }
      shownError = nil
    } catch {
      show(error)
    }
    guard !Task.isCancelled else { return 0 }
    show(results)
    schedule(remaining, since: start, isBusy: isBusy)
    return remaining.count
  }

  /// Whether requests may be sent, which is not the case while the user wants to be offline.
  private func mayRequest() -> Bool {
    guard context.offline.mode.value == .always else {
      modeChanges = nil
      return true
    }
    modeChanges =
      modeChanges
      ?? context.bus.subscribeOnMain(to: CommandFinished.self) { [weak self] _ in
        guard let self, context.offline.mode.value != .always else { return }
        modeChanges = nil
        sendAll()
      }
    return false
  }

  /// Sets the timer for the next attempt that became due after the start of the last one.
  private func schedule(_ remaining: [QueuedWrite], since start: Date, isBusy: Bool) {
    let waiting = remaining.filter { $0.state == .waiting }
    guard !waiting.isEmpty, context.offline.mode.value != .always else { return }
    let next = waiting.compactMap(\.notBefore).filter { $0 > start }.min()
    guard
      let wait = isBusy
        ? Self.pauseForOthers
        : next.map({ min(.seconds(max(0, $0.timeIntervalSinceNow)), Self.longestWait) })
    else { return }
    let clock = context.clock
    timer = context.task("queue") { [weak self] in
      try await clock.sleep(for: wait)
      self?.send()
    }
  }

  private func show(_ results: BackgroundResults) {
    let console = context.console
    for notice in QueueNotices.sent(results.sent) { console.notify(notice) }
    for notice in QueueNotices.held(results.held) { console.notify(notice) }
    if results.needsSession, !hasAskedToSignIn {
      hasAskedToSignIn = true
      let hint = context.user.signInHint
      console.notify("waiting writes need a session" + (hint.map { "; \($0)" } ?? ""))
    }
  }

  /// Shows an error once, instead of at each attempt.
  private func show(_ error: any Error) {
    guard !(error is CancellationError) else { return }
    let error = ShellError(error)
    guard error.message != shownError else { return }
    shownError = error.message
    context.console.notify("queue: \(error.message)" + (error.hint.map { "; \($0)" } ?? ""))
  }
}

@MainActor
private final class BackgroundResults {
  private(set) var sent: [(write: QueuedWrite, created: String?)] = []
  private(set) var held: [QueuedWrite] = []
  private(set) var needsSession = false

  func note(_ outcome: QueueOutcome) {
    switch outcome {
    case .sent(let write, let created): sent.append((write, created))
    case .held(let write): held.append(write)
    case .postponed(let write): needsSession = needsSession || write.status == 401
    }
  }
}

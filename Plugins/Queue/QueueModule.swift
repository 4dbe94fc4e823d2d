public import SeashellKit

/// The module `queue`: shows, sends and drops queued writes.
///
/// At a prompt it also sends them in the background.
@MainActor
public final class QueueModule: FeatureModule {
  /// The module's name, which precedes its commands: `queue`.
  public let name = "queue"

  /// The module's description in `help`.
  public let abstract = "Show and send the writes that wait for a service"

  /// True: the module works for all APIs.
  public let isAboutShell = true

  private let context: ModuleContext
  private let state: QueueState
  private var senders: [String: (sender: BackgroundSender, subscriptions: [Subscription])] = [:]

  /// Creates the module.
  public init(_ context: ModuleContext) {
    self.context = context
    state = context.state {
      QueueState(context.apis, clock: context.clock)
    }
  }

  /// The commands `list`, `show`, `retry`, `drop`, `run` and `clear`.
  public var commands: [any Command] {
    let state = state
    return [
      ListWrites(state: state), ShowWrite(state: state), RetryWrite(state: state),
      DropWrites(state: state), RunQueue(state: state), ClearQueue(state: state),
    ]
  }

  /// The page `help offline`.
  public var contributions: Contributions { Contributions(pages: [.offline]) }

  /// Completes `queue.id` with the writes of the current environment and account.
  public var completionSources: [CompletionSource] {
    [CompletionSource(answering: .writes) { [state] in state.candidates(for: $0) }]
  }

  /// Watches for changes of the queue by other shells.
  ///
  /// At a prompt it also sends queued writes in the background.
  public func subscribe(to bus: EventBus) -> [Subscription] {
    var subscriptions = [
      bus.subscribeOnMain(to: QueuedWriteAdded.self) { [state, weak self] _ in
        state.noteChange()
        for sender in self?.currentSenders() ?? [] { sender.send() }
      },
      bus.subscribeOnMain(to: QueuedWriteSent.self) { [state] _ in state.noteChange() },
      bus.subscribeOnMain(to: QueuedWriteFailed.self) { [state] _ in state.noteChange() },
    ]
    guard context.offline.sendsInBackground, context.offline.queue != nil else {
      return subscriptions
    }
    _ = currentSenders()
    subscriptions.append(
      bus.subscribeOnMain(to: EnvironmentChanged.self) { [weak self] _ in
        _ = self?.currentSenders()
      })
    return subscriptions
  }

  /// The senders of all APIs that have been used; empty if nothing is sent in the background.
  private func currentSenders() -> [BackgroundSender] {
    guard context.offline.sendsInBackground, context.offline.queue != nil else { return [] }
    for api in context.apis.used where senders[api.name] == nil {
      let sender = BackgroundSender(api.context)
      senders[api.name] = (sender, sender.subscriptions(to: context.bus))
    }
    return senders.values.map(\.sender)
  }

  /// Stops sending in the background.
  public func unload() {
    senders = [:]
  }
}

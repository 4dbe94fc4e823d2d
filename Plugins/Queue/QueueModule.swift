public import SeashellKit

/// The module `queue`: shows the writes that wait, sends them, and drops them.
///
/// At a prompt it also sends them in the background.
@MainActor
public final class QueueModule: FeatureModule {
  /// The module's name, which precedes its commands: `queue`.
  public let name = "queue"

  /// The module's description in `help`.
  public let abstract = "Show and send the writes that wait for a service"

  private let context: ModuleContext
  private let state: QueueState
  private var sender: BackgroundSender?

  /// Creates the module.
  public init(_ context: ModuleContext) {
    self.context = context
    state = context.state {
      QueueState(
        context.offline, client: context.client, user: context.user, clock: context.clock)
    }
  }

  /// `list`, `show`, `retry`, `drop`, `run` and `clear`.
  public var commands: [any Command] {
    let state = state
    return [
      ListWrites(state: state), ShowWrite(state: state), RetryWrite(state: state),
      DropWrites(state: state), RunQueue(state: state), ClearQueue(state: state),
    ]
  }

  /// Completes `queue.id`: the writes of the current environment and account.
  public var completionSources: [CompletionSource] {
    [CompletionSource(answering: .writes) { [state] in state.candidates(for: $0) }]
  }

  /// Notices what others do to the queue; at a prompt, sends what waits in the background.
  public func subscribe(to bus: EventBus) -> [Subscription] {
    var subscriptions = [
      bus.subscribeOnMain(to: QueuedWriteAdded.self) { [state, weak self] _ in
        state.noteChange()
        self?.sender?.send()
      },
      bus.subscribeOnMain(to: QueuedWriteSent.self) { [state] _ in state.noteChange() },
      bus.subscribeOnMain(to: QueuedWriteFailed.self) { [state] _ in state.noteChange() },
    ]
    guard context.offline.sendsInBackground, context.offline.queue != nil else {
      return subscriptions
    }
    let sender = BackgroundSender(context)
    self.sender = sender
    subscriptions += sender.subscriptions(to: bus)
    return subscriptions
  }

  /// Sends nothing more in the background.
  public func unload() {
    sender = nil
  }
}

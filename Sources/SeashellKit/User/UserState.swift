import CoreEvents
public import Observation

/// Who is signed in to the current environment, as far as is known without asking the server.
///
/// A module that signs users in sets ``provider``, and posts ``SignedIn`` and ``SignedOut``. All other
/// modules read ``current`` and subscribe to these events. No one needs to know that module.
@Observable
@MainActor
public final class UserState {
  /// Returns who is signed in to the current environment; nil if no module signs users in.
  ///
  /// The module that does sets it in `load()`, and removes it in `unload()`. It is called each time
  /// ``current`` is read, so it must be quick; it does not run at the start of the shell.
  @ObservationIgnored public var provider: (@MainActor () -> SignedInUser?)? {
    didSet { if !subscriptions.isEmpty { changes += 1 } }
  }

  /// Counts the events after which ``current`` may be another user.
  private var changes = 0

  @ObservationIgnored private let bus: EventBus
  /// Made when ``current`` is first read, since there are no observers before, and every start would
  /// wait for them.
  @ObservationIgnored private var subscriptions: [Subscription] = []

  init(_ bus: EventBus) { self.bus = bus }

  private func subscribe() {
    subscriptions = [
      bus.subscribeOnMain(to: SignedIn.self) { [weak self] _ in self?.changes += 1 },
      bus.subscribeOnMain(to: SignedOut.self) { [weak self] _ in self?.changes += 1 },
      // Each environment has its own user.
      bus.subscribeOnMain(to: EnvironmentChanged.self) { [weak self] _ in self?.changes += 1 },
    ]
  }

  /// Who is signed in to the current environment; nil if no one is.
  ///
  /// The server may have ended the session since: only a request can tell.
  public var current: SignedInUser? {
    if subscriptions.isEmpty { subscribe() }
    // Observers then read it again after each of the events, and when the module is unloaded.
    _ = changes
    return provider?()
  }
}

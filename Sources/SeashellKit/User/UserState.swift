public import CoreEvents
public import Observation
public import WebAPI

/// Who is signed in to the current environment, as far as the shell knows without asking the server.
///
/// A module that signs users in sets ``provider``, and calls ``signIn(_:)`` and
/// ``signOut(_:keepingData:)``, which post the events.
/// All other modules read ``current`` or ``update()``, subscribe to the events, and register with
/// ``onSignOut(_:)`` what has to be removed then. No one needs to know that module.
@Observable
@MainActor
public final class UserState {
  /// Returns who is signed in to the current environment; nil if no module signs users in.
  ///
  /// The module that does sets it in `load()`, and removes it in `unload()`. It may be called before each
  /// request, so it should remember its answer for a while, and read files off the main thread.
  @ObservationIgnored public var provider: (@Sendable () async -> SignedInUser?)? {
    didSet {
      subscriptions = provider == nil ? [] : subscribe()
      changes += 1
      // To look at the observed value would cost each start a twentieth of its work.
      if isKnown { change(to: nil) }
    }
  }

  /// Who is signed in, when the shell last looked; nil if no one is, or if it has not looked yet.
  ///
  /// The shell looks before each command that reads or writes through the store, when a request gets the
  /// credentials of another user than the last one, and after each of the events. ``update()`` looks now.
  public private(set) var current: SignedInUser?

  /// How the user can sign in: `sign in with 'session login'`; nil if no module signs users in.
  public var signInHint: String? { hint() }

  /// Counts the changes, so that a slow answer does not replace a newer one.
  @ObservationIgnored private var changes = 0
  /// Whether a user was ever known.
  @ObservationIgnored private var isKnown = false
  @ObservationIgnored private let bus: EventBus
  @ObservationIgnored private let environment: () -> EnvironmentID
  @ObservationIgnored private let hint: () -> String?
  @ObservationIgnored private var subscriptions: [Subscription] = []
  @ObservationIgnored private var looking: Task<Void, Never>?
  @ObservationIgnored private var removals: [RegisteredRemoval] = []

  /// Removes what a module has stored of a user.
  public typealias Removal = @MainActor (DataOwner) async throws -> Void

  @MainActor private final class RegisteredRemoval {
    let remove: Removal

    init(_ remove: @escaping Removal) { self.remove = remove }
  }

  /// - Parameters:
  ///   - environment: returns the current environment.
  ///   - hint: returns how the user can sign in.
  init(
    _ bus: EventBus, environment: @escaping () -> EnvironmentID,
    signInHint hint: @escaping () -> String?
  ) {
    self.bus = bus
    self.environment = environment
    self.hint = hint
  }

  isolated deinit { looking?.cancel() }

  /// Looks who is signed in to the current environment now.
  ///
  /// The server may have ended the session since: only a request can tell.
  ///
  /// - Returns: the new value of ``current``.
  @discardableResult
  public func update() async -> SignedInUser? {
    guard let provider else { return nil }
    let before = changes
    let user = await provider()
    if changes == before, user != current { change(to: user) }
    return current
  }

  /// Returns whether requests may be made for a user, as far as is known without asking the server.
  ///
  /// Commands use it to fail early, before the user has typed a long text.
  public func maySendRequests() async -> Bool {
    if provider == nil { return true }
    return await update() != nil
  }

  private func change(to user: SignedInUser?) {
    changes += 1
    isKnown = isKnown || user != nil
    if current != user { current = user }
  }

  private func subscribe() -> [Subscription] {
    [
      bus.subscribeOnMain(to: SignedIn.self) { [weak self] event in
        guard let self, event.environment == environment().name else { return }
        change(
          to: SignedInUser(
            name: event.user, environment: event.environment, expiresAt: event.expiresAt))
      },
      bus.subscribeOnMain(to: SignedOut.self) { [weak self] event in
        if let self, event.environment == environment().name { change(to: nil) }
      },
      // Each environment has its own user.
      bus.subscribeOnMain(to: EnvironmentChanged.self) { [weak self] _ in
        guard let self else { return }
        change(to: nil)
        looking?.cancel()
        looking = Task { [weak self] in await self?.update() }
      },
    ]
  }
}

// Signing in and out.
extension UserState {
  /// Posts that a user has signed in, and that all data must be requested again.
  public func signIn(_ event: SignedIn) {
    bus.post(event)
    bus.post(DataInvalidated(environment: environment()))
  }

  /// Registers what removes the data that a module has stored of a user, on this machine.
  ///
  /// `session logout` awaits it, unless the user wants to keep the data, and reports its error. Return the
  /// subscription from `subscribe(to:)`, so that it goes with the module.
  ///
  /// - Parameter removal: gets the owner of the data, since afterwards no one knows it.
  public func onSignOut(_ removal: @escaping Removal) -> Subscription {
    let removal = RegisteredRemoval(removal)
    removals.append(removal)
    return Subscription { [weak self, weak removal] in
      MainLoop.shared.perform { self?.removals.removeAll { $0 === removal } }
    }
  }

  /// Posts that the user has signed out, removes what modules have stored of the user, and posts that all
  /// data must be requested again.
  ///
  /// - Parameter keepsData: whether what was stored stays.
  /// - Throws: the first error of a removal, after all of them were tried.
  public func signOut(_ event: SignedOut, keepingData keepsData: Bool = false) async throws {
    bus.post(event)
    defer { bus.post(DataInvalidated(environment: environment())) }
    guard !keepsData, let owner = event.owner, owner.account != nil else { return }
    var failure: (any Error)?
    for removal in removals {
      do { try await removal.remove(owner) } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
  }
}

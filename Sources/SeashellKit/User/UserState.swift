public import CoreEvents
public import Observation
public import WebAPI

/// The user that is signed in to the current environment, as the shell knows it without asking the server.
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
      looking?.cancel()
      // To look at the observed value would cost each start a twentieth of its work.
      if !looks.isEmpty {
        for environment in looks.keys { forget(environment) }
      }
    }
  }

  /// Offers the user to sign in to the current environment, and returns whether the user has; nil if nobody
  /// can be asked.
  ///
  /// The module that signs users in sets it in `load()`, and removes it in `unload()`.
  @ObservationIgnored public var offerSignIn: (@MainActor () async throws -> Bool)?

  /// The signed-in user when the shell last looked; nil if there was none, or if it has not looked yet.
  ///
  /// The shell looks before a command reads or writes through the store, after a switch of the environment,
  /// and when a request gets the credentials of another user than the last one. ``SignedIn`` and
  /// ``SignedOut`` set it. ``update()`` looks now.
  public var current: SignedInUser? {
    _ = switches
    return users[client.environment.name]
  }

  /// The signed-in users when the shell last looked, by their environments.
  private var users: [String: SignedInUser] = [:]
  /// Counts the switches of the environment, for observers.
  private var switches = 0

  /// How the user can sign in: `sign in with 'session login'`; nil if no module signs users in.
  public var signInHint: String? { client.authorizer?.signInHint }

  private struct Looks {
    /// How often the shell has begun to look.
    var begun = 0
    /// The number of the last look whose answer counts, or that an event has overtaken.
    var counted = 0
    /// Whether it is known who is signed in.
    var isKnown = false
  }

  @ObservationIgnored private var looks: [String: Looks] = [:]
  @ObservationIgnored private let bus: EventBus
  @ObservationIgnored private let client: EnvironmentClient
  @ObservationIgnored private var subscriptions: [Subscription] = []
  @ObservationIgnored private var looking: Task<Void, Never>?
  @ObservationIgnored private var removals: [RegisteredRemoval] = []

  /// Removes what a module has stored of a user.
  public typealias Removal = @MainActor (DataOwner) async throws -> Void

  @MainActor private final class RegisteredRemoval {
    let remove: Removal

    init(_ remove: @escaping Removal) { self.remove = remove }
  }

  init(_ bus: EventBus, client: EnvironmentClient) {
    self.bus = bus
    self.client = client
  }

  /// Whether it is known who is signed in to the current environment.
  var hasLooked: Bool { looks[client.environment.name]?.isKnown ?? false }

  isolated deinit { looking?.cancel() }

  /// Looks who is signed in to the current environment now.
  ///
  /// The server may have ended the session since: only a request can tell.
  ///
  /// - Returns: the new value of ``current``.
  @discardableResult
  public func update() async -> SignedInUser? {
    while let provider, !client.isAnonymous {
      let (environment, id) = (client.environment.name, client.environmentID)
      let look = (looks[environment]?.begun ?? 0) + 1
      looks[environment, default: Looks()].begun = look
      let user = await provider()
      // The answer may be the former environment's.
      guard id == client.environmentID else { continue }
      if let known = looks[environment], look > known.counted {
        let isOther = known.isKnown && user?.account != users[environment]?.account
        set(user, in: environment)
        looks[environment]?.counted = look
        // Another process has signed in or out.
        if isOther { bus.post(DataInvalidated(environment: id)) }
      }
      return current
    }
    return nil
  }

  /// Returns whether requests may be made for a user, as far as is known without asking the server.
  ///
  /// Commands use it to fail early, before the user has typed a long text. A user at a terminal who is not
  /// signed in is asked to sign in first.
  ///
  /// - Throws: `CancellationError` on Ctrl-C; what signing in throws.
  public func maySendRequests() async throws -> Bool {
    if provider == nil || client.isAnonymous { return true }
    if await update() != nil { return true }
    return try await offerSignIn?() ?? false
  }

  /// Keeps what is known now; looks that have begun before do not count.
  private func set(_ user: SignedInUser?, in environment: String) {
    let begun = looks[environment]?.begun ?? 0
    looks[environment] = Looks(begun: begun, counted: begun, isKnown: true)
    if users[environment] != user { users[environment] = user }
  }

  /// Forgets the user of an environment.
  private func forget(_ environment: String) {
    set(nil, in: environment)
    looks[environment]?.isKnown = false
  }

  private func subscribe() -> [Subscription] {
    [
      bus.subscribeOnMain(to: SignedIn.self) { [weak self] event in
        guard let self, client.environmentID(named: event.environment) != nil else { return }
        // Without a name, only the provider knows what tells the account from others.
        guard event.user != nil else { return forget(event.environment) }
        set(
          SignedInUser(
            name: event.user, environment: event.environment, expiresAt: event.expiresAt),
          in: event.environment)
      },
      bus.subscribeOnMain(to: SignedOut.self) { [weak self] event in
        guard let self, let environment = client.environmentID(named: event.environment) else {
          return
        }
        set(nil, in: event.environment)
        bus.post(DataInvalidated(environment: environment))
      },
      // Each environment has its own user.
      bus.subscribeOnMain(to: EnvironmentChanged.self) { [weak self] event in
        guard let self, client.environmentID(named: event.environment) != nil else { return }
        forget(event.environment)
        switches += 1
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
    if let environment = client.environmentID(named: event.environment) {
      bus.post(DataInvalidated(environment: environment))
    }
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

  /// Posts that the user has signed out, and removes what modules have stored of the user.
  ///
  /// The event, also where a server has ended the session, has all data requested again.
  ///
  /// - Parameter keepsData: whether what was stored stays.
  /// - Throws: the first error of a removal, after all of them were tried.
  public func signOut(_ event: SignedOut, keepingData keepsData: Bool = false) async throws {
    bus.post(event)
    if !keepsData, let owner = event.owner { try await removeData(of: owner) }
  }

  /// Removes what modules have stored of a user; does nothing if the owner has no account.
  ///
  /// - Throws: the first error of a removal, after all of them were tried.
  public func removeData(of owner: DataOwner) async throws {
    guard owner.account != nil else { return }
    var failure: (any Error)?
    for removal in removals {
      do { try await removal.remove(owner) } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
  }
}

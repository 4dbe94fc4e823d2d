public import CoreEvents
public import Observation
public import WebAPI

/// The user who is signed in to the current environment, as far as the shell knows without asking the
/// server.
///
/// A module that signs users in calls ``install(_:)``, ``signIn(_:)`` and
/// ``signOut(_:keepingData:)``, which post the events. All other modules read ``current`` or ``update()``,
/// subscribe to the events, and register the removal of their data with ``onSignOut(_:)``. They need not
/// know the module that signs in.
@Observable
@MainActor
public final class UserState {
  @ObservationIgnored private weak var source: (any UserSource)?

  /// The signed-in user at the last check; nil if there was none, or there was no check yet.
  ///
  /// The shell checks before a command reads or writes through the store, after a switch of the
  /// environment, and when a request gets the credentials of another user than the last one. ``SignedIn``
  /// and ``SignedOut`` set it. ``update()`` checks now.
  public var current: SignedInUser? {
    _ = switches
    return users[client.environmentID]
  }

  private var users: [EnvironmentID: SignedInUser] = [:]
  /// Counts the switches of the environment, for observers.
  private var switches = 0

  /// How the user can sign in: `sign in with 'session login'`; nil if no module signs users in.
  public var signInHint: String? { client.authorizer?.signInHint }

  private struct Looks {
    var begun = 0
    /// The number of the last check whose answer counts, or that an event has overtaken.
    var counted = 0
    var isKnown = false
  }

  @ObservationIgnored private var looks: [EnvironmentID: Looks] = [:]
  @ObservationIgnored private let bus: EventBus
  @ObservationIgnored private let client: EnvironmentClient
  @ObservationIgnored private var subscriptions: [Subscription] = []
  @ObservationIgnored private var looking: Task<Void, Never>?
  @ObservationIgnored private var removals: [RegisteredRemoval] = []

  /// Removes the data that a module has stored for a user.
  public typealias Removal = @MainActor (DataOwner) async throws -> Void

  @MainActor private final class RegisteredRemoval {
    let remove: Removal

    init(_ remove: @escaping Removal) { self.remove = remove }
  }

  init(_ bus: EventBus, client: EnvironmentClient) {
    self.bus = bus
    self.client = client
  }

  /// Lets a source say who is signed in.
  ///
  /// The module that signs in calls it in `load(in:)`, and ``removeSource()`` in `unload()`.
  ///
  /// - Parameter source: it is not retained.
  public func install(_ source: any UserSource) { change(to: source) }

  /// Removes the source; ``current`` is nil from then on.
  public func removeSource() { change(to: nil) }

  /// Removes a source, unless another one has taken its place.
  func remove(_ source: any UserSource) {
    if self.source === source { change(to: nil) }
  }

  private func change(to source: (any UserSource)?) {
    self.source = source
    subscriptions = source == nil ? [] : subscribe()
    looking?.cancel()
    // Reading the observed value here would cost each start a twentieth of its work.
    if !looks.isEmpty {
      for environment in looks.keys { forget(environment) }
    }
  }

  var hasSource: Bool { source != nil }

  var hasLooked: Bool { looks[client.environmentID]?.isKnown ?? false }

  isolated deinit { looking?.cancel() }

  /// Checks now who is signed in to the current environment.
  ///
  /// It does not ask the server, which may have ended the session since; only a request can tell.
  ///
  /// - Returns: the new value of ``current``.
  @discardableResult
  public func update() async -> SignedInUser? {
    while let source, !client.isAnonymous {
      let environment = client.environmentID
      let look = (looks[environment]?.begun ?? 0) + 1
      looks[environment, default: Looks()].begun = look
      let user = await source.user(of: client)
      // The answer may belong to the previous environment.
      guard environment == client.environmentID else { continue }
      if let known = looks[environment], look > known.counted {
        let isOther = known.isKnown && user?.account != users[environment]?.account
        set(user, in: environment)
        looks[environment]?.counted = look
        // Another process has signed in or out.
        if isOther { bus.post(DataInvalidated(environment: environment)) }
      }
      return current
    }
    return nil
  }

  /// Returns whether requests can be made for a user, as far as is known without asking the server.
  ///
  /// Commands use it to fail early, before the user has typed a long text. A user at a terminal who is not
  /// signed in is asked to sign in first.
  ///
  /// - Throws: `CancellationError` on Ctrl-C; what signing in throws.
  public func maySendRequests() async throws -> Bool {
    guard let source, !client.isAnonymous else { return true }
    if await update() != nil { return true }
    return try await source.offerSignIn(to: client)
  }

  /// Records the user of an environment; the answers of checks that began earlier are discarded.
  private func set(_ user: SignedInUser?, in environment: EnvironmentID) {
    let begun = looks[environment]?.begun ?? 0
    looks[environment] = Looks(begun: begun, counted: begun, isKnown: true)
    if users[environment] != user { users[environment] = user }
  }

  private func forget(_ environment: EnvironmentID) {
    set(nil, in: environment)
    looks[environment]?.isKnown = false
  }

  private func subscribe() -> [Subscription] {
    [
      bus.subscribeOnMain(to: SignedIn.self) { [weak self] event in
        guard let self, event.environment.api == client.api else { return }
        // Without a name, only the source can tell the accounts apart.
        guard event.user != nil else { return forget(event.environment) }
        set(
          SignedInUser(
            name: event.user, environment: client.name(of: event.environment),
            expiresAt: event.expiresAt),
          in: event.environment)
      },
      bus.subscribeOnMain(to: SignedOut.self) { [weak self] event in
        guard let self, event.environment.api == client.api else { return }
        set(nil, in: event.environment)
        bus.post(DataInvalidated(environment: event.environment))
      },
      // Each environment has its own user.
      bus.subscribeOnMain(to: EnvironmentChanged.self) { [weak self] event in
        guard let self, event.environment.api == client.api else { return }
        forget(event.environment)
        switches += 1
        looking?.cancel()
        looking = Task { [weak self] in await self?.update() }
      },
    ]
  }
}

extension UserState {
  /// Posts that a user has signed in, and that all data must be requested again.
  public func signIn(_ event: SignedIn) {
    bus.post(event)
    if event.environment.api == client.api {
      bus.post(DataInvalidated(environment: event.environment))
    }
  }

  /// Registers a closure that removes the data that a module has stored on this machine for a user.
  ///
  /// `session logout` awaits it, unless the user wants to keep the data, and reports its error. Return the
  /// subscription from `subscribe(to:)`, so that it ends with the module.
  ///
  /// - Parameter removal: receives the owner of the data, which can no longer be looked up then.
  public func onSignOut(_ removal: @escaping Removal) -> Subscription {
    let removal = RegisteredRemoval(removal)
    removals.append(removal)
    return Subscription { [weak self, weak removal] in
      MainLoop.shared.perform { self?.removals.removeAll { $0 === removal } }
    }
  }

  /// Posts that the user has signed out, and removes the data that modules have stored for the user.
  ///
  /// After the event all data is requested again. It is also posted if the server has ended the session.
  ///
  /// - Parameter keepsData: whether stored data is kept.
  /// - Throws: the first error of a removal, after all of them were tried.
  public func signOut(_ event: SignedOut, keepingData keepsData: Bool = false) async throws {
    bus.post(event)
    if !keepsData, let owner = event.owner { try await removeData(of: owner) }
  }

  /// Removes the data that modules have stored for a user; does nothing if the owner has no account.
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

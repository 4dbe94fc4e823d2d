import SeashellHosting
import SeashellKit
import Synchronization

/// The rights of one module at the gateway, and its running requests.
final class ModuleAccess: Sendable {
  /// The maximum number of a module's concurrent requests, including streams.
  static let maximumRequests = 32

  let module: String

  /// The environments for its requests; nil for those that the user has chosen.
  let targets: RequestTargets?

  private let rules: [GatewayRule]

  /// The events that the module may receive; empty if it may use no events.
  let heard: [EventPattern]

  private struct State {
    weak var answers: StatementAnswers?
    weak var keys: WriteKeys?
    var isClosed = false
    var lastNumber = 0
    var running: [Int: @Sendable () -> Void] = [:]
  }

  private let state = Mutex(State())

  init(_ module: String, _ rules: [GatewayRule], targets: RequestTargets? = nil) {
    self.module = module
    self.rules = rules
    self.targets = targets
    heard = rules.compactMap { if case .events(let pattern) = $0 { pattern } else { nil } }
  }

  func allows(_ method: HTTPMethod, _ segments: [String]) -> Bool {
    rules.contains { $0.allows(method, segments) }
  }

  /// The answers of the last statement that called the module; nil once it has ended.
  var answers: StatementAnswers? {
    get { state.withLock(\.answers) }
    set { state.withLock { $0.answers = newValue } }
  }

  /// The keys for the writes of the run that called the module last; nil once it has ended.
  var keys: WriteKeys? {
    get { state.withLock(\.keys) }
    set { state.withLock { $0.keys = newValue } }
  }

  /// Whether a request is running, or a stream is open.
  var hasRequests: Bool { state.withLock { !$0.running.isEmpty } }

  /// Counts a request as running until the result is released; nil if too many are running.
  func begin() -> RunningRequest? {
    let number = state.withLock { state -> Int? in
      guard state.running.count < Self.maximumRequests else { return nil }
      state.lastNumber += 1
      state.running[state.lastNumber] = {}
      return state.lastNumber
    }
    return number.map { RunningRequest(self, number: $0) }
  }

  /// Ends all running requests, and any that begin later.
  func close() {
    let running = state.withLock { state in
      state.isClosed = true
      return state.running.values.map(\.self)
    }
    for cancel in running { cancel() }
  }

  fileprivate func setCancel(_ number: Int, _ cancel: @escaping @Sendable () -> Void) {
    let isClosed = state.withLock { state in
      // The request may already have ended.
      if state.running[number] != nil { state.running[number] = cancel }
      return state.isClosed
    }
    if isClosed { cancel() }
  }

  fileprivate func end(_ number: Int) {
    // Release it outside the lock, since it may own a mailbox.
    let cancel = state.withLock { $0.running.removeValue(forKey: number) }
    withExtendedLifetime(cancel) {}
  }
}

/// A module's request in progress; it ends when this object is released.
final class RunningRequest: Sendable {
  private let access: ModuleAccess
  private let number: Int

  fileprivate init(_ access: ModuleAccess, number: Int) {
    self.access = access
    self.number = number
  }

  deinit {
    access.end(number)
  }

  /// Sets the closure that ends the request when the module's lease is closed; it is called at once if the
  /// lease is already closed.
  func onClose(_ cancel: @escaping @Sendable () -> Void) { access.setCancel(number, cancel) }
}

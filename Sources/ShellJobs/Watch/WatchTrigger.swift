import CoreLoop
import CoreEvents
import ShellCommands
import Synchronization
import ShellRuntime

/// Decides when a watched statement runs again: after a change of what it shows, or when the service becomes
/// unreachable or reachable.
///
/// The statement's commands register the states that they show. If none does, every data event counts.
/// Changes by the statement itself do not count; the events that it posts are recognized by the posting task.
final class WatchTrigger: Sendable {
  @TaskLocal private static var running: ObjectIdentifier?

  private struct State {
    /// The number of the last run.
    var run = 0
    var isRunning = false
    /// Whether the last run registered states.
    var observes = false
    var hasFailed = false
    var hasChanged = false
    /// Whether a data event was posted during the run by another task.
    var hasForeignEvent = false
    var hasOwnEvent = false
    var next: Waiter<Void, any Error>?
  }

  private let state = Mutex(State())

  /// Counts a bus's events until the subscription is released.
  func subscribe(to bus: EventBus) -> Subscription {
    bus.subscribeAll(excluding: [CommandFinished.self]) { [weak self] in self?.handle($0.eventName)
    }
  }

  func running<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    try await Self.$running.withValue(ObjectIdentifier(self)) { try await body() }
  }

  func begin() -> Int {
    state.withLock { state in
      state.run += 1
      (state.isRunning, state.next) = (true, nil)
      (state.hasChanged, state.hasForeignEvent, state.hasOwnEvent) = (false, false, false)
      return state.run
    }
  }

  /// Ends a run; the cause of the next one may come later.
  ///
  /// `observes` is whether the statement's commands have registered states.
  func end(observes: Bool, hasFailed: Bool) -> Waiter<Void, any Error> {
    let next = Waiter<Void, any Error>()
    let missed = state.withLock { state in
      state.isRunning = false
      (state.observes, state.hasFailed, state.next) = (observes, hasFailed, next)
      // The run's own writes would start it again and again.
      return state.hasForeignEvent && !state.hasOwnEvent && (state.hasChanged || !observes)
    }
    if missed { next.settle() }
    return next
  }

  func stateChanged(of run: Int) {
    let next = state.withLock { state -> Waiter<Void, any Error>? in
      guard run == state.run else { return nil }
      if state.isRunning { state.hasChanged = true }
      return state.isRunning ? nil : state.next
    }
    next?.settle()
  }

  private func handle(_ name: String) {
    let isOwn = Self.running == ObjectIdentifier(self)
    let next = state.withLock { state -> Waiter<Void, any Error>? in
      // The types of these events belong to the API client, which the shell does not import.
      if name == "api.reconnected" { return state.hasFailed ? state.next : nil }
      if name == "api.unconnected" { return state.hasFailed ? nil : state.next }
      guard name == "environment.changed" || name.hasPrefix("api.data.") else { return nil }
      guard state.isRunning else { return state.observes ? nil : state.next }
      if isOwn { state.hasOwnEvent = true } else { state.hasForeignEvent = true }
      return nil
    }
    next?.settle()
  }
}

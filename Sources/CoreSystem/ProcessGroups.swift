import Glibc
import Synchronization

/// The process groups that must not outlive this process.
///
/// SIGTERM and SIGHUP end them before they end this process, unless the signals are handled or ignored
/// already. Code that handles such a signal itself calls ``killAll()``.
package enum ProcessGroups {
  /// The signal that ends each group.
  private static let running = Mutex<[Int32: Int32]>([:])

  /// A group, as the signal handler sees it.
  private struct Place {
    /// The group's id; 0 marks a free place.
    var id: Int32 = 0
    var signal: Int32 = 0
  }

  /// The groups, for the signal handler, which cannot take a lock.
  // The pointer never changes, and each place is written under the lock, its id last.
  private nonisolated(unsafe) static let places: UnsafeMutablePointer<Place> = {
    let places = UnsafeMutablePointer<Place>.allocate(capacity: capacity)
    places.initialize(repeating: Place(), count: capacity)
    return places
  }()

  private static let capacity = 256

  /// Adds the group of a process.
  package static func add(_ process: SpawnedProcess) { add(process.id, endedBy: SIGKILL) }

  package static func add(_ id: Int32, endedBy signal: Int32) {
    running.withLock { running in
      if running.isEmpty { handleSignals() }
      running[id] = signal
      if let place = (0..<capacity).first(where: { places[$0].id == 0 }) {
        places[place].signal = signal
        places[place].id = id
      }
    }
  }

  /// Removes a group; called before its first process is reaped, since its id may then be reused.
  package static func remove(_ id: Int32) {
    running.withLock { remove(id, from: &$0) }
  }

  private static func remove(_ id: Int32, from running: inout [Int32: Int32]) {
    running[id] = nil
    if let place = (0..<capacity).first(where: { places[$0].id == id }) { places[place].id = 0 }
  }

  /// Reaps a process that has ended, and removes its group.
  package static func remove(_ process: SpawnedProcess) -> SpawnedProcess.End {
    running.withLock { running in
      remove(process.id, from: &running)
      return process.reap()
    }
  }

  /// Ends all groups; called before this process ends at once.
  package static func killAll() {
    running.withLock { running in
      for (id, signal) in running { kill(-id, signal) }
    }
  }

  /// Makes SIGTERM and SIGHUP end the groups, if these signals still have their default action.
  private static func handleSignals() {
    for number in [SIGTERM, SIGHUP] {
      var action = sigaction()
      // Swift imports SIG_DFL as nil.
      guard sigaction(number, nil, &action) == 0, action.__sigaction_handler.sa_handler == nil
      else {
        continue
      }
      // Only what signal-safety(7) allows: loads, kill, signal and raise.
      signal(number) { number in
        for index in 0..<ProcessGroups.capacity where ProcessGroups.places[index].id != 0 {
          kill(-ProcessGroups.places[index].id, ProcessGroups.places[index].signal)
        }
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }
}

import Glibc
import Synchronization

/// The process groups that must not outlive this process.
///
/// SIGTERM and SIGHUP kill them before they end this process, unless the signals are handled or ignored
/// already. Code that handles such a signal itself calls ``killAll()``.
package enum ProcessGroups {
  private static let running = Mutex<Set<Int32>>([])

  /// The groups for the signal handler, which may take no lock; 0 marks a free place.
  // The pointer never changes, and each place is written under the lock.
  private nonisolated(unsafe) static let places: UnsafeMutablePointer<Int32> = {
    let places = UnsafeMutablePointer<Int32>.allocate(capacity: capacity)
    places.initialize(repeating: 0, count: capacity)
    return places
  }()

  private static let capacity = 256

  /// Adds the group of a process.
  package static func add(_ process: SpawnedProcess) {
    running.withLock { running in
      if running.isEmpty { handleSignals() }
      running.insert(process.id)
      if let place = (0..<capacity).first(where: { places[$0] == 0 }) { places[place] = process.id }
    }
  }

  /// Reaps a process that has ended, and removes its group.
  package static func remove(_ process: SpawnedProcess) -> SpawnedProcess.End {
    running.withLock { running in
      running.remove(process.id)
      // Before the id is free for another process.
      if let place = (0..<capacity).first(where: { places[$0] == process.id }) {
        places[place] = 0
      }
      return process.reap()
    }
  }

  /// Kills all groups; called before this process ends at once.
  package static func killAll() {
    running.withLock { running in
      for id in running { kill(-id, SIGKILL) }
    }
  }

  /// Makes SIGTERM and SIGHUP kill the groups, where these signals have their default effect.
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
        for place in 0..<ProcessGroups.capacity where ProcessGroups.places[place] != 0 {
          kill(-ProcessGroups.places[place], SIGKILL)
        }
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }
}

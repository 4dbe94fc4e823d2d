import CoreSystem
import Glibc
import Synchronization

/// The groups of all running modules' processes.
package enum ProcessGroups {
  private static let running = Mutex<Set<Int32>>([])

  static func add(_ process: SpawnedProcess) {
    running.withLock { _ = $0.insert(process.id) }
  }

  /// Reaps a process that has ended.
  static func remove(_ process: SpawnedProcess) -> SpawnedProcess.End {
    running.withLock { running in
      running.remove(process.id)
      return process.reap()
    }
  }

  /// Kills all modules; called before the shell ends at once, as by SIGTERM.
  package static func killAll() {
    running.withLock { running in
      for id in running { kill(-id, SIGKILL) }
    }
  }
}

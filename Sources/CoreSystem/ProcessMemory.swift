import CProcess
import Synchronization

/// The memory of this process, which may have secrets.
package enum ProcessMemory {
  private static let isKept = Atomic(false)

  /// Keeps the memory out of core dumps, also of those that a program of the system receives, for as long as
  /// the process runs.
  ///
  /// It is called before the first secret is read; further calls do nothing. Programs that the process starts
  /// are not affected. Afterwards the files of `/proc/PID` are root's, so that other processes of the same
  /// user can neither read the memory nor attach a debugger; the process itself can still open what it needs
  /// in `/proc/self`.
  package static func keepOutOfCoreDumps() {
    guard !isKept.exchange(true, ordering: .relaxed) else { return }
    // It cannot fail: the value is one of those that are allowed.
    _ = seashell_forbid_dumps()
  }

  /// Whether a crash of the process may leave its memory in a file.
  package static var mayBeDumped: Bool { seashell_allows_dumps() != 0 }
}

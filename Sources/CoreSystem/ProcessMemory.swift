import CProcess
import Synchronization

/// The memory of this process, which may contain secrets.
package enum ProcessMemory {
  private static let isKept = Atomic(false)

  /// Keeps the memory out of core dumps while the process runs, including dumps piped to a program.
  ///
  /// It is called before the first secret is read; further calls do nothing. Programs that the process starts
  /// are not affected. Afterwards root owns the files in `/proc/PID`, so that other processes of the same
  /// user can neither read the memory nor attach a debugger; the process itself can still open what it needs
  /// in `/proc/self`.
  package static func keepOutOfCoreDumps() {
    guard !isKept.exchange(true, ordering: .relaxed) else { return }
    // It cannot fail, since the argument is valid.
    _ = seashell_forbid_dumps()
  }

  /// Whether a crash of the process may write its memory to a file.
  static var mayBeDumped: Bool { seashell_allows_dumps() != 0 }
}

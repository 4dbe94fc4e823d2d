import Dispatch
import Foundation
import Glibc

/// Ends a test run whose threads are all blocked.
///
/// If all threads of Swift's pool are in blocking calls, the tests hang without a message. The watch
/// regularly submits a task to the pool. If the task does not run in time, and the process has not computed anything
/// meanwhile either, the watch prints what each thread of the process waits for, and aborts the process. A pool that
/// is only busy, with all tests at once on a slow machine, is left alone.
package enum PoolWatch {
  /// The time in which the pool must run an empty task, or the process compute.
  private static let patience = DispatchTimeInterval.seconds(Int(30 * Patience.factor))

  private static let watch: Void = Thread.detachNewThread {
    // So that the output of a run that is stopped from outside names the test that hung.
    // (Swift 6 has no access to the variable 'stdout' of C.)
    if let output = dlsym(nil, "stdout")?.load(as: OpaquePointer?.self) {
      setvbuf(UnsafeMutablePointer(output), nil, _IOLBF, 0)
    }
    while runs(within: patience, orBusyFor: 1) {
      _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 1)
    }
    let text =
      "error: for \(30 * Patience.factor) s no thread of Swift's pool was free, so a test or the code under test blocks it.\n"
      + "Its threads (see 'man syscall' for the numbers):\n" + threads()
    FileHandle.standardError.write(Data(text.utf8))
    abort()
  }

  /// Starts the watch, once for the process.
  static func start() { watch }

  /// Whether the pool runs a task in time, or after times in each of which the process computed.
  ///
  /// - Parameters:
  ///   - computing: the seconds of processor time that show that the process is not blocked.
  ///   - submit: submits the task to the pool.
  static func runs(
    within patience: DispatchTimeInterval, orBusyFor computing: Double = .infinity,
    submit: (@escaping @Sendable () -> Void) -> Void = { work in Task.detached { work() } }
  ) -> Bool {
    let hasRun = DispatchSemaphore(value: 0)
    submit { hasRun.signal() }
    var before = processorTime
    while hasRun.wait(timeout: .now() + patience) == .timedOut {
      let now = processorTime
      if now - before < computing { return false }
      before = now
    }
    return true
  }

  /// The seconds that the process's threads have computed.
  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Returns a line for each thread of a process: its id, its name and its current system call.
  package static func threads(of process: String = "self") -> String {
    let folder = "/proc/\(process)/task"
    let ids = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return ids.sorted().map { id in
      let name = text("\(folder)/\(id)/comm"), call = text("\(folder)/\(id)/syscall")
      return "  thread \(id) \(name): \(call.prefix { $0 != " " })\n"
    }.joined()
  }

  private static func text(_ path: String) -> String {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

import Glibc
import Synchronization

/// The process's limit on open files, raised as far as the system allows.
///
/// The programs that the process starts keep the original limit.
package enum OpenFiles {
  /// The smallest limit under which the shell works; with less, libdispatch aborts.
  package static let fewest = 32

  /// The soft limit at the start, or nil if it was not raised.
  private static let inherited = Mutex<rlim_t?>(nil)

  /// Raises the soft limit to the hard limit.
  ///
  /// - Returns: the limit in force afterwards.
  package static func raiseLimit() -> Int {
    var limit = Self.limit
    let soft = limit.rlim_cur
    if soft < limit.rlim_max {
      limit.rlim_cur = limit.rlim_max
      if setrlimit(RLIMIT_NOFILE.resource, &limit) == 0 {
        inherited.withLock { $0 = $0 ?? soft }
      } else {
        limit.rlim_cur = soft
      }
    }
    return Int(clamping: limit.rlim_cur)
  }

  /// Starts a program under the original limit.
  ///
  /// `posix_spawn` cannot set limits, and setting one afterwards is too late for a program that reads
  /// it at once. So this process has the lower limit itself until the program runs. Open files stay
  /// open; but if there are more than the lower limit, no other thread can open one meanwhile.
  static func withInheritedLimit<Result>(_ start: () -> Result) -> Result {
    inherited.withLock { soft in
      guard let soft else { return start() }
      let raised = Self.limit
      var lowered = raised
      lowered.rlim_cur = min(soft, raised.rlim_max)
      setrlimit(RLIMIT_NOFILE.resource, &lowered)
      defer {
        var limit = raised
        setrlimit(RLIMIT_NOFILE.resource, &limit)
      }
      return start()
    }
  }

  private static var limit: rlimit {
    var limit = rlimit()
    getrlimit(RLIMIT_NOFILE.resource, &limit)
    return limit
  }
}

extension __rlimit_resource {
  /// The constant, as the type that the system calls take.
  fileprivate var resource: __rlimit_resource_t { __rlimit_resource_t(rawValue) }
}

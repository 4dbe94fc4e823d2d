import Glibc
import Synchronization

/// How many files the process may have open: as many as the system allows, while the programs that it
/// starts keep the limit that it was started with.
package enum OpenFiles {
  /// How many the shell needs; below that, libdispatch ends the process.
  package static let fewest = 32

  /// The soft limit at the start; nil where it was not raised.
  private static let inherited = Mutex<rlim_t?>(nil)

  /// Raises the soft limit to the hard one.
  ///
  /// - Returns: how many files may be open now.
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

  /// Starts a program under the limit that the process was started with.
  ///
  /// posix_spawn knows no limits, and a limit that is set after it comes too late for a program that reads
  /// it at once. So the process itself has the lower limit until the program runs. A lower limit closes
  /// nothing; only where more files are open than it allows, another thread cannot open one meanwhile.
  package static func withInheritedLimit<Result>(_ start: () -> Result) -> Result {
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
  /// The constant as the system's calls take it.
  fileprivate var resource: __rlimit_resource_t { __rlimit_resource_t(rawValue) }
}

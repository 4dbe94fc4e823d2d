#if compiler(>=6.3) && compiler(<6.4)
  // The custom executors of Swift 6.3's runtime are not public yet: `_createExecutors` and the protocols of
  // SE-0505. Only this file uses them; with another compiler the standard runtime runs.
  @_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency
  import CoreSystem
  import Glibc
  import Synchronization

  /// Runs the jobs of the main actor, and all jobs without an executor, on the loop.
  final class LoopExecutor: MainExecutor, TaskExecutor, SchedulingExecutor {
    static let shared = LoopExecutor()

    private let isStopped = SharedFlag()

    func enqueue(_ job: consuming ExecutorJob) { MainLoop.shared.add(.job(UnownedJob(job))) }

    // Without these, a sleeping task traps.
    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      let (seconds, attoseconds) = (delay as? Duration ?? .zero).components
      let (delay, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
      let time = MonotonicTime.precise().addingReportingOverflow(
        delay + attoseconds / 1_000_000_000)
      MainLoop.shared.add(
        .job(UnownedJob(job)), at: overflows || time.overflow ? .max : time.partialValue)
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      enqueue(job, after: clock.now.duration(to: instant), tolerance: tolerance, clock: clock)
    }

    var isMainExecutor: Bool { true }

    func checkIsolated() { precondition(MainLoop.isCurrent, "this is not the main thread") }

    func isIsolatingCurrentContext() -> Bool? { MainLoop.isCurrent }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
      UnownedSerialExecutor(ordinary: self)
    }

    func run() {
      let serial = asUnownedSerialExecutor()
      let task = asUnownedTaskExecutor()
      // So that resumed code is on the main actor at once.
      MainActor.assumeIsolated {
        MainLoop.shared.serve(until: { isStopped.isRaised }) { job in
          job.runSynchronously(isolatedTo: serial, taskExecutor: task)
        }
      }
    }

    func stop() { isStopped.raise() }
  }

  private struct LoopExecutors: ExecutorFactory {
    static var mainExecutor: any MainExecutor { LoopExecutor.shared }
    static var defaultExecutor: any TaskExecutor { LoopExecutor.shared }
  }

  extension MainLoop {
    /// Makes the loop the process's executor, on its first thread; call it there before any task starts.
    static func install() {
      _createExecutors(factory: LoopExecutors.self)
      takeThread()
    }

    /// Runs a program on the loop, which takes over the process's first thread.
    ///
    /// - Parameter body: the program; it ends the process.
    package static func run(_ body: @escaping @MainActor @Sendable () async -> Never) -> Never {
      install()
      Task { @MainActor in await body() }
      LoopExecutor.shared.run()
      exit(70)
    }
  }
#else
  import Dispatch

  extension MainLoop {
    package static func install() {}

    package static func run(_ body: @escaping @MainActor @Sendable () async -> Never) -> Never {
      Task { @MainActor in await body() }
      dispatchMain()
    }
  }
#endif

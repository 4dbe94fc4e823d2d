import Dispatch
import Glibc

/// Runs blocking work, such as waiting for a process, on a thread of its own.
///
/// Work that blocks for long would occupy a thread of Dispatch's pool, which the main actor needs too.
package enum BlockingThread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }

  /// Runs a body on a new thread, or on Dispatch's pool if the system cannot create one.
  package static func run(_ body: @escaping @Sendable () -> Void) {
    if !start(body) { DispatchQueue.global().async(execute: body) }
  }

  /// Starts a thread that runs a body and then ends.
  ///
  /// - Parameter receivesSignals: whether the thread may run signal handlers besides those of a crash. A
  ///   thread that does not is also safe from SIGPIPE, which a broken connection inside a C library can raise.
  /// - Returns: whether the thread was created. If not, the body never runs.
  package static func start(
    receivesSignals: Bool = true, _ body: @escaping @Sendable () -> Void
  ) -> Bool {
    // A new thread inherits the mask of the thread that creates it.
    var before = sigset_t()
    if !receivesSignals {
      var blocked = sigset_t()
      sigfillset(&blocked)
      // If a crash's signal is blocked, the crash leaves no report.
      for number in CrashReport.numbers { sigdelset(&blocked, number) }
      pthread_sigmask(SIG_SETMASK, &blocked, &before)
    }
    defer { if !receivesSignals { pthread_sigmask(SIG_SETMASK, &before, nil) } }

    let body = Unmanaged.passRetained(Body(body))
    var thread: pthread_t = 0
    let code = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, body.toOpaque())
    guard code == 0 else {
      body.release()
      return false
    }
    pthread_detach(thread)
    return true
  }
}

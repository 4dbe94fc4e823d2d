import Glibc

/// A thread that may block and gets no signals.
enum CurlThread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }

  /// Starts a thread that runs a closure.
  ///
  /// - Returns: whether the thread could be created.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    // The thread inherits the blocked signals: other threads handle them, and a connection that
    // breaks under OpenSSL must not end the process with SIGPIPE.
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

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

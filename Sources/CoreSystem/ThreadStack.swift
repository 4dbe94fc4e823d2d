import CProcess
package import Glibc

/// Writes the stack of a running thread, to find out why it is slow.
package enum ThreadStack {
  /// Makes a thread write its stack to standard error, as ``CrashReport`` does: `Packaging/names` turns the
  /// offsets into names.
  ///
  /// It uses the signal SIGPROF.
  package static func write(of thread: pthread_t) {
    _ = handler
    pthread_kill(thread, SIGPROF)
  }

  private static let handler: Void = {
    var action = sigaction()
    action.__sigaction_handler.sa_sigaction = { _, _, context in
      let code = errno
      seashell_write_stack(STDERR_FILENO, context)
      errno = code
    }
    action.sa_flags = SA_RESTART | SA_SIGINFO
    sigaction(SIGPROF, &action, nil)
  }()
}

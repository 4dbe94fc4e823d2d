import Dispatch
import Glibc

/// Runs what blocks, such as a wait for a program, on a thread of its own.
///
/// Not on a queue: what blocks for long would take a thread from libdispatch's pool, which the main
/// actor draws on as well.
package enum BlockingThread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }

  /// Starts a thread, which ends with the body.
  package static func run(_ body: @escaping @Sendable () -> Void) {
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
      // The system has no thread to give: one of the pool's has to do.
      DispatchQueue.global().async(execute: body.takeRetainedValue().run)
      return
    }
    pthread_detach(thread)
  }
}

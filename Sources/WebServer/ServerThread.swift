import Dispatch
import Glibc

/// Runs a blocking function on a thread of its own.
package enum ServerThread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }

  /// Starts a thread, which ends when `body` returns.
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
      // The system has no thread left: use one of Dispatch's pool.
      DispatchQueue.global().async(execute: body.takeRetainedValue().run)
      return
    }
    pthread_detach(thread)
  }
}

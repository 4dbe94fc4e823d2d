import Dispatch
import Glibc

/// Runs what blocks on a thread of its own, off the pools that others draw on.
enum ServerThread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }

  /// Starts a thread, which ends with the body.
  static func run(_ body: @escaping @Sendable () -> Void) {
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

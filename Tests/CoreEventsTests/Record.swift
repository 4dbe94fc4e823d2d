import CoreEvents
import Glibc
import Synchronization

/// What happened, in the order in which it did, from whatever thread.
final class Record<Element: Sendable>: Sendable {
  private let all = Mutex<[Element]>([])

  var elements: [Element] { all.withLock { $0 } }

  func append(_ element: Element) { all.withLock { $0.append(element) } }
}

struct Ticked: Event, Equatable {
  static let name = "test.ticked"
  var publisher = 0
  let number: Int
}

struct Rang: Event, Equatable {
  static let name = "test.rang"
}

struct Broken: Error, Equatable {
  let number: Int
}

/// Runs the body on that many threads at once, and returns when all have ended.
func onThreads(_ count: Int = 1, _ body: @escaping @Sendable (Int) -> Void) {
  final class Start: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
  let threads = (0..<count).map { number in
    var thread = pthread_t()
    let start = Unmanaged.passRetained(Start { body(number) }).toOpaque()
    let failure = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, start)
    precondition(failure == 0)
    return thread
  }
  for thread in threads { pthread_join(thread, nil) }
}

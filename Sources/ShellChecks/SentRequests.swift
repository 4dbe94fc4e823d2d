import CoreSystem
import Synchronization

/// The last requests of a shell as command lines of curl, which errors show.
///
/// They are kept only once a test has begun, since writing them takes longer than sending some of them.
package final class SentRequests: Sendable {
  /// How many are kept, since those of `each` are sent beside one another.
  private static let count = 64

  private let isKeeping = SharedFlag()
  private let lines = Mutex<[String]>([])

  init() {}

  func keep() { isKeeping.raise() }

  /// Adds a request.
  ///
  /// - Parameter line: writes it, without credentials and secrets.
  package func add(_ line: () -> String) {
    guard isKeeping.isRaised else { return }
    let line = line()
    lines.withLock { lines in
      if lines.count == Self.count { lines.removeFirst() }
      lines.append(line)
    }
  }

  /// The last request to an address, if it is kept.
  func line(of method: String, _ url: String) -> String? {
    lines.withLock { lines in
      lines.last {
        $0.contains(url) && (method == "GET" || method == "POST" || $0.contains(method))
      }
    }
  }
}

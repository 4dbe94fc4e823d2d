import CoreSystem
import Synchronization

/// The last requests of a shell as command lines of curl, which errors show.
///
/// They are kept only while a test runs, since writing them takes longer than sending some of them.
package final class SentRequests: Sendable {
  /// How many are kept, since those of `each` are sent beside one another.
  private static let count = 64

  private let isKeeping = SharedFlag()
  private let lines = Mutex<[String]>([])

  package init() {}

  /// Whether requests are kept; none are at first.
  var isKept: Bool {
    get { isKeeping.isRaised }
    set {
      isKeeping.set(newValue)
      if !newValue { lines.withLock { $0 = [] } }
    }
  }

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
      lines.last { line in
        line.contains("'\(url)'")
          && (method == "GET" || method == "POST" || line.contains(method))
      }
    }
  }
}

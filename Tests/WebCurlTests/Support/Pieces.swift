import Foundation
import Synchronization

/// Gives pieces of a body one after another, and counts them.
final class Pieces: Sendable {
  private let rest: Mutex<[Data]>
  private let count = Mutex(0)

  /// How many pieces were requested.
  var given: Int { count.withLock { $0 } }

  init(_ pieces: [String]) {
    rest = Mutex(pieces.map { Data($0.utf8) })
  }

  init(_ piece: Data, times: Int) {
    rest = Mutex(Array(repeating: piece, count: times))
  }

  func next() -> Data? {
    rest.withLock { rest in
      guard !rest.isEmpty else { return nil }
      count.withLock { $0 += 1 }
      return rest.removeFirst()
    }
  }
}

import FoundationEssentials
import Synchronization
import WebMessages

/// How many bytes a streamed body may have, and how many have come.
final class StreamBound: Sendable {
  /// How many bytes a packed answer may unpack to where nobody says: 1 GiB.
  ///
  /// An answer that is not packed costs its sender as much as its reader, and has no such bound.
  static let unpacked = 1 << 30

  private let maximum: Int
  private let count = Atomic(0)

  init(_ maximum: Int) {
    self.maximum = maximum
  }

  /// The next piece of a body.
  ///
  /// - Throws: ``HTTPBodyTooLarge`` as soon as more has come than may, or what the body throws.
  func next(of body: HTTPBody) async throws -> Data? {
    guard let piece = try await body.next() else { return nil }
    let count = count.wrappingAdd(piece.count, ordering: .relaxed).newValue
    guard count <= maximum else { throw HTTPBodyTooLarge(maximum: maximum) }
    return piece
  }
}

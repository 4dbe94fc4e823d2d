import FoundationEssentials
import Glibc

/// The bytes that a client has yet to take.
struct OutputQueue {
  /// How sending went.
  enum Progress {
    /// The client has taken everything.
    case done
    /// The client takes no more for now.
    case blocked
    /// The connection is broken.
    case broken
  }

  private var pieces: [Data] = []
  /// How much of the first piece has been sent.
  private var sent = 0

  var isEmpty: Bool { pieces.isEmpty }

  /// Adds bytes.
  mutating func append(_ piece: Data) {
    if !piece.isEmpty { pieces.append(piece) }
  }

  /// Sends what the client takes.
  ///
  /// - Returns: how it went, and how many bytes the client took.
  mutating func send(to descriptor: Int32) -> (progress: Progress, count: Int) {
    var total = 0
    while let piece = pieces.first {
      // Bytes that belong together leave together.
      let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT | (pieces.count > 1 ? MSG_MORE : 0))
      let count = piece.withUnsafeBytes { bytes in
        Glibc.send(descriptor, bytes.baseAddress.map { $0 + sent }, bytes.count - sent, flags)
      }
      guard count >= 0 else {
        if errno == EINTR { continue }
        return (errno == EAGAIN ? .blocked : .broken, total)
      }
      total += count
      sent += count
      if sent == piece.count {
        pieces.removeFirst()
        sent = 0
      }
    }
    return (.done, total)
  }
}

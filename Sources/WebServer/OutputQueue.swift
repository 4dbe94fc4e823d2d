import FoundationEssentials
import Glibc

struct OutputQueue {
  enum Progress {
    case done
    case blocked
    case broken
  }

  private var pieces: [Data] = []
  private var sent = 0

  var isEmpty: Bool { pieces.isEmpty }

  mutating func append(_ piece: Data) {
    if !piece.isEmpty { pieces.append(piece) }
  }

  /// Sends as much as the client accepts; returns the result, and the number of bytes sent.
  mutating func send(to descriptor: Int32) -> (progress: Progress, count: Int) {
    var total = 0
    while let piece = pieces.first {
      // MSG_MORE lets pieces share packets.
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

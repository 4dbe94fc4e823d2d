import FoundationEssentials
import Synchronization

/// A single piece of a body that is handed out once.
final class OncePiece: Sendable {
  private let data: Mutex<Data?>

  init(_ data: Data) {
    self.data = Mutex(data.isEmpty ? nil : data)
  }

  func take() -> Data? {
    data.withLock { held in
      defer { held = nil }
      return held
    }
  }
}

import FoundationEssentials
import Synchronization
import WebMessages

/// Keeps answers in memory that have an `ETag`, so that the server can say that they are still good.
///
/// An answer is never given without asking the server. It serves only who got it: the address, what
/// was accepted, the account, and the header fields that the server names in `Vary` have to be the
/// same. A client keeps one cache for each environment.
public final class ResponseCache: Sendable {
  private struct State {
    var entries: [Key: (entry: StoredResponse, used: UInt64)] = [:]
    var size = 0
    var uses: UInt64 = 0

    mutating func remove(_ key: Key) {
      if let old = entries.removeValue(forKey: key) { size -= old.entry.size }
    }
  }

  /// What an answer is found by.
  struct Key: Hashable {
    let address: String
    let accept: String
    /// Tells accounts apart without holding their credentials.
    let account: Int
  }

  /// How many bytes one answer may have.
  static let maximumEntrySize = 1 << 20

  /// How many answers there are at most.
  private static let maximumCount = 256

  private let state = Mutex(State())
  private let maximumSize: Int

  /// Makes an empty cache.
  ///
  /// - Parameter maximumSize: how many bytes all answers together may have.
  public init(maximumSize: Int = 4 << 20) {
    self.maximumSize = maximumSize
  }

  /// How many bytes the answers have.
  var size: Int { state.withLock { $0.size } }

  /// The answer that was stored for such a request.
  func response(_ key: Key, to request: HTTPHeaders) -> StoredResponse? {
    state.withLock { state in
      guard let found = state.entries[key]?.entry, found.serves(request) else { return nil }
      state.uses += 1
      state.entries[key]?.used = state.uses
      return found
    }
  }

  /// Stores an answer in place of the one there is, and forgets those that were used longest ago
  /// where there is no room.
  func store(_ response: StoredResponse, _ key: Key) {
    guard response.size <= min(Self.maximumEntrySize, maximumSize) else { return remove(key) }
    state.withLock { state in
      state.remove(key)
      state.uses += 1
      state.entries[key] = (response, state.uses)
      state.size += response.size
      while state.size > maximumSize || state.entries.count > Self.maximumCount,
        let oldest = state.entries.min(by: { $0.value.used < $1.value.used })?.key
      {
        state.remove(oldest)
      }
    }
  }

  /// Stores a response if it may be stored; otherwise removes the older one.
  func update(_ key: Key, _ headers: HTTPHeaders, _ data: Data, sent: HTTPHeaders) {
    if let stored = StoredResponse(headers, data, to: sent) {
      store(stored, key)
    } else {
      remove(key)
    }
  }

  /// Forgets an answer.
  func remove(_ key: Key) {
    state.withLock { $0.remove(key) }
  }
}

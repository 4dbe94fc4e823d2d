import FoundationEssentials
import Synchronization
import WebMessages

/// Stores responses with an `ETag` in memory, so that the server can confirm that they are current.
///
/// A stored response is used only after the server has confirmed it, and only if the address, `Accept`, the
/// account and the header fields in the response's `Vary` are the same. A client keeps one cache for each
/// environment.
public final class ResponseCache: Sendable {
  private struct State {
    var entries: [Key: (entry: StoredResponse, used: UInt64)] = [:]
    var size = 0
    var uses: UInt64 = 0

    mutating func remove(_ key: Key) {
      if let old = entries.removeValue(forKey: key) { size -= old.entry.size }
    }
  }

  struct Key: Hashable {
    let address: String
    let accept: String
    /// A hash of the credentials, to tell accounts apart.
    let account: Int
  }

  /// The size limit of one stored response, in bytes.
  static let maximumEntrySize = 1 << 20

  private static let maximumCount = 256

  private let state = Mutex(State())
  private let maximumSize: Int

  /// Creates an empty cache.
  ///
  /// - Parameter maximumSize: the total size of all stored responses, in bytes.
  public init(maximumSize: Int = 4 << 20) {
    self.maximumSize = maximumSize
  }

  /// The total size of all stored responses, in bytes.
  var size: Int { state.withLock { $0.size } }

  func response(_ key: Key, to request: HTTPHeaders) -> StoredResponse? {
    state.withLock { state in
      guard let found = state.entries[key]?.entry, found.serves(request) else { return nil }
      state.uses += 1
      state.entries[key]?.used = state.uses
      return found
    }
  }

  /// Stores a response, replacing an older one; to make room, removes the least recently used ones.
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

  /// Stores a response if that is allowed; otherwise removes the older one.
  func update(_ key: Key, _ headers: HTTPHeaders, _ data: Data, sent: HTTPHeaders) {
    if let stored = StoredResponse(headers, data, to: sent) {
      store(stored, key)
    } else {
      remove(key)
    }
  }

  func remove(_ key: Key) {
    state.withLock { $0.remove(key) }
  }
}

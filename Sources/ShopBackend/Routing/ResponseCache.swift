import CoreSQLite
import FoundationEssentials
import WebMessages

/// Stores responses while the shop's database does not change.
///
/// It stores only responses that are the same for all clients, before `finish(for:)` adapts them to a
/// request.
struct ResponseCache {
  /// The maximum number of responses, and the maximum size of all together.
  static let capacity = 256
  static let maximumBytes = 2 << 20

  /// The maximum size of a stored response, in bytes.
  static let longest = 64 << 10

  struct Key: Hashable {
    private let address: String
    private let format: Representation

    init?(_ request: HTTPRequest) {
      guard !request.method.isWrite, let format = try? Representation(request.headers) else {
        return nil
      }
      (address, self.format) = (request.url.absoluteString, format)
    }

    var size: Int { address.utf8.count }
  }

  struct Version: Equatable {
    private let others: Int
    private let own: Int

    /// SQLite's data version changes only when another connection commits, in any process.
    init(of database: Database) throws {
      others = try database.first("PRAGMA data_version") { $0.integer(0) } ?? 0
      own = try database.first("SELECT total_changes()") { $0.integer(0) } ?? 0
    }
  }

  private var version: Version?
  private var responses: [Key: ShopResponse] = [:]
  private var size = 0

  func contains(_ key: Key) -> Bool { responses[key] != nil }

  /// Returns a stored response; nil if there is none, or the database has changed.
  func response(for key: Key, at version: Version) -> ShopResponse? {
    version == self.version ? responses[key] : nil
  }

  /// `version` is from before the response was created, in case the database changed meanwhile.
  mutating func insert(_ response: ShopResponse, for key: Key, at version: Version) {
    let added = response.body.count + key.size
    guard response.status == 200, added <= Self.longest else { return }
    if version != self.version || responses.count >= Self.capacity
      || size + added > Self.maximumBytes
    {
      (responses, size, self.version) = ([:], 0, version)
    }
    if responses.updateValue(response, forKey: key) == nil { size += added }
  }
}

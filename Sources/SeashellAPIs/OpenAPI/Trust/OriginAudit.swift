/// The origins of a description's servers other than the origin that the user typed.
struct OriginAudit: Sendable, Equatable {
  /// An origin that the user must agree to.
  struct ForeignOrigin: Sendable, Equatable {
    var origin: String
    /// The URLs of its servers as written in the description, in order and without duplicates.
    var servers: [String]
    /// Whether it has a server of the API as a whole.
    var isGlobal: Bool
    /// Whether tokens are requested from it, with passwords or secrets.
    var issuesTokens = false
    /// The ids of the operations with a server on it, declared for the operation or its path.
    var operations: [String]
  }

  /// A server that cannot be used.
  struct UnusableServer: Sendable, Equatable {
    /// The URL as written in the description.
    var server: String
    /// Why it cannot be used.
    var reason: String
    /// The ids of its operations; empty for a server of the API as a whole.
    var operations: [String]
  }

  /// The other origins, in the order of the document.
  private(set) var foreign: [ForeignOrigin] = []
  private(set) var unusable: [UnusableServer] = []

  private let addresses: ServerAddresses
  private var indexes: [String: Int] = [:]
  /// The index of each unusable server, by URL and reason.
  private var unusableIndexes: [String: Int] = [:]
  private var seen: Set<String> = []

  /// Checks the servers of the API as a whole, and those that issue its tokens.
  init(_ description: APIDescription, addresses: ServerAddresses) {
    self.addresses = addresses
    for server in description.servers { add(server, nil) }
    for address in description.securitySchemes.flatMap(\.tokenAddresses) {
      let server = DescribedServer(url: address)
      guard case .foreign(let target) = addresses.base(of: server) else { continue }
      add(server, nil)
      if let index = indexes[target.origin] { foreign[index].issuesTokens = true }
    }
  }

  /// Checks all servers of an index.
  ///
  /// - Throws: ``DescriptionError`` if the index is damaged.
  init(_ index: DescriptionIndex, addresses: ServerAddresses) throws(DescriptionError) {
    self.init(index.description, addresses: addresses)
    var audit = self
    try index.forEachOperation { operation throws(DescriptionError) in audit.add(operation) }
    self = audit
  }

  /// Checks an operation's servers.
  mutating func add(_ operation: DescribedOperation) {
    for server in operation.servers ?? [] { add(server, operation.id) }
  }

  private mutating func add(_ server: DescribedServer, _ id: String?) {
    let ids = id.map { [$0] } ?? []
    switch addresses.base(of: server) {
    case .typed: return
    case .foreign(let target):
      let isNew = seen.insert("\(target.origin) \(server.url)").inserted
      guard let index = indexes[target.origin] else {
        indexes[target.origin] = foreign.count
        foreign.append(
          ForeignOrigin(
            origin: target.origin, servers: [server.url], isGlobal: id == nil, operations: ids))
        return
      }
      foreign[index].isGlobal = foreign[index].isGlobal || id == nil
      if isNew { foreign[index].servers.append(server.url) }
      if foreign[index].operations.last != id { foreign[index].operations += ids }
    case .unusable(let reason):
      let key = "\(server.url) \(reason)"
      guard let index = unusableIndexes[key] else {
        unusableIndexes[key] = unusable.count
        unusable.append(UnusableServer(server: server.url, reason: reason, operations: ids))
        return
      }
      if unusable[index].operations.last != id { unusable[index].operations += ids }
    }
  }

  /// Whether two audits have the same result.
  static func == (one: OriginAudit, other: OriginAudit) -> Bool {
    one.foreign == other.foreign && one.unusable == other.unusable
  }
}

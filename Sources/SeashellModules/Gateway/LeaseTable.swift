import Synchronization

final class LeaseTable: Sendable {
  private let leases = Mutex<[(key: [UInt8], access: ModuleAccess)]>([])

  init() {}

  func add(_ key: String, _ access: ModuleAccess) {
    leases.withLock { $0.append((Array(key.utf8), access)) }
  }

  /// Removes a lease; returns whether it was in the table, and whether the table is now empty.
  func remove(_ access: ModuleAccess) -> (wasThere: Bool, isEmpty: Bool) {
    leases.withLock { leases in
      let count = leases.count
      leases.removeAll { $0.access === access }
      return (leases.count < count, leases.isEmpty)
    }
  }

  /// Finds a lease; the time it takes does not reveal how much of a wrong key is right.
  func access(for key: some StringProtocol) -> ModuleAccess? {
    let key = Array(key.utf8)
    return leases.withLock { leases in
      var found: ModuleAccess?
      for lease in leases where Self.areEqual(lease.key, key) { found = lease.access }
      return found
    }
  }

  private static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

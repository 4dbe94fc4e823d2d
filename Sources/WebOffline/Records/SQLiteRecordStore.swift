import CoreSQLite
import CoreSystem
package import FoundationEssentials
package import WebAPI
package import WebFetching

/// Records of one owner in a SQLite file.
package actor SQLiteRecordStore: RecordStore {
  private let path: String
  private let owner: DataOwner
  private let report: @Sendable (String) -> Void
  private let executor = DispatchExecutor(label: "seashell.records")

  /// Keeps blocking work off the cooperative pool.
  nonisolated package var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Creates a store, which opens its file at the first use.
  package init(path: String, owner: DataOwner, report: @escaping @Sendable (String) -> Void) {
    self.path = path
    self.owner = owner
    self.report = report
  }

  package func save(
    _ records: [RecordData], of kind: String, as page: ListedPage?, at date: Date
  ) throws {}

  package func record(_ id: String, of kind: String) throws -> KnownRecord? { nil }

  package func page(_ range: Range<Int>, of name: String) throws -> KnownPage? { nil }

  package func records(of kind: String, matching text: String?) throws -> [KnownRecord] { [] }

  package func remove(_ ids: Set<String>, of kind: String) throws {}
}

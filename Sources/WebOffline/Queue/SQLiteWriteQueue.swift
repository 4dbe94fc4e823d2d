package import CoreEvents
import CoreSQLite
import CoreSystem
package import WebAPI

/// The queue of writes in a SQLite file.
package actor SQLiteWriteQueue: WriteQueue {
  private let directory: String
  private let executor = DispatchExecutor(label: "seashell.queue")

  /// Keeps blocking work off the cooperative pool.
  nonisolated package var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Creates a queue, which opens its file at the first use.
  package init(directory: String) {
    self.directory = directory
  }

  nonisolated package var mayHaveWrites: Bool { false }

  package func add(
    _ request: APIRequest, of owner: DataOwner, base: JSONValue?, isInDoubt: Bool
  ) async throws -> QueuedWrite {
    throw QueueError(.storage, "not there yet")
  }

  package func writes(of owner: DataOwner?) async throws -> [QueuedWrite] { [] }

  package func send(
    of owner: DataOwner, on client: any APIClient, _ selection: QueueSelection,
    report: @MainActor @Sendable (QueueOutcome) -> Void
  ) async throws -> Bool { true }

  package func release(_ number: Int, overwriting overwrites: Bool) async throws {}

  package func drop(_ numbers: Set<Int>) async throws -> [QueuedWrite] { [] }
}

import Observation
import Synchronization
import Testing
import WebFetching
import WebMessages

/// What counts as a change of a resource for its observers.
@Suite @MainActor struct ResourceChangesTests {
  nonisolated static let path = "products/p-7/reviews"
  let changes = ResourceChanges()

  @Test(
    arguments: [
      (DataChange(.inserted, of: path, id: "r-1"), true),
      (DataChange(.inserted, of: path), true),
      (DataChange(.updated, of: path, id: "r-1"), true),
      (DataChange(.deleted, of: path, id: "r-1"), true),
      (DataChange(.invalidated, of: path, id: "r-1"), true),
      (DataChange(.deleted, of: "products", id: "p-7"), true),
      (DataChange(.invalidated, of: "products"), true),
      (.everything, true),
      (DataChange(.updated, of: "products", id: "p-7"), false),
      (DataChange(.inserted, of: "products/p-9/reviews", id: "r-1"), false),
      (DataChange(.invalidated, of: "products/p-9/reviews"), false),
      (DataChange(.inserted, of: path + "/r-1/likes", id: "1"), false),
      (DataChange(.invalidated, of: "session"), false),
    ] as [(DataChange, Bool)])
  func `observers are notified only of changes that affect their resource`(
    change: DataChange, isTold: Bool
  ) {
    let told = Mutex(false)
    withObservationTracking {
      _ = changes[Self.path]
    } onChange: {
      told.withLock { $0 = true }
    }
    // Observers of another resource are not affected.
    _ = changes["products/p-8"]
    changes.apply(change)
    #expect(told.withLock { $0 } == isTold)
    #expect(changes[Self.path] == (isTold ? 1 : 0))
  }
}

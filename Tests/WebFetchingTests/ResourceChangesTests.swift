import Observation
import Synchronization
import Testing
import WebAPI
import WebFetching

/// What counts as a change of a resource for its observers.
@Suite @MainActor struct ResourceChangesTests {
  nonisolated static let path = "products/p-7/reviews"
  let changes = ResourceChanges()

  @Test(
    arguments: [
      (.inserted(.init(resource: path, id: "r-1", environment: .test)), true),
      (.inserted(.init(resource: path, environment: .test)), true),
      (.updated(.init(resource: path, id: "r-1", environment: .test)), true),
      (.deleted(.init(resource: path, id: "r-1", environment: .test)), true),
      (.invalidated(.init(resource: path, id: "r-1", environment: .test)), true),
      (.deleted(.init(resource: "products", id: "p-7", environment: .test)), true),
      (.invalidated(.init(resource: "products", environment: .test)), true),
      (.invalidated(.init(environment: .test)), true),
      (.updated(.init(resource: "products", id: "p-7", environment: .test)), false),
      (.inserted(.init(resource: "products/p-9/reviews", id: "r-1", environment: .test)), false),
      (.invalidated(.init(resource: "products/p-9/reviews", environment: .test)), false),
      (.inserted(.init(resource: path + "/r-1/likes", id: "1", environment: .test)), false),
      (.invalidated(.init(resource: "session", environment: .test)), false),
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

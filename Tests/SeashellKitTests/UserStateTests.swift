import CoreEvents
import FoundationEssentials
import Observation
@testable import SeashellKit
import SeashellTesting
import Synchronization
import Testing

@MainActor
@Suite struct UserStateTests {
  private let harness: ShellHarness
  private var user: UserState { harness.context.user }

  init() throws { harness = try ShellHarness(StubTransport(json: "{}")) }

  private static let ada = SignedInUser(
    name: "ada", environment: "test", expiresAt: Date(timeIntervalSince1970: 0))

  @Test func `without a module that signs users in no one is signed in`() {
    #expect(user.current == nil)
    #expect(user === harness.context.user)
  }

  @Test func `the provider is asked each time and not before`() {
    var asked = 0
    user.provider = {
      asked += 1
      return Self.ada
    }
    #expect(asked == 0)
    #expect(user.current == Self.ada)
    #expect(user.current?.name == "ada")
    #expect(asked == 2)
  }

  @Test func `no one is subscribed to before a module reads the user`() {
    let bus = EventBus { _, _ in }
    let user = UserState(bus)
    user.provider = { Self.ada }
    #expect(!bus.hasSubscribers(for: SignedOut.self))
    _ = user.current
    #expect(bus.hasSubscribers(for: SignedOut.self))
  }

  @Test(arguments: [0, 1, 2, 3])
  func `an observer learns of each change`(change: Int) {
    user.provider = { Self.ada }
    let changed = Atomic(false)
    withObservationTracking {
      _ = user.current
    } onChange: {
      changed.store(true, ordering: .relaxed)
    }
    let bus = harness.bus
    bus.post(DataInvalidated())
    let isChanged = changed.load(ordering: .relaxed)
    #expect(!isChanged)
    switch change {
    case 0: bus.post(SignedIn(user: "ada", environment: "test"))
    case 1: bus.post(SignedOut(user: nil, environment: "test"))
    case 2: bus.post(EnvironmentChanged(environment: "qa", previous: "test"))
    default: user.provider = nil
    }
    let wasChanged = changed.load(ordering: .relaxed)
    #expect(wasChanged)
  }
}

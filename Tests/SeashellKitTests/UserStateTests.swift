import CoreEvents
import FoundationEssentials
import Observation
import SeashellHosting
@testable import SeashellKit
import SeashellTesting
import Synchronization
import Testing

@MainActor
@Suite struct UserStateTests {
  private let harness: ShellHarness
  private var user: UserState { harness.context.user }

  init() throws { harness = try ShellHarness(StubTransport(json: "{}")) }

  private nonisolated static let qa = EnvironmentID(api: "shop", name: "qa")

  private nonisolated static let ada = SignedInUser(
    name: "ada", environment: "test", expiresAt: Date(timeIntervalSince1970: 0))

  @Test func `no user is signed in without a module that signs in`() {
    #expect(user.current == nil)
    #expect(user === harness.context.user)
  }

  @Test func `the source is asked only when the shell looks`() async throws {
    let asked = Mutex(0)
    harness.setUser {
      asked.withLock { $0 += 1 }
      return Self.ada
    }
    #expect(user.current == nil)
    #expect(asked.withLock(\.self) == 0)
    #expect(await user.update() == Self.ada)
    #expect(user.current == Self.ada)
    #expect(user.current?.name == "ada")
    #expect(asked.withLock(\.self) == 1)
  }

  @Test func `with a source, requests may be sent for a user only`() async throws {
    #expect(try await user.maySendRequests())
    harness.setUser { nil }
    #expect(try await !user.maySendRequests())
    harness.setUser { Self.ada }
    #expect(try await user.maySendRequests())
  }

  @Test func `a late answer does not undo a sign-out`() async {
    let (asked, answer) = (Mailbox<Bool>(capacity: 1), Mailbox<Bool>(capacity: 1))
    harness.setUser {
      asked.offer(true)
      _ = await answer.nextBatch()
      return Self.ada
    }
    let looking = Task { await user.update() }
    _ = await asked.nextBatch()
    harness.bus.post(SignedOut(user: "ada", environment: .test))
    answer.offer(true)
    #expect(await looking.value == nil)
    #expect(user.current == nil)
  }

  @Test func `of two checks for the user, the one that began later counts`() async {
    let (asked, answer) = (Mailbox<Bool>(capacity: 2), Mailbox<Bool>(capacity: 1))
    let calls = Atomic(0)
    harness.setUser {
      guard calls.add(1, ordering: .relaxed).newValue == 1 else { return nil }
      asked.offer(true)
      _ = await answer.nextBatch()
      return Self.ada
    }
    let slow = Task { await user.update() }
    _ = await asked.nextBatch()
    #expect(await user.update() == nil)
    answer.offer(true)
    #expect(await slow.value == nil)
    #expect(user.current == nil)
  }

  @Test func `a user changed by another process invalidates all data`() async {
    let recorder = EventRecorder(harness.bus)
    let account = Mutex("ada")
    harness.setUser {
      SignedInUser(name: account.withLock(\.self), environment: "test", expiresAt: nil)
    }
    for _ in 1...3 { await user.update() }
    #expect(recorder.events(of: DataInvalidated.self).isEmpty)
    account.withLock { $0 = "bob" }
    await user.update()
    #expect(
      recorder.events(of: DataInvalidated.self) == [DataInvalidated(environment: .test)])
    #expect(user.current?.name == "bob")
  }

  @Test(arguments: [0, 1, 2, 3])
  func `an observer is notified of each change of the user`(change: Int) async {
    harness.setUser { change == 0 ? nil : Self.ada }
    await user.update()
    let changed = Atomic(false)
    withObservationTracking {
      _ = user.current
    } onChange: {
      changed.store(true, ordering: .relaxed)
    }
    let bus = harness.bus
    bus.post(DataInvalidated(environment: .test))
    let isChanged = changed.load(ordering: .relaxed)
    #expect(!isChanged)
    switch change {
    case 0: bus.post(SignedIn(user: "ada", environment: .test))
    case 1: bus.post(SignedOut(user: nil, environment: .test))
    case 2: bus.post(EnvironmentChanged(environment: Self.qa, previous: .test))
    default: user.removeSource()
    }
    let wasChanged = changed.load(ordering: .relaxed)
    #expect(wasChanged)
  }

  @Test func `signing in to another environment does not change this one's user`() async {
    harness.setUser { Self.ada }
    await user.update()
    harness.bus.post(SignedOut(user: "ada", environment: Self.qa))
    harness.bus.post(SignedIn(user: "bob", environment: Self.qa))
    #expect(user.current == Self.ada)
  }

  @Test func `signing out removes stored data, and reports the first error`() async {
    struct Full: Error {}
    let owner = DataOwner(environment: "test", address: "http://localhost/v1", account: "ada")
    var removed: [String] = []
    let subscriptions = [
      user.onSignOut { removed.append("a \($0.account ?? "")") },
      user.onSignOut { _ in throw Full() },
      user.onSignOut { removed.append("c \($0.account ?? "")") },
    ]
    let event = SignedOut(user: "ada", environment: .test, owner: owner)
    await #expect(throws: Full.self) { try await user.signOut(event) }
    #expect(removed == ["a ada", "c ada"])
    removed = []
    #expect(throws: Never.self) { subscriptions[1].cancel() }
    try? await user.signOut(event, keepingData: true)
    #expect(removed == [])
    try? await user.signOut(SignedOut(user: nil, environment: .test))
    #expect(removed == [])
    await #expect(throws: Never.self) { try await user.signOut(event) }
    #expect(removed == ["a ada", "c ada"])
  }
}

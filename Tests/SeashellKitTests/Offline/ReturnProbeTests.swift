import SeashellTesting
import Synchronization
import TestSupport
import Testing

@testable import SeashellKit

@Suite @MainActor struct ReturnProbeTests {
  private let clock = ManualClock()

  @Test func `a lost service is asked in growing pauses, until it is back`() async throws {
    let status = Mutex<Int?>(nil)
    let transport = StubTransport { _ in
      guard let status = status.withLock({ $0 }) else {
        throw TransportError(.unconnected, reason: "refused")
      }
      return HTTPResponse(status: status)
    }
    let harness = try ShellHarness(
      transport, clock: clock, storage: MemoryOfflineStorage(), offline: .auto)
    let recorder = EventRecorder(harness.bus)
    let probe = ReturnProbe(harness.context.offline, harness.bus)
    probe.start()
    defer { probe.stop() }
    #expect(harness.context.client.health?.lose() == true)
    harness.bus.post(Unconnected(environment: .test, method: .get, path: "products"))
    for (requests, pause) in [(1, 5), (2, 10), (3, 20), (4, 30), (5, 30)] {
      await clock.sleepers(1)
      if requests == 3 { status.withLock { $0 = 503 } }
      #expect(transport.requests.count == requests - 1)
      clock.advance(by: .seconds(pause))
      await until { transport.requests.count == requests }
    }
    #expect(
      transport.requests.allSatisfy { $0.method == .head && $0.headers["Authorization"] == nil })
    #expect(recorder.events(of: Reconnected.self).isEmpty)
    await clock.sleepers(1)
    status.withLock { $0 = 404 }
    clock.advance(by: .seconds(30))
    await until { recorder.events(of: Reconnected.self).count == 1 }
    #expect(harness.context.client.health?.isLost == false)
  }

  @Test func `a service that is not lost is not probed`() throws {
    let transport = StubTransport(json: "{}")
    let harness = try ShellHarness(
      transport, clock: clock, storage: MemoryOfflineStorage(), offline: .auto)
    let probe = ReturnProbe(harness.context.offline, harness.bus)
    probe.start()
    harness.bus.post(Unconnected(environment: .test, method: .get, path: "products"))
    clock.advance(by: .seconds(60))
    #expect(transport.requests.isEmpty)
    probe.stop()
  }
}

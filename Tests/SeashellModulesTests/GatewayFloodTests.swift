import Foundation
import SeashellHosting
import SeashellKit
import SeashellTesting
import TestSupport
import Testing

@testable import SeashellModules

@Suite struct GatewayFloodTests {
  private struct Ticked: Event {
    static let name = "test.ticked"
    let number: Int
  }

  @Test(.measures)
  func `a million filtered events take no memory`() async {
    await #expect(processExitsWith: .success) {
      try await Self.post(1_000_000)
    }
  }

  /// Posts events, one in a thousand of which a listener receives.
  ///
  /// Ends the process with status 1 if its memory grows by 16 MiB.
  @MainActor private static func post(_ count: Int) async throws {
    let gateway = try await GatewayFixture(["events"])
    let listener = try await gateway.listen("?name=wanted.*")
    for number in 0..<1_000 { gateway.bus.post(Ticked(number: number)) }
    let before = resident
    for number in 0..<count {
      guard number.isMultiple(of: 1_000) else {
        gateway.bus.post(Ticked(number: number))
        continue
      }
      gateway.bus.post(DynamicEvent(eventName: "wanted.reached", payload: .integer(number)))
      guard await listener.next() == "event: wanted.reached\ndata: \(number)" else { exit(2) }
    }
    if resident - before > 16 << 20 { exit(1) }
    await gateway.close()
  }

  private static var resident: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
      .map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) } ?? 0
  }
}

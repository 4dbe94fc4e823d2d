@testable import WebAPI
import SeashellTesting
import Testing

import SeashellHosting
@testable import SeashellKit

@MainActor
@Suite struct RetryCountdownTests {
  private let console = RecordingConsole()
  private let clock = ManualClock()

  private func wait(_ duration: Duration) -> APIRetryWait {
    APIRetryWait(duration, request: "GET x", reason: "it is so")
  }

  private func progress(_ seconds: Int) -> ProgressUpdate? {
    ProgressUpdate("it is so; retrying GET x in \(seconds) s")
  }

  @Test func `a long wait shows a countdown, which disappears at its end`() async throws {
    let countdown = RetryCountdown(console)
    let task = Task { [clock] in try await countdown.wait(wait(.milliseconds(2_500)), by: clock) }
    for (shown, step) in [(1, 500), (2, 1_000), (3, 1_000)] {
      await clock.sleepers(1)
      #expect(console.progresses == Array([progress(3), progress(2), progress(1)].prefix(shown)))
      clock.advance(by: .milliseconds(step))
    }
    try await task.value
    #expect(console.progresses == [progress(3), progress(2), progress(1), nil])
  }

  @Test func `cancelling a wait removes its countdown at once`() async throws {
    let countdown = RetryCountdown(console)
    let task = Task { [clock] in try await countdown.wait(wait(.seconds(9)), by: clock) }
    await clock.sleepers(1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(console.progresses == [progress(9), nil])
  }

  @Test func `the countdown disappears when the last of two waits ends`() async throws {
    let countdown = RetryCountdown(console)
    let one = Task { [clock] in try await countdown.wait(wait(.seconds(3)), by: clock) }
    await clock.sleepers(1)
    let two = Task { [clock] in try await countdown.wait(wait(.seconds(9)), by: clock) }
    await clock.sleepers(2)
    one.cancel()
    _ = await one.result
    #expect(!console.progresses.contains(nil))
    two.cancel()
    _ = await two.result
    #expect(console.progresses.last == .some(nil))
  }

  @Test(arguments: [(2_000, 0), (2_001, 3)])
  func `a client shows only a wait that is longer than two seconds`(
    milliseconds: Int, shown: Int
  ) async throws {
    let transport = StubTransport { _ in HTTPResponse(status: 503) }
    var retries = APIRetrySettings()
    retries.clock = clock
    retries.maximumTries = 2
    retries.firstWait = .milliseconds(milliseconds)
    retries.random = { 1 }
    let harness = try ShellHarness(transport, console: console, clock: clock, retries: retries)
    let client = harness.context.client
    let task = Task { try await APIRequest(path: "x").response(on: client).statusCode }
    for _ in 0..<max(shown, 1) {
      await clock.sleepers(1)
      clock.advance(by: .seconds(2))
    }
    #expect(try await task.value == 503)
    #expect(console.progresses.count == (shown == 0 ? 0 : shown + 1))
  }
}

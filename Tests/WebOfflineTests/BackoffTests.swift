import FoundationEssentials
import Testing

@testable import WebOffline

@Suite struct BackoffTests {
  @Test(
    arguments: [
      (0, nil, 5), (1, nil, 5), (2, nil, 10), (7, nil, 320), (8, nil, 600), (1_000_000, nil, 600),
      (1, 3, 5), (1, 30, 30), (9, 30, 600), (1, 7_200, 7_200), (1, 1_000_000, 86_400),
    ] as [(Int, Int?, Int)])
  func `the waits of a queued write double up to ten minutes`(tries: Int, asked: Int?, seconds: Int)
  {
    #expect(
      Backoff.wait(after: tries, asked: asked.map { .seconds($0) }) == .seconds(seconds))
  }

  @Test(
    arguments: [
      (0, true), (9, true), (10, false), (11, false), (1_000_000, false), (-1, false),
      (-31_536_000, false),
    ] as [(Double, Bool)])
  func `a wait is over at its end, or if the clock was set back`(now: Double, waits: Bool) {
    let start = Date(timeIntervalSince1970: 1_800_000_000)
    let end = Backoff.end(of: (start, start + 10), at: start + now)
    #expect(end == (waits ? start + 10 : nil))
    #expect(Backoff.end(of: nil, at: start) == nil)
  }
}

import Foundation
import Glibc
import TestSupport
import Testing

/// A worker that is killed repeatedly while events arrive.
@Suite(.mayBlock) struct KilledWorkerTests {
  private static let script = """
    on reviews.review.added --durable proof do print $event.review >> handled.txt
    wait
    """

  /// The number of kills, and of events.
  private static let (kills, count) = (50, 5_000)

  @Test func `a killed worker misses no event, and repeats at most one`() throws {
    let served = try ServedShop()
    let (sandbox, other) = (try served.client(), try served.client())
    try other.signIn()
    let file = try sandbox.file("worker.sea", Self.script)
    var worker = try RunningWorker(in: sandbox, ["-f", file])
    try worker.until("place") { sandbox.place("proof") != nil }

    let begin = ContinuousClock.now
    try other.file(
      "write.sea",
      (1...Self.count).map { "reviews add p-1 --rating 4 --comment '\($0)' >> written.txt\n" }
        .joined())
    let writer = try RunningWorker(in: other, ["-f", "write.sea"])
    /// The number of handled events at each kill.
    var kills: Set<Int> = []
    for kill in 1...Self.kills {
      // At a random point before the next part of the events is handled, possibly within a run.
      let part = Self.count / Self.kills
      let goal = (kill - 1) * part + Int.random(in: 0..<part)
      try worker.until("event \(goal)") { sandbox.lines("handled.txt").count >= goal }
      usleep(UInt32.random(in: 0..<3_000))
      #expect(worker.end(with: SIGKILL) == 128 + SIGKILL)
      kills.insert(sandbox.lines("handled.txt").count)
      worker = try RunningWorker(in: sandbox, ["-f", file])
    }
    #expect(writer.wait() == 0, "\(writer.output)")
    let written = other.lines("written.txt").map { String($0.split(separator: "\t")[0]) }
    #expect(written.count == Self.count)
    try worker.until("last event") { sandbox.lines("handled.txt").last == written.last }
    #expect(worker.end() == 0)
    let seconds = (ContinuousClock.now - begin) / .seconds(1)

    let handled = sandbox.lines("handled.txt")
    var (once, repeats) = ([String](), 0)
    for (index, id) in handled.enumerated() {
      if once.last == id {
        #expect(kills.contains(index), "\(id) is repeated without a kill before")
        repeats += 1
      } else {
        once.append(id)
      }
    }
    #expect(once == written)
    #expect(repeats <= Self.kills)
    #expect(worker.output.isEmpty, "\(worker.output)")
    print(
      "\(Self.kills) kills within \(Self.count) events: \(written.count - Set(once).count) missed,"
        + " \(repeats) repeated, \(Int(Double(Self.count) / seconds)) events a second")
  }
}

import CoreLoop
import CoreSystem
import Glibc
import TestSupport
import Testing

@Suite(.mayBlock) struct ReadinessTests {
  @Test func `a main actor that is stuck is reported`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      await MainActor.run {
        MainActorWatch.ifSilent(for: 10) { _exit(7) }
        while true { pause() }
      }
    }
  }

  @Test func `a main actor that is late because nothing ran is not reported`() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let (first, second) = (SharedFlag(), SharedFlag())
        MainActorWatch.ifSilent(for: 1_000) { _ in
          // The first part of the time is over at once, as after a pause of the whole process.
          guard first.isRaised else { return first.raise() }
          MainLoop.shared.post { exit(0) }
          second.raise()
          while true { pause() }
        } _: {
          _exit(7)
        }
        while !second.isRaised { sched_yield() }
      }
      await Waiter<Void, Never>().value()
    }
  }

  @Test func `a wait ends when one of the descriptors is readable`() async throws {
    let pipes = try [Pipe(), Pipe()]
    defer { pipes.forEach { $0.close() } }
    #expect(!Readiness.isReadable(pipes[1].reading))
    async let wait: Void = Readiness.wait(for: pipes.map(\.reading))
    var byte: UInt8 = 0
    #expect(write(pipes[1].writing, &byte, 1) == 1)
    try await wait
    #expect(Readiness.isReadable(pipes[1].reading))
    #expect(!Readiness.isReadable(pipes[0].reading))
  }

  @Test(arguments: [true, false])
  func `cancelling the task ends a wait`(isCancelledBefore: Bool) async throws {
    let pipe = try Pipe()
    defer { pipe.close() }
    let task = Task {
      if isCancelledBefore { while !Task.isCancelled { await Task.yield() } }
      try await Readiness.wait(for: pipe.reading)
    }
    if !isCancelledBefore { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}

@testable import ShellOutput
@testable import ShellJobs
@testable import ShellRuntime
import SeashellTesting
import Testing

@MainActor
@Suite struct JobTableTests {
  private let table = JobTable()

  private func add(_ origin: Job.Origin = .user, in outer: Job? = nil) -> Job {
    table.add(of: origin, text: "sleep", output: HeldOutput(), in: outer)
  }

  @Test func `A job table keeps running jobs and the last hundred ended ones`() {
    let running = add()
    let rule = add(.rule(1))
    rule.end(.success)
    for _ in 0..<150 { add().end(.success) }
    #expect(table.all.count == 102)
    #expect(table[running.number] === running)
    #expect(table[rule.number] === rule)
    #expect(table.all.last?.number == 152)
    #expect(table[3] == nil && table[52] == nil && table[53] != nil)
  }

  @Test func `Many runs of rules do not displace the user's jobs`() {
    let job = add()
    job.end(.notFound)
    for _ in 0..<1000 { add(.rule(1)).end(.success) }
    #expect(table[job.number] === job)
    #expect(table.all.count == 101)
  }

  @Test func `Waiting tasks continue when the job ends, and a cancelled wait ends alone`()
    async throws
  {
    let job = add()
    var ended = 0
    let waits = (0..<3).map { _ in
      Task {
        try await job.wait()
        ended += 1
      }
    }
    let cancelled = Task { try await job.wait() }
    await Task.yield()
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(ended == 0)
    job.end(.success)
    for wait in waits { try await wait.value }
    #expect(ended == 3)
    try await job.wait()
  }

  @Test func `A wait for all jobs includes jobs that start meanwhile, but not runs of rules`()
    async throws
  {
    let first = add()
    _ = add(.rule(1))
    let waiting = Task { try await table.waitForAll() }
    await Task.yield()
    let second = add()
    first.end(.success)
    second.end(.success)
    try await waiting.value
    #expect(table.running.count == 1)
  }

  @Test func `A job waits only for jobs that were started in it`() async throws {
    let outer = add()
    let inner = add(in: outer)
    let innermost = add(in: inner)
    inner.end(.success)
    let waiting = Task { try await table.waitForAll(in: outer) }
    await Task.yield()
    innermost.end(.failure)
    try await waiting.value
    #expect(table.takeFailure(in: inner)?.number == innermost.number)
  }

  @Test func `The failure of the lowest job is returned once`() {
    let jobs = (0..<3).map { _ in add() }
    jobs[2].end(.invalid)
    jobs[1].end(.notFound)
    jobs[0].end(.success)
    #expect(table.takeFailure()?.status == .notFound)
    #expect(table.takeFailure() == nil)
    let cancelled = add()
    cancelled.cancel()
    cancelled.end(.interrupted)
    add(.rule(1)).end(.failure)
    #expect(table.takeFailure() == nil)
  }

  @Test func `A cancelled job is cancelling until it ends, and done if it succeeds after all`() {
    let (job, stubborn) = (add(), add())
    var interrupts = 0
    job.interrupt = { interrupts += 1 }
    job.cancel()
    stubborn.cancel()
    #expect(job.status == .cancelling && interrupts == 1)
    job.end(.interrupted)
    stubborn.end(.success)
    #expect(job.status == .cancelled && stubborn.status == .done)
    job.cancel()
    job.end(.success)
    #expect(job.status == .cancelled && job.exit == .interrupted && interrupts == 1)
  }

  @Test func `At the shell's end, jobs that ignore cancellation are left behind`() async throws {
    let clock = ManualClock()
    let (job, stubborn) = (add(), add(.rule(1)))
    job.interrupt = { [unowned job] in job.end(.interrupted) }
    let ending = Task { await table.end(within: .seconds(3), by: clock) }
    await clock.sleepers(1)
    #expect(job.status == .cancelled && stubborn.status == .cancelling)
    clock.advance(by: .seconds(3))
    await ending.value
    #expect(table.isEnding)
  }
}

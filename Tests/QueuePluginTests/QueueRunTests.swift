import FoundationEssentials
import SeashellHosting
import SeashellKit
import SeashellTesting
import Testing

@testable import QueuePlugin

/// `queue run` and `queue retry`.
@MainActor
@Suite struct QueueRunTests {
  @Test func `queue run sends queued writes and reports each`() async throws {
    let bench = try QueueBench([QueueBench.post(1), QueueBench.post(2)]) { write in
      .sent(created: "r-30\(write.number)")
    }
    #expect(
      await bench.run("queue run") == (
        0, "",
        """
        q-1 sent: POST products/p-7/reviews created r-301
        q-2 sent: POST products/p-7/reviews created r-302

        """
      ))
    #expect(bench.queue.writes.isEmpty)
    #expect(bench.queue.runs.map(\.owner) == [QueueBench.demo])
    #expect(bench.queue.runs.map(\.selection) == [.all])
    #expect(bench.console.progresses.first == ProgressUpdate("queue", done: 0, total: 2))
    #expect(bench.console.progresses.last == .some(nil))
  }

  @Test func `queue run with an empty queue is silent in a script`() async throws {
    let bench = try QueueBench()
    #expect(await bench.run("queue run") == (0, "", ""))
    #expect(bench.console.notices.isEmpty)
    bench.console.columns = 80
    #expect(await bench.run("queue run") == (0, "", ""))
    #expect(bench.console.notices == ["the queue is empty"])
  }

  @Test(arguments: [
    (
      StubWriteQueue.Result.postponed("cannot connect"), 5 as Int32,
      "2 writes still wait: cannot connect"
    ),
    (.postponed("the session has ended", status: 401), 4, "2 writes wait for a sign-in"),
    (.postponed("503 Busy", status: 503), 8, "2 writes still wait: 503 Busy"),
    (.held("422 too long", status: 422), 6, "2 writes are held; 'queue list' shows why"),
  ])
  func `the exit status of queue run says why writes remain`(
    result: StubWriteQueue.Result, status: Int32, message: String
  ) async throws {
    for command in ["queue run", "queue retry q-1"] {
      let bench = try QueueBench([QueueBench.post(1), QueueBench.post(2)]) { _ in result }
      let run = await bench.run(command)
      #expect(run.status == status)
      #expect(run.output.isEmpty)
      if command == "queue run" { #expect(run.errors.contains(message), "\(run.errors)") }
    }
  }

  @Test func `queue run counts writes of other accounts, and does not send them`() async throws {
    let bench = try QueueBench([
      QueueBench.post(1, of: QueueBench.owner("maja")),
      QueueBench.post(2, of: QueueBench.owner("demo", on: "qa", at: "https://qa.example/v1")),
      QueueBench.post(3, of: QueueBench.owner("demo", on: "qa", at: "https://qa.example/v1")),
      QueueBench.post(4, of: QueueBench.owner("demo", at: "https://old.example")),
      QueueBench.post(5, of: QueueBench.owner(nil)),
    ])
    #expect(await bench.run("queue run") == (0, "", ""))
    #expect(
      bench.console.notices == [
        "1 write waits for maja on test; sign in there with 'session login'",
        "2 writes wait for demo on qa; sign in there with 'session login'",
        "1 write waits for demo on test as it was at https://old.example",
        "1 write waits on test; sign out there to send it",
      ])
    #expect(bench.queue.writes.count == 5)
  }

  @Test func `queue run without a session is status 4`() async throws {
    let bench = try QueueBench([QueueBench.post(1)], user: nil)
    let result = await bench.run("queue run")
    #expect(result.status == 4)
    #expect(result.errors.contains("not signed in on test"), "\(result.errors)")
    #expect(
      bench.console.notices == [
        "1 write waits for demo on test; sign in there with 'session login'"
      ])
  }

  @Test func `queue run asks about each conflict on a terminal`() async throws {
    let bench = try QueueBench(
      [QueueBench.conflict(1), QueueBench.conflict(2, .delete), QueueBench.conflict(3)],
      answers: ["maybe", "s", "d", ""])
    let result = await bench.run("queue run")
    #expect(result.status == 6)
    #expect(bench.queue.overwriting == [1])
    #expect(bench.queue.writes.map(\.id) == ["q-3"])
    #expect(
      bench.console.questions
        == Array(repeating: "send yours, drop it or keep it waiting? [s/d/K]", count: 4))
    #expect(
      bench.console.notices.prefix(10) == [
        "q-1, PUT products/p-7/reviews/r-2, conflicts with a newer change",
        "  rating", "    before: 5", "    yours:  4", "    theirs: 1",
        "answer s, d or k",
        "q-2, DELETE products/p-7/reviews/r-2, conflicts with a newer change",
        "  rating", "    before: 5", "    yours:  deleted",
      ])
    #expect(result.errors.contains("q-1 sent: PUT products/p-7/reviews/r-2"))
  }

  @Test func `queue run keeps a conflict held without a terminal`() async throws {
    let bench = try QueueBench([QueueBench.conflict(1), QueueBench.post(2)])
    let result = await bench.run("queue run")
    #expect(result.status == 6)
    #expect(bench.queue.writes.map(\.id) == ["q-1"])
    #expect(result.errors.contains("1 write is held"))
  }

  @Test func `queue run waits for another shell that is sending`() async throws {
    let bench = try QueueBench([QueueBench.post(1)])
    bench.queue.isBusy = true
    let result = Task { await bench.run("queue run") }
    await bench.clock.sleepers(1)
    bench.clock.advance(by: .seconds(1))
    await bench.clock.sleepers(1)
    bench.queue.isBusy = false
    bench.clock.advance(by: .seconds(1))
    #expect(
      await result.value == (
        0, "",
        """
        another shell is sending; waiting until it has finished
        q-1 sent: POST products/p-7/reviews

        """
      ))
  }

  @Test func `queue retry sends a held write, and overwrites if asked`() async throws {
    let bench = try QueueBench([QueueBench.conflict(1), QueueBench.conflict(2)])
    #expect(
      await bench.run("queue retry q-1") == (0, "", "q-1 sent: PUT products/p-7/reviews/r-2\n"))
    #expect(bench.queue.overwriting.isEmpty)
    #expect(await bench.run("queue retry q-2 --overwrite").status == 0)
    #expect(bench.queue.overwriting == [2])
  }

  @Test func `queue retry says if another write must be sent first`() async throws {
    let bench = try QueueBench([QueueBench.conflict(1), QueueBench.post(2, dependsOn: 1)])
    let result = await bench.run("queue retry q-2")
    #expect(result.status == 1)
    #expect(result.errors.contains("q-2 was not sent: an earlier write must be sent first"))
  }

  @Test(arguments: OfflineMode.allCases)
  func `queue run sends in every offline mode`(mode: OfflineMode) async throws {
    let bench = try QueueBench([QueueBench.post(1)], offline: mode)
    #expect(await bench.run("queue run").status == 0)
    #expect(bench.queue.writes.isEmpty)
  }
}

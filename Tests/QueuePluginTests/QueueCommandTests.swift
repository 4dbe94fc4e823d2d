import FoundationEssentials
import SeashellHosting
import SeashellKit
import SeashellTesting
import TestSupport
import Testing

@testable import QueuePlugin

@MainActor
@Suite struct QueueCommandTests {
  private static let elsewhere = [
    QueueBench.post(8, of: QueueBench.owner("maja")),
    QueueBench.post(9, of: QueueBench.owner("demo", on: "qa", at: "https://qa.example/v1")),
  ]

  @Test func `queue list shows writes of the current environment and account`() async throws {
    let bench = try QueueBench(
      [QueueBench.post(1), QueueBench.conflict(2)] + Self.elsewhere)
    let result = await bench.run("queue list")
    #expect(
      result == (
        0,
        """
        q-1\tPOST products/p-7/reviews\twaiting\t0\t\t2026-11-18T11:06:40Z
        q-2\tPUT products/p-7/reviews/r-2\theld\t1\tit was changed meanwhile\t2026-11-18T11:06:40Z

        """, ""
      ))
    let all = await bench.run("queue list --all | select id environment account")
    #expect(
      all.output == "q-1\ttest\tdemo\nq-2\ttest\tdemo\nq-8\ttest\tmaja\nq-9\tqa\tdemo\n")
  }

  @Test func `an empty queue prints a notice on a terminal`() async throws {
    let bench = try QueueBench()
    #expect(await bench.run("queue list") == (0, "", ""))
    #expect(bench.console.notices.isEmpty)
    bench.console.columns = 80
    #expect(await bench.run("queue list") == (0, "", ""))
    #expect(bench.console.notices == ["the queue is empty"])
  }

  @Test func `an empty queue's notice counts the writes of other accounts`() async throws {
    let bench = try QueueBench(Self.elsewhere)
    bench.console.columns = 80
    #expect(await bench.run("queue list") == (0, "", ""))
    #expect(
      bench.console.notices == [
        "the queue is empty here; 'queue list --all' shows 2 of other accounts"
      ])
  }

  @Test func `queue show has both versions of a conflict`() async throws {
    let bench = try QueueBench([QueueBench.conflict(2)])
    let result = await bench.run("queue show q-2 -o json")
    #expect(
      result.output == """
        {"id":"q-2","request":"PUT products/p-7/reviews/r-2","state":"held","tries":1,\
        "reason":"it was changed meanwhile","created_at":"2026-11-18T11:06:40Z",\
        "environment":"test","account":"demo","base":{"rating":5},"fields":{"rating":4},\
        "theirs":{"rating":1},"may_have_been_applied":false,"not_before":null,"depends_on":null}

        """)
    #expect(result.status == 0)
  }

  @Test(arguments: [
    ("show 3", 2, "WRITE is '3', which is not the name of a write, such as q-3"),
    ("retry q-0", 2, "WRITE is 'q-0', which is not the name of a write"),
    ("drop q-1 r-2 --yes", 2, "WRITE is 'r-2', which is not the name of a write"),
    ("show q-7", 3, "no write has the id 'q-7'"),
    ("retry q-7", 3, "no write has the id 'q-7'"),
    ("drop q-1 q-7 --yes", 3, "no write has the id 'q-7'"),
    ("show q-8", 4, "q-8 belongs to maja on test"),
    ("retry q-9", 4, "q-9 belongs to demo on qa"),
    ("drop q-1 q-8 --yes", 4, "q-8 belongs to maja on test"),
    ("drop q-9 --yes", 4, "q-9 belongs to demo on qa"),
    ("drop q-1", 2, "pass --yes"),
    ("clear", 2, "pass --yes"),
  ])
  func `an unknown write is an error`(line: String, status: Int32, message: String) async throws {
    let bench = try QueueBench([QueueBench.post(1)] + Self.elsewhere)
    let result = await bench.run("queue \(line)")
    #expect(result.status == status)
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(bench.queue.writes.count == 3)
    #expect(bench.queue.runs.isEmpty)
  }

  @Test func `queue drop also removes dependent writes`() async throws {
    let bench = try QueueBench([
      QueueBench.post(1), QueueBench.post(2, isInDoubt: true), QueueBench.post(3, dependsOn: 1),
      QueueBench.post(4),
    ])
    #expect(await bench.run("queue drop q-1 q-2 --yes") == (0, "", ""))
    #expect(bench.queue.writes.map(\.id) == ["q-4"])
    #expect(
      bench.console.notices == [
        "q-1 was dropped", "q-3 was dropped",
        "q-2 was dropped, but may have been applied already",
      ])
  }

  @Test func `queue clear drops writes of the current environment and account`() async throws {
    let bench = try QueueBench((1...5).map { QueueBench.post($0) } + Self.elsewhere)
    #expect(await bench.run("queue clear --yes") == (0, "", ""))
    #expect(bench.queue.writes.map(\.id) == ["q-8", "q-9"])
    #expect(await bench.run("queue clear --yes") == (0, "", ""))
    #expect(bench.console.notices == ["5 writes were dropped", "the queue is empty"])
  }

  @Test func `Tab completes the queued writes of the current account`() async throws {
    let bench = try QueueBench([QueueBench.post(1), QueueBench.conflict(2)] + Self.elsewhere)
    #expect(bench.harness.completions(of: "queue.id", for: "q").isEmpty)
    await until { !bench.harness.completions(of: "queue.id", for: "q").isEmpty }
    #expect(
      bench.harness.completions(of: "queue.id", for: "q-") == [
        .init("q-1", "POST products/p-7/reviews, waiting"),
        .init("q-2", "PUT products/p-7/reviews/r-2, held"),
      ])
    bench.signIn("maja")
    #expect(bench.harness.completions(of: "queue.id", for: "q-").isEmpty)
  }

  @Test func `a queue that cannot be read is an error`() async throws {
    let bench = try QueueBench()
    bench.queue.error = QueueError(.storage, "the queue is damaged", hint: "see the file")
    let result = await bench.run("queue list")
    #expect(result.status == 1)
    #expect(result.errors.contains("the queue is damaged; see the file"), "\(result.errors)")
  }

  @Test func `queue commands fail in a shell without a queue`() async throws {
    let harness = try ShellHarness(StubTransport(json: "{}"))
    try harness.load(QueueModule(harness.context))
    let result = await harness.run("queue list")
    #expect(result.status == 1)
    #expect(result.errors.contains("this shell has no queue"))
  }

  @Test func `the examples of queue work`() async throws {
    let bench = try QueueBench(
      [QueueBench.conflict(1), QueueBench.conflict(2), QueueBench.post(3)])
    for failure in await bench.harness.checkExamples(
      of: try #require(bench.harness.modules.first { $0.name == "queue" }))
    {
      Issue.record("\(failure)")
    }
    #expect(bench.queue.writes.isEmpty)
  }
}

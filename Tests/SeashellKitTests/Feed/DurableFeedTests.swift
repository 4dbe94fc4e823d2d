import FoundationEssentials
import SeashellTesting
import TestSupport
import Testing

@testable import SeashellKit

@MainActor
@Suite struct DurableFeedTests {
  /// A worker: a shell that follows a feed durably.
  @MainActor
  final class Worker {
    let harness: ShellHarness
    let recorder: EventRecorder
    let durable: DurableFeed
    let follower: FeedFollower

    init(
      _ server: ScriptedFeed, _ folder: TemporaryFolder, _ console: RecordingConsole,
      _ clock: ManualClock, _ runs: Runs
    ) throws {
      harness = try ShellHarness(server, console: console, directory: folder.path, clock: clock)
      recorder = EventRecorder(harness.bus)
      let feed = ChangeFeed(harness.context, notifies: false)
      durable = DurableFeed(
        harness.context, feed: feed, name: "worker",
        settle: { runs.settle($0) },
        fail: { runs.failure = $0 })
      try durable.open(harness.context.client.environment)
      follower = FeedFollower(harness.context, feed: feed, ordered: durable) { _ in true }
      follower.start()
    }

    var posted: [String?] { recorder.events(of: DataInserted.self).map(\.id) }

    func stop() throws {
      follower.stop()
      try durable.close()
    }
  }

  /// The work that events start; the test finishes each run.
  @MainActor
  final class Runs {
    /// Whether events start something.
    var isStarting = true
    /// Whether a run takes until the test finishes it.
    var isHeld = false
    var failure: ShellError?
    private(set) var count = 0
    private var report: (@MainActor (Bool) async -> Void)?

    var isRunning: Bool { report != nil }

    func settle(_ report: @escaping @MainActor (Bool) async -> Void) {
      count += 1
      if isHeld { self.report = report } else { Task.immediate { await report(isStarting) } }
    }

    func finish() {
      let report = report.take()
      Task.immediate { await report?(true) }
    }
  }

  let folder: TemporaryFolder
  let clock = ManualClock()
  let console = RecordingConsole()
  let runs = Runs()

  init() throws {
    folder = try TemporaryFolder()
  }

  func worker(_ server: ScriptedFeed) throws -> Worker {
    try Worker(server, folder, console, clock, runs)
  }

  static func inserted(_ ids: ClosedRange<Int>) -> String {
    ids.map { id in
      """
      event: api.data.inserted
      id: \(id)
      data: {"resource":"things","id":"t-\(id)"}


      """
    }.joined()
  }

  /// The id on disk.
  var kept: String? {
    (try? String(contentsOfFile: "\(folder.path)/test/places/test/worker", encoding: .utf8))?
      .split(separator: "\n").first.map(String.init)
  }

  func keep(_ id: String) throws {
    try write("test/places/test/worker", id + "\n")
  }

  func write(_ name: String, _ text: String) throws {
    let url = URL(filePath: folder.file(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  @Test func `the server's initial id is stored before the first event`() async throws {
    let server = ScriptedFeed()
    let worker = try worker(server)
    await server.requests(1)
    #expect(server.requests[0].headers["Last-Event-ID"] == nil)
    runs.isHeld = true
    await server.connection?.say("retry: 1000\n\nid: 3\n\n" + Self.inserted(4...4))
    await until { runs.isRunning }
    #expect(kept == "3")
    runs.finish()
    await until { kept == "4" }
    try worker.stop()
  }

  @Test func `an event is posted when the one before is finished and its id is on disk`()
    async throws
  {
    try keep("9")
    let server = ScriptedFeed()
    let worker = try worker(server)
    runs.isHeld = true
    await server.requests(1)
    #expect(server.requests[0].headers["Last-Event-ID"] == "9")
    let connection = try #require(server.connection)
    await connection.say(Self.inserted(10...12))
    for id in 10...12 {
      await until { runs.isRunning }
      #expect(worker.posted == (10...id).map { "t-\($0)" })
      #expect(kept == "\(id - 1)")
      // The stream is not read in the meantime.
      #expect(await connection.reads == 1)
      runs.finish()
      await until { !runs.isRunning }
    }
    await until { await connection.reads == 2 }
    #expect(kept == "12")
    try worker.stop()
    #expect(console.notices.isEmpty)
  }

  @Test func `ids of events that started nothing are written rarely, and at the end`() async throws
  {
    try keep("0")
    let server = ScriptedFeed()
    let worker = try worker(server)
    runs.isStarting = false
    await server.requests(1)
    await server.connection?.say(Self.inserted(1...250))
    await until { await server.connection?.reads == 2 }
    #expect(worker.posted.count == 250)
    #expect(kept == "200")
    try worker.stop()
    #expect(kept == "250")
  }

  @Test func `an event that is not finished when the shell ends comes again`() async throws {
    try keep("1")
    let server = ScriptedFeed()
    let first = try worker(server)
    runs.isHeld = true
    await server.requests(1)
    await server.connection?.say(Self.inserted(2...4))
    await until { runs.isRunning }
    runs.finish()
    await until { runs.count == 2 }
    try first.stop()
    // Too late.
    runs.finish()
    #expect(kept == "2")
    #expect(runs.failure == nil)

    let second = try worker(server)
    await server.requests(2)
    #expect(server.requests[1].headers["Last-Event-ID"] == "2")
    try second.stop()
  }

  @Test func `an id is stored if the shell ends just after its event`()
    async throws
  {
    try keep("1")
    let server = ScriptedFeed()
    let worker = try worker(server)
    runs.isHeld = true
    await server.requests(1)
    await server.connection?.say(Self.inserted(2...3))
    await until { runs.isRunning }
    runs.finish()
    try worker.stop()
    #expect(kept == "2")
    for _ in 0..<100 { await Task.yield() }
    #expect(kept == "2")
    #expect(worker.posted == ["t-2"])
  }

  @Test func `the client's own event is not posted again, and its id is kept`() async throws {
    try keep("1")
    let server = ScriptedFeed()
    let worker = try worker(server)
    runs.isStarting = false
    await server.requests(1)
    worker.harness.context.client.announced?.insert("2")
    await server.connection?.say(Self.inserted(2...3))
    await until { await server.connection?.reads == 2 }
    #expect(worker.posted == ["t-3"])
    #expect(kept == "2")
    // The work that it started is waited for.
    #expect(runs.count == 2)
    try worker.stop()
  }

  @Test func `an event posted before the durable feed began is posted again`() async throws {
    try keep("1")
    let server = ScriptedFeed()
    let harness = try ShellHarness(server, console: console, directory: folder.path, clock: clock)
    harness.context.client.announced?.insert("2")
    let durable = DurableFeed(
      harness.context, feed: ChangeFeed(harness.context), name: "worker", settle: { _ in },
      fail: { _ in })
    try durable.open(harness.context.client.environment)
    #expect(harness.context.client.announced?.contains("2") == false)
    try durable.close()
  }

  @Test func `a gap in the feed is reported, and its position is stored`() async throws {
    try keep("5")
    let server = ScriptedFeed()
    let worker = try worker(server)
    runs.isStarting = false
    await server.requests(1)
    await server.connection?.say(
      "event: api.data.invalidated\ndata: {}\n\nid: 900\n\n" + Self.inserted(901...901))
    await until { await server.connection?.reads == 2 }
    #expect(
      console.notices == ["events after 5 may be missing: the server no longer has them"])
    #expect(
      worker.recorder.events(of: DataInvalidated.self) == [DataInvalidated(environment: .test)])
    #expect(worker.posted == ["t-901"])
    #expect(kept == "900")
    try worker.stop()
    #expect(kept == "901")
  }

  @Test func `very many events without effect let other tasks run`() async throws {
    try keep("0")
    let server = ScriptedFeed()
    let worker = try worker(server)
    runs.isStarting = false
    await server.requests(1)
    await server.connection?.say(Self.inserted(1...5_000))
    var (seen, longest) = (0, 0)
    while seen < 5_000 {
      await Task.yield()
      longest = max(longest, runs.count - seen)
      seen = runs.count
    }
    #expect(longest < 2_500)
    try worker.stop()
    #expect(kept == "5000")
  }
}

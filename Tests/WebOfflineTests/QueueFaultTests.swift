import CoreJSON
import CoreSQLite
import FoundationEssentials
import Glibc
import SeashellTesting
import Synchronization
import TestSupport
import Testing
import WebAPI
import WebMessages

@testable import WebOffline

/// Processes that end at any step, damaged files, and disks that cannot be written.
@Suite(.mayBlock) struct QueueFaultTests {
  private static let review = "products/p-1/reviews/r-8"

  private let bench: QueueBench

  init() throws {
    bench = try QueueBench()
  }

  private var path: String { bench.folder.file("offline/queue.db") }

  /// The names of the files that were set aside.
  private func damagedFiles() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: bench.folder.file("offline"))
      .filter { $0.hasPrefix("queue.db.damaged") && !$0.hasSuffix("journal") }.sorted()
  }

  /// Queues a POST, a PUT and a DELETE.
  private func queueAll(_ queue: SQLiteWriteQueue) async throws {
    bench.service.put(Self.review, ["rating": 5, "comment": "old"])
    bench.service.put("products/p-1/reviews/r-9", ["rating": 5, "comment": "bad"])
    try await bench.post(queue, "new")
    try await bench.put(queue, "r-8", "better", base: ["comment": "old"])
    try await bench.delete(queue, "r-9", base: ["comment": "bad"])
  }

  @Test(arguments: [StubService.Moment.before, .after], [1, 2, 3])
  func `a process that ends while it sends leaves a write that is sent once`(
    moment: StubService.Moment, number: Int
  ) async throws {
    try await queueAll(bench.queue())
    let count = Count()
    let service = bench.service
    service.intercept { request in
      guard request.method.isWrite else { return nil }
      service.fail(count.next() == number ? (moment, CancellationError()) : nil)
      return nil
    }
    // The error leaves the queue as a kill does: nothing was written after the request.
    await #expect(throws: CancellationError.self) { try await bench.send(bench.queue()) }
    let left = try #require(try await bench.queue().writes(of: nil).first)
    #expect(left.number == number)
    #expect(left.isInDoubt && left.tries == 1 && left.state == .waiting)
    service.fail(nil)
    service.intercept(nil)
    #expect(try await bench.send(bench.queue()).count == 4 - number)
    #expect(try await bench.queue().writes(of: nil).isEmpty)
    #expect(service.comments.sorted() == ["better", "new"])
  }

  @Test func `a process that ends before it sends leaves the write in doubt`() async throws {
    try await bench.post(bench.queue())
    _ = try await bench.queue().begin(1, honorsKeys: true)
    let write = try #require(try await bench.queue().writes(of: nil).first)
    #expect(write.isInDoubt && write.tries == 1)
    #expect(try await bench.send(bench.queue()) == ["sent q-1 r-1"])
  }

  @Test func `a cancelled run leaves the write waiting`() async throws {
    let queue = bench.queue()
    try await bench.post(queue)
    let run = Running()
    bench.service.intercept { _ in
      run.task.withLock { $0?.cancel() }
      try await ManualClock().sleep(for: .seconds(60))
      return nil
    }
    let task = run.task.withLock { task in
      let run = Task { [bench] in _ = try await bench.send(queue) }
      task = run
      return run
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    let write = try #require(try await queue.writes(of: nil).first)
    #expect(write.state == .waiting && write.isInDoubt)
    // The lock is free again.
    bench.service.intercept(nil)
    #expect(try await bench.send(queue) == ["sent q-1 r-1"])
  }

  // To SQLite, a file of one byte is an empty file.
  @Test func `a queue file that is cut anywhere is set aside, and never deleted`() async throws {
    try await queueAll(bench.queue())
    let whole = try Data(contentsOf: URL(filePath: path))
    let sizes = Set(stride(from: 2, to: whole.count, by: 509)).union([
      15, 16, 99, 100, 4_095, 4_096, 4_097, whole.count - 1,
    ])
    var expected = 0
    for size in sizes.sorted() {
      try whole.prefix(size).write(to: URL(filePath: path))
      let queue = bench.queue()
      let error: QueueError
      do {
        let writes = try await queue.writes(of: nil)
        // The end of the last page may be unused.
        #expect(size > whole.count - 4_096 && writes.map(\.number) == [1, 2, 3], "\(size)")
        continue
      } catch let thrown as QueueError {
        error = thrown
      }
      expected += 1
      #expect(error.code == .storage)
      #expect(
        error.message
          == "the queue's file was damaged; it was renamed to \(path).damaged-\(expected), and a"
          + " new queue begins")
      #expect(try Data(contentsOf: URL(filePath: "\(path).damaged-\(expected)")).count == size)
      // The next call works, even in the same process.
      #expect(try await bench.post(queue).number == 1)
      #expect(try await bench.queue().writes(of: nil).count == 1)
    }
    #expect(try damagedFiles().count == expected)
  }

  @Test func `a changed byte in the queue file never sends a different write`() async throws {
    try await queueAll(bench.queue())
    let whole = try Data(contentsOf: URL(filePath: path))
    for position in stride(from: 0, to: whole.count, by: 251) {
      var torn = whole
      torn[position] ^= 0xFF
      try torn.write(to: URL(filePath: path))
      let own = try QueueBench()
      own.service.put(Self.review, ["rating": 5, "comment": "old"])
      own.service.put("products/p-1/reviews/r-9", ["rating": 5, "comment": "bad"])
      do {
        try await own.send(bench.queue(), .all)
      } catch let error as QueueError {
        #expect(error.code == .storage, "\(position)")
      }
      let allowed: Set = ["old", "bad", "new", "better"]
      #expect(allowed.isSuperset(of: own.service.comments), "\(position): \(own.service.comments)")
      #expect(own.service.comments.filter { $0 == "new" }.count <= 1)
    }
  }

  @Test func `a file that is not a queue is set aside`() async throws {
    try FileManager.default.createDirectory(
      atPath: bench.folder.file("offline"), withIntermediateDirectories: true)
    try Database(path: path).execute("CREATE TABLE t (v)")
    await #expect(throws: QueueError.self) { try await bench.post(bench.queue()) }
    #expect(try damagedFiles() == ["queue.db.damaged-1"])
    #expect(try await bench.post(bench.queue()).number == 1)
  }

  @Test func `a queue file of a newer version is refused, and stays`() async throws {
    try await bench.post(bench.queue())
    try Database(path: path).execute("PRAGMA user_version = 3")
    for _ in 1...2 {
      let error = await #expect(throws: QueueError.self) { try await bench.post(bench.queue()) }
      #expect(error?.code == .storage)
      #expect(error?.message.contains("newer version") == true)
    }
    #expect(try damagedFiles().isEmpty)
    try Database(path: path).execute("PRAGMA user_version = 2")
    #expect(try await bench.queue().writes(of: nil).count == 1)
  }

  @Test func `a full disk acknowledges nothing, and loses nothing`() async throws {
    let queue = bench.queue()
    try await bench.post(queue)
    try await queue.change { try $0.execute("PRAGMA max_page_count = 1") }
    let error = await #expect(throws: QueueError.self) {
      for _ in 1...100 { try await bench.post(queue, String(repeating: "x", count: 4_096)) }
    }
    #expect(error?.code == .storage)
    #expect(error?.message == "no space is left on the disk for the queue")
    let kept = try await bench.queue().writes(of: nil)
    #expect(!kept.isEmpty)
    #expect(try await bench.send(bench.queue()).count == kept.count)
  }

  @Test func `a read-only queue can be listed, but nothing is added or sent`() async throws {
    let queue = bench.queue()
    try await bench.post(queue)
    _ = try await queue.read { try $0.execute("PRAGMA query_only = ON") }
    #expect(try await queue.writes(of: nil).count == 1)
    for attempt in 0...1 {
      let error = await #expect(throws: QueueError.self) {
        if attempt == 0 { try await bench.post(queue) } else { try await bench.send(queue) }
      }
      #expect(error?.message == "the queue's file or folder is read-only")
    }
    #expect(bench.transport.requests.isEmpty)
  }

  @Test func `a queue folder that cannot be created is an error with its reason`() async throws {
    try bench.folder.write("offline", "a file")
    let error = await #expect(throws: QueueError.self) { try await bench.post(bench.queue()) }
    #expect(error?.code == .storage)
    #expect(error?.message.contains("Not a directory") == true, "\(error?.message ?? "")")
  }

  @Test func `a queue file that is moved away while open is created again`() async throws {
    let queue = bench.queue()
    try await bench.post(queue)
    #expect(rename(path, path + ".old") == 0)
    #expect(try await queue.writes(of: nil).isEmpty)
    #expect(try await bench.post(queue, "again").number == 1)
    #expect(try await bench.queue().writes(of: nil).count == 1)
  }
}

/// A task that its own body can refer to.
private final class Running: Sendable {
  let task = Mutex<Task<Void, any Error>?>(nil)
}

/// Counts from one.
private final class Count: Sendable {
  private let count = Mutex(0)

  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}

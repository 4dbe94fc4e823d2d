import Foundation
import Glibc
import TestSupport
import Testing

/// Rules with `--durable`: a script that misses none of a server's events.
@Suite(.mayBlock) struct DurableRuleTests {
  private static let script = """
    on reviews.review.added --durable tests do print $event.review >> handled.txt
    wait
    """

  /// A run that lasts until there is a file `go`.
  private static let held = """
    echo "$1" >> handled.txt
    while [ ! -e go ]; do sleep 0.01; done
    """

  private static let heldScript = """
    on reviews.review.added --durable tests do ! sh run.sh $event.review
    wait
    """

  private let served: ServedShop
  private let sandbox: Sandbox
  private let other: Sandbox

  init() throws {
    served = try ServedShop()
    sandbox = try served.client()
    other = try served.client()
    try other.signIn()
  }

  private func start(
    _ script: String = Self.script, environment: [String: String] = [:]
  ) throws -> RunningWorker {
    try RunningWorker(
      in: sandbox, ["-f", try sandbox.file("worker.sea", script)], environment: environment)
  }

  @Test func `events during a worker's downtime are handled later`() throws {
    let first = try start()
    // The server reports where its events begin, so that even the first restart misses nothing.
    try first.until("place") { sandbox.place("tests") == "0" }
    #expect(first.end() == 0)
    var ids = [try other.addReview("one"), try other.addReview("two")]
    let second = try start()
    try second.until("second review") { sandbox.lines("handled.txt") == ids }
    ids.append(try other.addReview("three"))
    try second.until("third review") { sandbox.lines("handled.txt") == ids }
    #expect(second.end() == 0)
    #expect(sandbox.place("tests") == "3")
    let third = try start()
    ids.append(try other.addReview("four"))
    try third.until("fourth review") { sandbox.lines("handled.txt").count >= 4 }
    #expect(third.end() == 0)
    #expect(sandbox.lines("handled.txt") == ids)
    #expect(third.output.isEmpty)
  }

  @Test func `at SIGTERM a worker finishes its run, and starts no other`() throws {
    // Each run waits for a file named after the review.
    try sandbox.file(
      "run.sh",
      """
      echo "begin $1" >> handled.txt
      while [ ! -e "$1" ]; do sleep 0.01; done
      echo "end $1" >> handled.txt
      """)
    let script = """
      on reviews.review.added --durable tests do ! sh run.sh $event.review
      wait
      """
    let first = try start(script)
    try first.until("place") { sandbox.place("tests") == "0" }
    let (one, two) = (try other.addReview("one"), try other.addReview("two"))
    try first.until("run") {
      try sandbox.lines("handled.txt") == ["begin \(one)"] && Self.waits(first.process)
    }
    kill(first.process, SIGTERM)
    // The signal was handled once another one would end the process at once.
    try first.until("signal") { try Self.terminates(first.process) }
    try sandbox.file(one, "")
    #expect(first.wait() == 0)
    #expect(sandbox.lines("handled.txt") == ["begin \(one)", "end \(one)"])
    #expect(first.output.isEmpty)
    #expect(sandbox.place("tests") == "1")

    try sandbox.file(two, "")
    let second = try start(script)
    try second.until("second run") { sandbox.lines("handled.txt").last == "end \(two)" }
    #expect(second.end() == 0)
    #expect(sandbox.lines("handled.txt").filter { $0 == "begin \(one)" }.count == 1)
  }

  @Test func `at SIGTERM a worker waits for a slow disk`() throws {
    let source = try sandbox.file(
      "slow.c",
      """
      #include <fcntl.h>
      #include <sys/syscall.h>
      #include <unistd.h>
      int fsync(int descriptor) {
        if (access("slow", F_OK) == 0) {
          close(open("writing", O_CREAT, 0600));
          /* Longer than SIGTERM leaves a command that blocks the shell. */
          usleep(1500000);
        }
        return syscall(SYS_fsync, descriptor);
      }
      """)
    let library = "\(sandbox.home.path)/slow.so"
    let made = try Program.run(
      "/usr/bin/cc", ["-shared", "-fPIC", "-o", library, source], environment: sandbox.environment,
      directory: sandbox.home)
    try #require(made.status == 0, "\(made.errors)")
    try sandbox.file("run.sh", Self.held)
    let worker = try start(Self.heldScript, environment: ["LD_PRELOAD": library])
    try worker.until("place") { sandbox.place("tests") == "0" }
    let id = try other.addReview("one")
    try worker.until("run") { sandbox.lines("handled.txt") == [id] }
    try sandbox.file("slow", "")
    try sandbox.file("go", "")
    try worker.until("write") {
      FileManager.default.fileExists(atPath: "\(sandbox.home.path)/writing")
    }
    #expect(worker.end() == 0)
    #expect(sandbox.lines("handled.txt") == [id])
    #expect(worker.output.isEmpty)
    #expect(sandbox.place("tests") == "1")
  }

  @Test func `a second worker with the same name is refused`() throws {
    let first = try start()
    try first.until("place") { sandbox.place("tests") != nil }
    let second = try sandbox.seashell("-f", try sandbox.file("worker.sea", Self.script))
    #expect(second.status == 1)
    #expect(
      second.errors.contains("process \(first.process) already works as 'tests' on dev"),
      "\(second.errors)")
    #expect(first.end() == 0)
  }

  @Test func `a damaged position ends the worker at its start`() throws {
    let first = try start()
    try first.until("place") { sandbox.place("tests") != nil }
    #expect(first.end() == 0)
    try sandbox.file("state/seashell/places/dev/tests", "")
    let second = try sandbox.seashell("-f", try sandbox.file("worker.sea", Self.script))
    #expect(second.status == 1)
    #expect(second.errors.contains("is damaged"), "\(second.errors)")
  }

  @Test func `a position that cannot be stored ends the worker`() throws {
    let first = try start()
    try first.until("place") { sandbox.place("tests") != nil }
    // A folder in the way simulates a full disk.
    try FileManager.default.createDirectory(
      at: sandbox.home.appending(path: "state/seashell/places/dev/tests.new"),
      withIntermediateDirectories: false)
    _ = try other.addReview("one")
    #expect(first.wait() == 1)
    #expect(first.output.contains("the place 'tests' cannot be kept: cannot write"))
  }

  @Test func `Ctrl-C counts no event as handled whose run it ends`() throws {
    try sandbox.file("run.sh", Self.held)
    let script = """
      on reviews.review.added --durable tests do ! sh run.sh $event.review
      on api.data.deleted --durable tests do print deleted
      wait
      """
    let worker = try start(script)
    try worker.until("place") { sandbox.place("tests") == "0" }
    let id = try other.addReview("one")
    try worker.until("run") { sandbox.lines("handled.txt") == [id] }
    #expect(worker.end(with: SIGINT) == 128 + SIGINT)
    #expect(sandbox.place("tests") == "0")
    try sandbox.file("go", "")
    let second = try start(script)
    try second.until("place") { sandbox.place("tests") == "1" }
    #expect(second.end() == 0)
    #expect(sandbox.lines("handled.txt") == [id, id])
  }

  @Test func `a position that cannot be stored at SIGTERM is an error`() throws {
    try sandbox.file("run.sh", Self.held)
    let worker = try start(Self.heldScript)
    try worker.until("place") { sandbox.place("tests") == "0" }
    let id = try other.addReview("one")
    try worker.until("run") {
      try sandbox.lines("handled.txt") == [id] && Self.waits(worker.process)
    }
    try FileManager.default.createDirectory(
      at: sandbox.home.appending(path: "state/seashell/places/dev/tests.new"),
      withIntermediateDirectories: false)
    kill(worker.process, SIGTERM)
    try worker.until("signal") { try Self.terminates(worker.process) }
    try sandbox.file("go", "")
    #expect(worker.wait() == 1)
    #expect(worker.output.contains("the place 'tests' cannot be kept: cannot write"))
    #expect(sandbox.place("tests") == "0")
  }

  @Test func `a worker reports a lost server, and gets its events later`() throws {
    let database = "\(sandbox.home.path)/served.db"
    let before = try ServedShop("--database", database)
    let (mine, writer) = (try before.client(), try before.client())
    try writer.signIn()
    let worker = try RunningWorker(in: mine, ["-f", try mine.file("worker.sea", Self.script)])
    try worker.until("place") { mine.place("tests") != nil }
    #expect(before.end() == 0)
    try worker.until("notice") { worker.output.contains("lost the event feed of dev") }
    let after = try ServedShop(port: before.port, "--database", database)
    let id = try writer.addReview("meanwhile")
    try worker.until("review") { mine.lines("handled.txt") == [id] }
    #expect(worker.end() == 0)
    #expect(
      worker.output == """
        lost the event feed of dev; trying again
        the event feed of dev is back

        """)
    #expect(after.end() == 0)
  }

  @Test func `a worker reports events that the server no longer has`() throws {
    let first = try start()
    try first.until("place") { sandbox.place("tests") != nil }
    #expect(first.end() == 0)
    try sandbox.file("state/seashell/places/dev/tests", "4000\n")
    let second = try start()
    try second.until("notice") { second.output.contains("may be missing") }
    let id = try other.addReview("after")
    try second.until("review") { sandbox.lines("handled.txt") == [id] }
    #expect(second.end() == 0)
    #expect(
      second.output == "events after 4000 may be missing: the server no longer has them\n")
  }

  @Test func `a worker gets the embedded shop's events from other shells`() throws {
    let home = try Sandbox.signedIn()
    let worker = try RunningWorker(in: home, ["-f", try home.file("worker.sea", Self.script)])
    try worker.until("place") { home.place("tests", of: "embedded") != nil }
    let one = try home.addReview("one")
    try worker.until("review") { home.lines("handled.txt") == [one] }
    #expect(worker.end(with: SIGKILL) == 128 + SIGKILL)
    let two = try home.addReview("two")
    let next = try RunningWorker(in: home, ["-f", try home.file("worker.sea", Self.script)])
    try next.until("second review") { home.lines("handled.txt").last == two }
    #expect(next.end() == 0)
    #expect(home.lines("handled.txt").count <= 3)
  }

  /// Whether a process waits, as for a program that it has started: the first one's start looks at how SIGTERM is handled.
  private static func waits(_ process: pid_t) throws -> Bool {
    let status = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return status.contains(") S ")
  }

  /// Whether SIGTERM has its default effect on a process, as it has after the first one.
  private static func terminates(_ process: pid_t) throws -> Bool {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let caught = status.firstMatch(of: /SigCgt:\s*([0-9a-f]+)/).flatMap { UInt64($0.1, radix: 16) }
    return (caught ?? 0) & (1 << (UInt64(SIGTERM) - 1)) == 0
  }
}

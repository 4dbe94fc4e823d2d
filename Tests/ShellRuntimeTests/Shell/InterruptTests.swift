@testable import CoreSystem
import ShellTestSupport
@testable import ShellRuntime
import Glibc
@testable import SeashellTesting
import TestSupport
import Testing

@MainActor
@Suite struct InterruptTests {
  @Test(
    "A sleeping command is interrupted, and nothing after it runs",
    arguments: [
      ("sleep 100", "sleep 100"), ("sleep 100; print no", "sleep 100"),
      ("sleep 100 || print no", "sleep 100"), ("print a > /dev/null && sleep 100", "sleep 100"),
      ("time sleep 100", "time sleep 100"), ("sleep 100 > /dev/null", "sleep 100"),
      ("sleep 100 | cat", nil),
    ])
  func sleeping(script: String, marked: String?) async throws {
    for keepsGoing in [false, true] {
      let test = TestShell()
      test.settings.keepsGoing = keepsGoing
      let run = Task { await test.run("\(script)\nprint no") }
      await test.clock.sleepers(1)
      test.interrupts.raise()
      let outcome = await run.value
      #expect(outcome.status == 130 && outcome.output.isEmpty)
      let lines = outcome.errors.split(separator: "\n").filter { !$0.hasSuffix("s") }
      #expect(lines.first == "test:1: interrupted")
      #expect(lines.count == 3)
      if let marked { #expect(lines.last?.count { $0 == "^" } == marked.count) }
    }
  }

  @Test(
    "A source of thousands of records is interrupted while a stage is busy",
    arguments: [
      "from lines FILE | each { sleep 100 }", "from lines FILE | each sleep 100",
      "from lines FILE | each --jobs 3 { sleep 100 }", "from lines < FILE | each { sleep 100 }",
      "let l = from lines FILE | each { sleep 100 }",
      "from lines FILE | first 2500 | each { sleep 100 }",
      "try { from lines FILE | each { sleep 100 } } else { print no }",
      "from lines FILE | each { from lines FILE | each { sleep 100 } }",
    ])
  func busySources(line: String) async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("lines", String(repeating: "a line\n", count: 3_000))
    let test = TestShell()
    let run = Task { await test.run("\(line.replacing("FILE", with: file))\nprint no") }
    await test.clock.sleepers(1)
    test.interrupts.raise()
    let outcome = await run.value
    #expect(outcome.status == 130 && outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("test:1: interrupted\n"))
  }

  @Test(
    "A source that waits for bytes is interrupted",
    arguments: [
      "from lines FIFO", "from lines FIFO | count", "from lines FIFO | each { sleep 100 }",
      "let l = from lines FIFO", "for l in from lines FIFO { print no }",
      "from lines FIFO | sort-by line", "from lines < FIFO | to json",
      "from lines FIFO | ! cat | from lines | each { sleep 100 }",
    ])
  func waitingSources(line: String) async throws {
    let folder = try TemporaryFolder()
    let fifo = "\(folder.path)/fifo"
    #expect(mkfifo(fifo, 0o600) == 0)
    let held = open(fifo, O_RDWR | O_CLOEXEC)
    defer { close(held) }
    let test = TestShell()
    let run = Task { await test.run("\(line.replacing("FIFO", with: fifo))\nprint no") }
    while !test.interrupts.isWaiting { await Task.yield() }
    test.interrupts.raise()
    let outcome = await run.value
    #expect(outcome.status == 130 && outcome.output.isEmpty)
  }

  @Test func `Waiting for input is interrupted`() async throws {
    let pipe = try InputPipe()
    let sink = WaitingSink()
    let test = TestShell(output: sink)
    let run = Task { await test.run(descriptor: pipe.reading) }
    // The last line is incomplete, and longer than one read.
    pipe.write(Array("print a\nprint ".utf8) + [UInt8](repeating: 0x62, count: 60_000))
    await sink.bytes(2)
    test.interrupts.raise()
    #expect(await run.value == .init(130, "a\n", "stdin:2: interrupted\n"))
  }

  @Test(
    "Commands that never suspend can be interrupted between each other",
    arguments: [
      ("shop interrupt\nprint no", 2, "print no"), ("shop interrupt; print no", 1, nil),
      ("shop interrupt || print no", 1, nil), ("shop interrupt && print no", 1, nil),
      ("shop fail || shop interrupt; print no\nprint no", 1, nil),
      ("shop interrupt > /dev/null\n\nprint no", 2, ""),
    ] as [(String, Int, String?)])
  func busyLoops(script: String, line: Int, source: String?) async throws {
    for keepsGoing in [false, true] {
      let test = TestShell()
      test.settings.keepsGoing = keepsGoing
      let outcome = await test.run(script)
      #expect(outcome.status == 130 && outcome.output.isEmpty)
      #expect(outcome.errors.contains("test:\(line): interrupted\n"))
      if let source, !source.isEmpty { #expect(outcome.errors.contains("\n  \(source)\n")) }
    }
  }

  @Test func `An interruption is the status, whatever failed before it`() async throws {
    let test = TestShell()
    test.settings.keepsGoing = true
    #expect(await test.run("shop fail invalid\nshop interrupt\nprint no").status == 130)
  }

  @Test func `A sourced script is interrupted with its caller, and that is reported once`()
    async throws
  {
    let folder = try TemporaryFolder()
    let inner = try folder.write("inner", "print a\nsleep 100\nprint no\n")
    let test = TestShell()
    let run = Task { await test.run("source \(inner) || print no\nprint no") }
    await test.clock.sleepers(1)
    test.interrupts.raise()
    #expect(
      await run.value
        == .init(130, "a\n", "\(inner):2: interrupted\n  sleep 100\n  ^^^^^^^^^\n"))
  }

  @Test(
    "Waiting for the other end of a named pipe can be interrupted",
    arguments: ["source FIFO", "print a > FIFO", "print a | cat > FIFO"], [false, true])
  func namedPipes(line: String, isTyped: Bool) async throws {
    let folder = try TemporaryFolder()
    let fifo = "\(folder.path)/fifo"
    #expect(mkfifo(fifo, 0o600) == 0)
    let test = TestShell()
    let line = line.replacing("FIFO", with: fifo)
    let run = Task {
      isTyped
        ? await test.type(.line(line), .line("print $?")) : await test.run("\(line)\nprint no")
    }
    await until { test.interrupts.isWaiting }
    test.interrupts.raise()
    let outcome = await run.value
    #expect(outcome.status == (isTyped ? 0 : 130))
    #expect(outcome.output == (isTyped ? "130\n" : ""))
  }

  @Test func `A script can be read from a named pipe that is opened later`() async throws {
    let folder = try TemporaryFolder()
    let fifo = "\(folder.path)/fifo"
    #expect(mkfifo(fifo, 0o600) == 0)
    let test = TestShell()
    let run = Task { await test.run("source \(fifo)") }
    await until { test.interrupts.isWaiting }
    let writing = open(fifo, O_WRONLY | O_CLOEXEC)
    #expect(write(writing, "print a\nprint b", 15) == 15)
    close(writing)
    #expect(await run.value == .init(0, "a\nb\n"))
  }

  @Test func `SIGINT interrupts the running command`() async throws {
    // The signal reaches every handler in the process.
    await #expect(processExitsWith: .success) {
      let interrupts = Interrupts(handlesSignal: true)
      let clock = ManualClock()
      let waiting = Task { @MainActor in
        try await interrupts.cancelling { try await clock.sleep(for: .seconds(1)) }
      }
      await clock.sleepers(1)
      #expect(!interrupts.flag.isRaised)
      kill(getpid(), SIGINT)
      await #expect(throws: CancellationError.self) { try await waiting.value }
      #expect(interrupts.flag.isRaised)
    }
  }

  @Test func `SIGINT that a pager receives too never ends the process`() {
    let interrupts = Interrupts()
    interrupts.isShared.raise()
    for _ in 1...3 { interrupts.handleSignal() }
    #expect(interrupts.flag.isRaised)
  }

  @Test(arguments: [
    "print a | sh -c 'PREPARE exec sleep 1000'",
    "print a | sh -c 'PREPARE exec sleep 1000' | cat",
    "exit | sh -c 'PREPARE exec sleep 1000'",
    "shop list 1000000 | sh -c 'PREPARE exec sleep 1000'",
    "print a | sh -c 'trap \"\" TERM INT; PREPARE exec sleep 1000'",
  ])
  func `A program that ignores an interruption is ended`(line: String) async throws {
    let folder = try TemporaryFolder()
    let fifo = "\(folder.path)/ready"
    #expect(mkfifo(fifo, 0o600) == 0)
    let descriptor = open(fifo, O_RDWR | O_CLOEXEC)
    defer { close(descriptor) }
    let test = TestShell()
    let script = line.replacing("PREPARE", with: "echo $$ > \(fifo);")
    let interrupts = test.interrupts
    // Not on the main actor, which is blocked by a program that does not read.
    let user = BlockingExecutor.task {
      // The program is running, and handles signals by itself.
      var bytes = [UInt8](repeating: 0, count: 32)
      let count = read(descriptor, &bytes, bytes.count)
      interrupts.raise()
      return pid_t(String(decoding: bytes[..<max(0, count - 1)], as: UTF8.self))
    }
    let outcome = await test.run("\(script)\nprint no")
    let process = try #require(try await user.value)
    #expect(outcome.status == (line.hasPrefix("exit") ? 0 : 130))
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.errors.split(separator: "\n").count { $0.contains("interrupted") }
        == (line.hasPrefix("exit") ? 0 : 1))
    #expect(kill(process, 0) == -1 && errno == ESRCH)
  }
}

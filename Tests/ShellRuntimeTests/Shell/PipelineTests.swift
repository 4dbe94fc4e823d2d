import CoreSystem
import ShellTestSupport
import ShellRuntime
import FoundationEssentials
import Glibc
import SeashellTesting
import Testing

@MainActor
@Suite struct PipelineTests {
  @Test(
    "Results go through programs and end in a file",
    arguments: [
      ("print b | cat > OUT", "b\n"),
      ("shop list 3 | sort -r | head -n 2 > OUT", "3\tthing 3\n2\tthing 2\n"),
      ("shop list 2 -o csv | cat > OUT", "id,name\r\n1,thing 1\r\n2,thing 2\r\n"),
      ("print a > OUT; print b > OUT", "b\n"),
      ("print a > OUT; print b >> OUT; print c | cat >> OUT", "a\nb\nc\n"),
      ("print a >> OUT", "a\n"),
      ("shop later | tr a-z A-Z > OUT", "LATER\n"),
      ("let x = 'a b'; print c | printf '[%s]' $x \"$x\" 'c'd > OUT", "[a b][a b][cd]"),
      ("print a | sh -c 'cat; echo \"$1\"' sh '$HOME;|' > OUT", "a\n$HOME;|\n"),
      ("print \"é 日\" | cat > OUT", "é 日\n"),
      ("let f = 'OUT'; print a > $f", "a\n"),
      (
        "help | cat > /dev/null; print --help | head -n 1 > OUT",
        "Print words, separated by blanks\n"
      ),
    ])
  func files(line: String, content: String) async throws {
    let folder = try TemporaryFolder()
    let outcome = await TestShell().run(line.replacing("OUT", with: "\(folder.path)/out"))
    #expect(outcome == .init(0))
    #expect(try folder.read("out") == content)
  }

  @Test(
    "A pipeline's status is that of its last failing stage",
    arguments: [
      ("print a | true", 0, nil, ""),
      ("print a | false", 1, "'false' ended with status 1", "          ^^^^^"),
      ("print a | sh -c 'exit 3'", 3, "'sh' ended with status 3", "          ^^^^^^^^^^^^^^"),
      ("print a | sh -c 'exit 3' | cat", 3, "'sh' ended with status 3", "          ^^^^^^^^^^^^^^"),
      (
        "print a | sh -c 'exit 255'", 255, "'sh' ended with status 255",
        "          ^^^^^^^^^^^^^^^^"
      ),
      (
        "print a | sh -c 'kill -9 $$'", 137, "'sh' was ended by signal 9",
        "          ^^^^^^^^^^^^^^^^^^"
      ),
      (
        "print a | nosuchprogram x", 2, "no program on PATH is called 'nosuchprogram'",
        "          ^^^^^^^^^^^^^^^"
      ),
      (
        "print a | cat | nosuchprogram", 2, "no program on PATH is called 'nosuchprogram'",
        "                ^^^^^^^^^^^^^"
      ),
      ("print a | /tmp", 1, "cannot start '/tmp': Permission denied", "          ^^^^"),
      ("print a | ''", 2, "no program on PATH is called ''", "          ^^"),
    ] as [(String, Int32, String?, String)])
  func statuses(line: String, status: Int32, message: String?, caret: String) async throws {
    let redirected = line + " > /dev/null"
    let outcome = await TestShell().run(redirected)
    #expect(outcome.status == status)
    guard let message else { return #expect(outcome.errors.isEmpty) }
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.map(String.init) == ["test:1: \(message)", "  \(redirected)", "  \(caret)"])
  }

  @Test func `If several stages fail, each failure is reported and the last status counts`()
    async throws
  {
    let test = TestShell()
    let outcome = await test.run("shop show 200 | sh -c 'cat; exit 3' | sh -c 'cat; exit 4' | cat")
    #expect(outcome.status == 4)
    let messages = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("test:1: ") }
    #expect(
      messages.map { String($0.dropFirst(8)) } == [
        "there is no thing 200; shop list shows them", "'sh' ended with status 3",
        "'sh' ended with status 4",
      ])
    #expect(await test.run("shop show 200 | cat").status == 3)
    #expect(await test.run("shop fail invalid | false || print $?").output == "1\n")
  }

  @Test func `The output of a failing command reaches the programs and the file`() async throws {
    let folder = try TemporaryFolder()
    for line in ["shop half | cat > OUT", "shop half > OUT", "time shop half | cat > OUT"] {
      let outcome = await TestShell().run(
        line.replacing("OUT", with: "\(folder.path)/out"))
      #expect(outcome.status == 8)
      #expect(try folder.read("out") == "1\tthing 1\n2\tthing 2\n")
    }
  }

  @Test(arguments: [
    "shop list 100000 | head -n 1 > OUT", "shop list 100000 | cat | head -n 1 > OUT",
    "shop list 100000 -o json | sh -c 'read line; echo 1; exec <&-' > OUT",
    "time shop list 100000 | head -n 1 > OUT",
  ])
  func `A program that stops reading is not a failure`(line: String) async throws {
    let folder = try TemporaryFolder()
    let test = TestShell()
    let outcome = await test.run(line.replacing("OUT", with: "\(folder.path)/out"))
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty || line.hasPrefix("time"))
    #expect(try folder.read("out").hasPrefix("1"))
  }

  @Test func `A file that cannot be written is reported, and the command does not run`()
    async throws
  {
    let folder = try TemporaryFolder()
    let test = TestShell()
    let path = "\(folder.path)/no/out"
    let caret = String(repeating: "^", count: path.count)
    #expect(
      await test.run("shop interrupt > \(path)").errors
        == "test:1: cannot write to '\(path)': No such file or directory\n"
        + "  shop interrupt > \(path)\n                   \(caret)\n")
    #expect(!test.interrupts.flag.isRaised)
    #expect(await test.run("print a > /tmp").status == 1)
    let full = await test.run("print a > /dev/full")
    #expect(full.status == 1)
    #expect(full.errors.hasPrefix("test:1: cannot write to '/dev/full': No space left on device"))
    #expect(await test.run("print a > ''").status == 1)
  }

  @Test(
    arguments: ["print first; print a > FIFO", "print first; print a | cat > FIFO"])
  func `A named pipe without a reader is waited for, and the wait is interrupted`(
    line: String
  ) async throws {
    let folder = try TemporaryFolder()
    let fifo = folder.file("fifo")
    #expect(mkfifo(fifo, 0o600) == 0)
    let sink = WaitingSink()
    let test = TestShell(output: sink)
    let run = Task { await test.run(line.replacing("FIFO", with: fifo)) }
    await sink.bytes(6)
    test.interrupts.raise()
    let outcome = await run.value
    #expect(outcome.status == 130 && outcome.output == "first\n")
    #expect(outcome.errors.hasPrefix("test:1: interrupted\n"))
  }

  @Test(
    arguments: [
      ("print a > FIFO", "a\n"), ("print a >> FIFO", "a\n"), ("print a | cat > FIFO", "a\n"),
      // O_WRONLY and O_LARGEFILE, but not O_NONBLOCK.
      ("print a | grep flags /proc/self/fdinfo/1 > FIFO", "flags:\t0100001\n"),
    ])
  func `A named pipe is written to as soon as it has a reader`(
    line: String, content: String
  ) async throws {
    let folder = try TemporaryFolder()
    let fifo = folder.file("fifo")
    #expect(mkfifo(fifo, 0o600) == 0)
    let sink = WaitingSink()
    let test = TestShell(output: sink)
    let run = Task { await test.run("print first; \(line.replacing("FIFO", with: fifo))") }
    await sink.bytes(6)
    let reading = open(fifo, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reading) }
    #expect(await run.value == .init(0, "first\n"))
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = read(reading, &bytes, bytes.count)
    #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == content)
  }

  @Test func `Held results are shown before programs write to the terminal`() async throws {
    let order = Order()
    let test = TestShell(output: order)
    #expect(await test.run("print a; print b | true; print c").status == 0)
    #expect(order.pieces == ["a\n", "SHOWN", "c\n"])
  }

  @Test func `A new file has the permissions allowed by the user's mask`() async throws {
    let folder = try TemporaryFolder()
    _ = await TestShell().run("print a > \(folder.path)/out")
    var status = stat()
    #expect(stat("\(folder.path)/out", &status) == 0)
    // Not with umask(2), which would change it for tests that run at the same time.
    let process = try String(contentsOf: URL(filePath: "/proc/self/status"), encoding: .utf8)
    let digits = try #require(process.firstMatch(of: /Umask:\s*([0-7]+)/)?.1)
    let mask = try #require(mode_t(digits, radix: 8))
    #expect(status.st_mode & 0o777 == 0o666 & ~mask)
  }

  @Test func `Earlier output comes before a pipeline's output`() async throws {
    let order = Order()
    let test = TestShell(output: order)
    let folder = try TemporaryFolder()
    let inner = try folder.write("inner", "print a\nprint b | cat\nprint c\n")
    _ = await test.run("source \(inner) > \(folder.path)/out")
    #expect(try folder.read("out") == "a\nb\nc\n")
    _ = await test.run("print a; print b | sh -c 'cat >/dev/null' ; print c")
    #expect(order.pieces == ["a\n", "SHOWN", "c\n"])
  }

  @Test func `Two hundred pipelines leave no descriptor open and no program behind`() async {
    // The count covers the whole process.
    await #expect(processExitsWith: .success) { try await Self.runTwoHundredPipelines() }
  }

  private static func runTwoHundredPipelines() async throws {
    let test = TestShell()
    let folder = try TemporaryFolder()
    // A program with a name of its own, so that other tests' programs are not counted.
    let program = "\(folder.path)/leftover"
    #expect(symlink("/bin/cat", program) == 0)
    let before = openDescriptors
    let lines = [
      "print a | \(program) | \(program) > \(folder.path)/out",
      "print a | \(program) | nosuchprogram", "shop fail | \(program) > \(folder.path)/out",
      "shop list 10000 | \(program) | head -n 1 > \(folder.path)/out",
    ]
    test.settings.keepsGoing = true
    for _ in 1...50 { _ = await test.run(lines.joined(separator: "\n")) }
    // The runtime itself opens some descriptors; a leak would be at least two hundred.
    #expect(openDescriptors < before + 100)
    #expect(children(named: "leftover") == 0)
  }

  private static var openDescriptors: Int { entries(of: "/proc/self/fd").count }

  private static func children(named name: String) -> Int {
    entries(of: "/proc").count { entry in
      guard Int(entry) != nil, let status = contents(of: "/proc/\(entry)/stat") else {
        return false
      }
      return status.contains("(\(name))")
        && status.split(separator: ")").last?.split(separator: " ").dropFirst().first
          == "\(getpid())"
    }
  }

  private static func entries(of path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var entries: [String] = []
    while let entry = readdir(folder) {
      entries.append(
        withUnsafeBytes(of: entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return entries
  }

  private static func contents(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = read(descriptor, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }

  /// Keeps each piece separately, in order.
  private final class Order: KeepingSink {
    private(set) var bytes: [UInt8] = []
    private(set) var pieces: [String] = []

    func write(_ bytes: UnsafeRawBufferPointer) {
      self.bytes += bytes
      pieces.append(String(decoding: bytes, as: UTF8.self))
    }

    func showNow() { pieces.append("SHOWN") }
  }
}

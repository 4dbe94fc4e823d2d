import CoreSystem
import Foundation
import Glibc
import SeashellKit
@testable import SeashellModules
import SeashellTesting
import TestSupport
import Testing

@Suite(.mayBlock) @MainActor struct ProcessTests {
  @Test func `a process gets and writes lines in order`() async throws {
    var limits = ProcessProbe.limits
    // It ends by itself when its input ends, however long that takes on a busy machine.
    limits.grace = .seconds(30)
    let probe = try ProcessProbe(["cat"], limits: limits)
    let process = try #require(probe.process)
    for number in 1...100 { try await process.send(Array("line \(number)\n".utf8)) }
    await probe.wait { probe.values.count == 100 }
    #expect(probe.texts == (1...100).map { "line \($0)" })
    #expect(try #require(process.memory) > 0)
    let end = try await probe.stop()
    #expect(end.status == .status(0))
    #expect(end.error == nil)
    #expect(process.memory == nil)
    #expect(await ProcessProbe.isGone(process.id))
  }

  @Test func `input larger than a pipe is sent while the process reads`() async throws {
    let probe = try ProcessProbe(["wc", "-c"], .program)
    let process = try #require(probe.process)
    try await process.send([UInt8](repeating: 0x61, count: 3 << 20))
    process.closeInput()
    let end = try await probe.ended()
    #expect(end.status == .status(0))
    #expect(probe.texts == ["\(3 << 20)"])
  }

  @Test func `a waiting send ends when its task is cancelled`() async throws {
    let probe = try ProcessProbe(["sleep", "100"])
    let process = try #require(probe.process)
    let sending = Task.immediate {
      try await process.send([UInt8](repeating: 0x61, count: 1 << 20))
    }
    sending.cancel()
    await #expect(throws: CancellationError.self) { try await sending.value }
    process.interrupt()
    #expect(try await probe.ended().status == .signal(SIGINT))
  }

  @Test func `a waiting send ends when its process is killed`() async throws {
    let probe = try ProcessProbe(["sleep", "100"])
    let process = try #require(probe.process)
    let sending = Task.immediate {
      try await process.send([UInt8](repeating: 0x61, count: 1 << 20))
    }
    kill(-process.id, SIGKILL)
    await #expect(throws: ModuleError("it was ended by signal 9 (killed)")) {
      try await sending.value
    }
    #expect(await ProcessProbe.isGone(process.id))
  }

  @Test func `a process that has ended accepts no input`() async throws {
    let probe = try ProcessProbe(["true"])
    _ = try await probe.ended()
    await #expect(throws: ModuleError("it ended with status 0")) {
      try await probe.process?.send([0x0A])
    }
  }

  @Test(arguments: [
    (["no-such-program"], "no program on PATH is called 'no-such-program'"),
    (["./no-such-program"], "there is no program './no-such-program'"),
    (["Tests/ModuleServers/misbehave.py"], "'Tests/ModuleServers/misbehave.py' is not a program"),
    (["Tests/"], "'Tests/' is not a program"),
    ([""], "no program on PATH is called ''"),
    ([], "its command line is empty"),
  ])
  func `a program that cannot be started is named`(command: [String], message: String) {
    let error = #expect(throws: ModuleError.self) { try ProcessProbe(command) }
    #expect(error?.reason == message)
  }

  @Test func `a program of an unknown format is named, with advice`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("script")
    // Not opened for writing, since that would make it busy for a process that is started meanwhile.
    mknod(path, S_IFREG | 0o700, 0)
    let error = #expect(throws: ModuleError.self) { try ProcessProbe([path]) }
    #expect(error?.reason == "'\(path)' cannot be started: Exec format error")
    #expect(error?.hint == "a script begins with a line such as #!/bin/sh")
  }

  @Test func `a process has its own session, signals, descriptors and limits`() async throws {
    var limits = ProcessProbe.limits
    limits.files = 77
    limits.memory = 1 << 30
    // A descriptor without close-on-exec.
    let open = dup(STDERR_FILENO)
    defer { close(open) }
    let probe = try ProcessProbe(
      [
        "sh", "-c",
        "read go; cut -d' ' -f1,6 /proc/$$/stat; ls /proc/$$/fd; ulimit -n; ulimit -Hn; ulimit -d; "
          + "ulimit -c; grep -E 'Sig(Blk|Ign)' /proc/$$/status | sed s/00000001800/00000000000/",
      ], .program, limits: limits)
    let process = try #require(probe.process)
    try await process.send([0x0A])
    _ = try await probe.ended()
    // Among the ignored signals, `sed` omits 32 and 33, which belong to the C library.
    #expect(
      probe.texts == [
        "\(process.id) \(process.id)", "0", "1", "2", "77", "77", "\(1 << 20)", "0",
        "SigBlk:\t0000000000000000", "SigIgn:\t0000000000000000",
      ])
  }

  @Test func `a module's process has a clean environment`() async throws {
    let probe = try ProcessProbe(
      ["env"], .program,
      environment: ModuleEnvironment.clean(
        adding: ["API_KEY": "k", "LANG": "C"], gateway: "http://127.0.0.1:1/x",
        from: [
          "PATH": "/usr/bin:/bin", "HOME": "/h", "LC_ALL": "C", "XDG_CACHE_HOME": "/c",
          "SEASHELL_TOKEN": "secret", "AWS_SECRET_ACCESS_KEY": "secret", "TERM": "xterm",
          "LANG": "de_DE", "SEASHELL_GATEWAY": "another's", "LD_PRELOAD": "x",
        ]))
    _ = try await probe.ended()
    #expect(
      probe.texts.sorted() == [
        "API_KEY=k", "HOME=/h", "LANG=C", "LC_ALL=C", "PATH=/usr/bin:/bin",
        "SEASHELL_GATEWAY=http://127.0.0.1:1/x", "TERM=dumb", "XDG_CACHE_HOME=/c",
      ])
  }

  @Test func `a process ends when its owner releases it`() async throws {
    var probe: ProcessProbe? = try ProcessProbe(["sleep", "100"])
    let id = try #require(probe?.process?.id)
    probe = nil
    #expect(await ProcessProbe.isGone(id))
  }

  @Test func `200 processes in a row leave nothing behind`() async throws {
    // In a process of its own, where nothing else opens files.
    await #expect(processExitsWith: .success) {
      try await leaveNothingBehind()
    }
  }

  @Test func `a process that writes too fast has to wait`() async throws {
    var limits = ProcessProbe.limits
    limits.waitingMessages = 100
    limits.bytesPerSecond = 1 << 30
    let probe = try ProcessProbe(["yes"], limits: limits)
    let id = try #require(probe.process?.id)
    // The main actor is busy until the writer has written nothing for 50 ms.
    var (written, still) = ("", 0)
    while still < 50 {
      let now = try String(contentsOfFile: "/proc/\(id)/io", encoding: .utf8)
      (written, still) = (now, now == written ? still + 1 : 0)
      poll(nil, 0, 1)
    }
    #expect(probe.values.isEmpty)
    await probe.wait { !probe.values.isEmpty }
    // The lines of a few reads.
    #expect(probe.values.count <= 4 * 32_768)
    #expect(Set(probe.texts) == ["y"])
    _ = try await probe.stop()
  }

  @Test func `the output of one process does not delay another`() async throws {
    var limits = ProcessProbe.limits
    limits.waitingMessages = 100
    limits.bytesPerSecond = 1 << 30
    let flood = try ProcessProbe(["yes"], limits: limits)
    await flood.wait { !flood.values.isEmpty }
    let list = try ProcessProbe(["seq", "20000"], .program, limits: limits)
    #expect(try await list.ended().error?.reason == "it ended with status 0")
    #expect(list.texts == (1...20_000).map(String.init))
    #expect(flood.process?.end == nil)
    _ = try await flood.stop()
  }

  @Test(arguments: [
    ("echo a; %; echo; echo z", [1, 4 << 20, 1]), ("echo a; %", [1, 4 << 20]),
  ])
  func `a long line of output keeps its place`(script: String, sizes: [Int]) async throws {
    var limits = ProcessProbe.limits
    limits.messageSize = 4 << 20
    let line = "head -c \(4 << 20) /dev/zero | tr '\\0' x"
    let probe = try ProcessProbe(
      ["sh", "-c", script.replacing("%", with: line)], .program, limits: limits)
    #expect(try await probe.ended().isMidLine == false)
    #expect(probe.texts.map(\.utf8.count) == sizes)
  }

  @Test func `an invalid long line ends the process`() async throws {
    var limits = ProcessProbe.limits
    limits.messageSize = 4 << 20
    let probe = try ProcessProbe(
      ["sh", "-c", "head -c \(2 << 20) /dev/zero | tr '\\0' x; echo; echo 1; sleep 100"],
      limits: limits, decode: JSONLine.value)
    #expect(
      try await probe.ended().error?.reason
        == "it wrote a line that is not JSON: expected a value at byte 0")
    #expect(probe.values.isEmpty)
  }

  @Test func `a program does not time out while the shell is not reading`() async throws {
    var limits = ProcessProbe.limits
    limits.waitingMessages = 100
    limits.bytesPerSecond = 1 << 30
    limits.silence = .milliseconds(200)
    let probe = try ProcessProbe(["yes"], .program, limits: limits)
    // The main actor is busy for longer than the program may be silent.
    poll(nil, 0, 1_000)
    await probe.wait { !probe.values.isEmpty }
    let end = try await probe.stop()
    #expect(end.breach == nil)
    #expect(end.wasAsked)
  }
}

@MainActor private func leaveNothingBehind() async throws {
  func open() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
  }
  for number in 0..<220 {
    let probe = try ProcessProbe(["sh", "-c", "echo hello; cat"])
    await probe.wait { !probe.values.isEmpty }
    let end = number % 2 == 0 ? try await probe.stop() : try await probe.ended(killing: true)
    #expect(end.error == nil || number % 2 == 1)
    if number == 20 { opened = try open() }
  }
  #expect(try open() == opened)
  // All are reaped: this process has no child.
  #expect(waitpid(-1, nil, WNOHANG) == -1)
}

@MainActor private var opened = 0

extension ProcessProbe {
  fileprivate func ended(killing: Bool) async throws -> ProcessEnd {
    if killing, let process { kill(-process.id, SIGKILL) }
    return try await ended()
  }
}

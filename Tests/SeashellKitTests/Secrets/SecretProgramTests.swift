import FoundationEssentials
import Glibc
import SeashellTesting
import TestSupport
import Testing

@testable import SeashellKit

/// Secrets that programs print.
@MainActor
@Suite(.mayBlock) struct SecretProgramTests {
  private let folder: TemporaryFolder
  private let clock = ManualClock()

  init() throws {
    folder = try TemporaryFolder()
    chmod(folder.path, 0o700)
  }

  private func reader(_ variables: SecretVariables? = nil) -> SecretReader {
    let path = "bin:\(folder.path):/usr/bin:/bin"
    return SecretReader(
      variables ?? SecretVariables { _ in nil }, limit: .seconds(30), clock: clock
    ) { ["PATH": path, "WH_KEY": "geheim", "LANG": "C"] }
  }

  private func script(_ text: String) -> SecretSource { .command(["sh", "-c", text]) }

  private func message(_ source: SecretSource) async throws -> String {
    let reader = reader()
    let error = try #require(
      await #expect(throws: ShellError.self) { try await reader.read(source, for: "wh:live") })
    #expect(error.code == .unauthorized)
    return error.message
  }

  private func program(_ name: String, _ text: String, mode: mode_t = 0o700) throws {
    let path = try folder.write(name, "#!/bin/sh\n\(text)\n")
    chmod(path, mode)
  }

  @Test(arguments: [
    ("echo k-1", "k-1"), ("printf k-1", "k-1"), ("printf 'a b\\r\\n'", "a b"),
    ("cat; echo end", "end"), ("echo no >&2; echo yes", "yes"),
    ("head -c 300000 /dev/zero >&2; echo yes", "yes"),
    ("(true < /dev/tty) 2>/dev/null && echo terminal || echo none", "none"),
    ("head -c 65536 /dev/zero | tr '\\0' k | tail -c 3", "kkk"),
    ("echo $0 $1", "name"),
  ])
  func `a program prints the secret`(text: String, secret: String) async throws {
    let source = SecretSource.command(["sh", "-c", text, "name"])
    #expect(try await reader().read(source, for: "wh:live").text == secret)
  }

  @Test func `a secret program gets its words as they are, without a shell`() async throws {
    let words = "$(id); `id` * ~ > \(folder.path)/made | \"$HOME\""
    #expect(try await reader().read(.command(["printf", "%s", words]), for: "a").text == words)
    #expect(access(folder.file("made"), F_OK) != 0)
  }

  @Test(arguments: [
    ("echo geheim; exit 3", "ended with status 3"), ("kill -9 $$", "was ended by signal 9"),
    ("true", "printed no text"), ("echo geheim; echo 2", "printed more than one line"),
    ("printf 'geheim\\0'", "printed a control character"),
    ("printf 'geheim\\377'", "printed text that is not UTF-8"),
    ("exec head -c 70000 /dev/zero", "printed more than 64 KiB"),
    ("exec cat /dev/zero", "printed more than 64 KiB"),
  ])
  func `a secret program's error hides its output`(text: String, problem: String) async throws {
    #expect(try await message(script(text)) == "the program 'sh' for wh:live \(problem)")
  }

  @Test func `a secret program gets no variable that has a secret`() async throws {
    let variables = SecretVariables { $0 == "WH_KEY" ? "geheim" : nil }
    #expect(
      try await reader(variables).read(script("echo $WH_KEY"), for: "a").text == "geheim")
    variables.take(["WH_KEY"])
    #expect(
      try await reader(variables).read(script("echo none $WH_KEY"), for: "a").text == "none")
  }

  @Test func `a secret program is found on PATH, but not in a relative folder`() async throws {
    try program("key", "echo k-1")
    let reader = reader()
    #expect(try await reader.read(.command(["key"]), for: "a").text == "k-1")
    #expect(try await reader.read(.command([folder.file("key")]), for: "a").text == "k-1")
    #expect(
      try await message(.command(["no-such-program"]))
        == "the program 'no-such-program' for wh:live is not on PATH")
    let path = folder.file("none")
    #expect(
      try await message(.command([path]))
        == "the program '\(path)' for wh:live cannot be started: there is no such program")
  }

  @Test(arguments: [0o720, 0o702] as [mode_t])
  func `a program that other users can change is not started`(mode: mode_t) async throws {
    try program("key", "touch \(folder.path)/started; echo k-1", mode: mode)
    #expect(
      try await message(.command(["key"]))
        == "the program 'key' for wh:live is a file that other users can change")
    chmod(folder.file("key"), 0o700)
    chmod(folder.path, 0o777)
    #expect(
      try await message(.command(["key"]))
        == "the program 'key' for wh:live is a file that other users can replace, since they may"
        + " change the folder \(folder.path)")
    #expect(access(folder.file("started"), F_OK) != 0)
  }

  @Test func `several callers at the same time run a secret program once`() async throws {
    // A run that cannot be counted, on a full disk, is an error of the program.
    try program("key", "echo x >> \(folder.path)/runs || exit 9; echo k-1")
    let reader = reader()
    async let one = reader.read(.command(["key"]), for: "a")
    async let two = reader.read(.command(["key"]), for: "b")
    let texts = try await [one.text, two.text]
    #expect(texts == ["k-1", "k-1"])
    #expect(try await reader.read(.command(["key"]), for: "c").text == "k-1")
    let runs = try folder.read("runs")
    #expect(runs == "x\n")
    reader.forget(.command(["key"]))
    #expect(try await reader.read(.command(["key"]), for: "c").text == "k-1")
    let allRuns = try folder.read("runs")
    #expect(allRuns == "x\nx\n")
  }

  @Test func `a secret program that fails is run again`() async throws {
    try program("key", "[ -e \(folder.path)/second ] && echo k-2; touch \(folder.path)/second")
    let reader = reader()
    await #expect(throws: ShellError.self) { try await reader.read(.command(["key"]), for: "a") }
    #expect(try await reader.read(.command(["key"]), for: "a").text == "k-2")
  }

  /// A program that reports its start through a pipe, which stays open until its whole group has ended.
  private func hanging() throws -> (SecretSource, fifo: String) {
    let fifo = folder.file("fifo")
    #expect(mkfifo(fifo, 0o600) == 0)
    return (script("exec 3> \(fifo); echo begun >&3; sleep 600 & wait"), fifo)
  }

  @Test func `a secret program that takes too long is killed with its children`() async throws {
    let (source, fifo) = try hanging()
    let reader = reader()
    let task = Task { try await reader.read(source, for: "wh:live") }
    await clock.sleepers(1)
    let descriptor = await offMain { open(fifo, O_RDONLY | O_CLOEXEC) }
    #expect(await offMain { Self.readLine(descriptor) } == "begun")
    clock.advance(by: .seconds(30))
    let error = await #expect(throws: ShellError.self) { try await task.value }
    #expect(error?.message == "the program 'sh' for wh:live took longer than 30 seconds")
    // The pipe ends when the last process of the group has ended.
    #expect(await offMain { Self.readToEnd(descriptor) } == "")
  }

  @Test func `a secret program is killed when all callers are interrupted`() async throws {
    let (source, fifo) = try hanging()
    let reader = reader()
    let tasks = (0..<2).map { _ in Task { try await reader.read(source, for: "wh:live") } }
    let descriptor = await offMain { open(fifo, O_RDONLY | O_CLOEXEC) }
    #expect(await offMain { Self.readLine(descriptor) } == "begun")
    for task in tasks { task.cancel() }
    for task in tasks {
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    // The pipe ends when the last process of the group has ended.
    #expect(await offMain { Self.readToEnd(descriptor) } == "")
  }

  @Test func `a program stores a secret from its input`() async throws {
    try program("keep", "cat > \(folder.path)/kept")
    let secret = String(repeating: "k", count: 200_000)
    try await reader().store(Secret(secret), by: ["keep", "wh"], for: "wh:live")
    #expect(try folder.read("kept") == secret)
    let reader = reader()
    let error = await #expect(throws: ShellError.self) {
      try await reader.store(Secret("k"), by: ["false"], for: "wh:live")
    }
    #expect(error?.message == "the program 'false' for wh:live ended with status 1")
  }

  /// Reads until the last process that holds the other end has ended.
  private nonisolated static func readLine(_ descriptor: Int32) -> String {
    var (bytes, byte): ([UInt8], UInt8) = ([], 0)
    while read(descriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private nonisolated static func readToEnd(_ descriptor: Int32) -> String {
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 64)
    while true {
      let count = read(descriptor, &piece, piece.count)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += piece[..<count]
    }
  }
}

import CoreSystem
import Glibc
import SeashellKit
@testable import SeashellModules
import TestSupport
import Testing

/// Every way in which a process can misbehave, in any protocol.
@Suite(.mayBlock) @MainActor struct MisbehaviourTests {
  private func start(
    _ mode: String, _ kind: ModuleProcess.Kind = .server,
    limits change: (inout ModuleLimits) -> Void = { _ in }
  ) throws -> ProcessProbe {
    var limits = ProcessProbe.limits
    change(&limits)
    return try ProcessProbe(
      ProcessProbe.misbehaving(mode), kind, limits: limits, decode: JSONLine.value)
  }

  /// Waits for a server's end.
  ///
  /// - Returns: the error, once its group is gone.
  private func error(of probe: ProcessProbe) async throws -> ModuleError? {
    let end = try await probe.ended()
    #expect(await ProcessProbe.isGone(try #require(probe.process).id))
    return end.error
  }

  @Test(arguments: [
    ("exit", "it ended with status 3"),
    ("crash", "it was ended by signal 11 (segmentation fault)"),
    ("half", "it ended with status 4 in the middle of a line"),
    ("garbage", "it wrote a line that is not JSON: expected a value at byte 0"),
    ("nested", "it wrote a line that is not JSON: nested more than 128 deep at byte 640"),
    ("invalid", "it wrote a line that is not JSON: a string is not UTF-8 at byte 5"),
    ("endless", "it wrote a line longer than 64 KiB"),
    ("close-input", "it closed its input"),
    ("close-output", "it closed its output"),
    ("fork", "it ended with status 0"),
    ("fork-keeps-output", "it ended with status 0"),
  ])
  func `a misbehaving server ends with its group`(mode: String, reason: String) async throws {
    #expect(try await error(of: start(mode))?.reason == reason)
  }

  @Test func `a broken module's last line on standard error is quoted`() async throws {
    let hint = try await error(of: start("exit"))?.hint
    #expect(hint == "its last line on standard error: 'no configuration'")
  }

  @Test(arguments: ["flood", "flood-errors"])
  func `a module that floods its output is ended`(mode: String) async throws {
    let probe = try start(mode) { $0.bytesPerSecond = 256 << 10 }
    #expect(try await error(of: probe)?.reason == "it floods: over 256 KiB a second")
  }

  @Test func `a long line on standard error is cut`() async throws {
    let probe = try start("long-error")
    let error = try await error(of: probe)
    #expect(probe.errorLines == [String(repeating: "e", count: 4_096), "the last one"])
    #expect(error?.hint == "its last line on standard error: 'the last one'")
  }

  @Test func `a module that is silent during a call is ended`() async throws {
    let probe = try start("hang", .program) { $0.silence = .milliseconds(50) }
    #expect(try await error(of: probe)?.reason == "it wrote nothing for 50 ms")
  }

  @Test func `a server may be silent between calls`() async throws {
    let probe = try start("well") { $0.silence = .zero }
    let process = try #require(probe.process)
    try await process.send(Array(#"{"id":1,"method":"ping"}"#.utf8) + [0x0A])
    await probe.wait { probe.values.count == 1 }
    #expect(try await probe.stop().error == nil)
  }

  @Test func `a module that does not read its input is ended`() async throws {
    let probe = try start("hang") { $0.silence = .milliseconds(50) }
    let process = try #require(probe.process)
    let expected = ModuleError("it does not read its input")
    await #expect(throws: expected) {
      try await process.send([UInt8](repeating: 0x20, count: 10_000_000))
    }
    #expect(try await error(of: probe) == expected)
  }

  @Test func `a module that ignores SIGTERM is killed`() async throws {
    let probe = try start("ignore-sigterm")
    await probe.wait { probe.values.count == 1 }
    let end = try await probe.stop()
    #expect(end.status == .signal(SIGKILL))
    #expect(end.error == nil)
    #expect(await ProcessProbe.isGone(try #require(probe.process).id))
  }

  @Test(arguments: [
    ("memory", "its last line on standard error: 'MemoryError'"),
    (
      "files",
      "its last line on standard error: 'OSError: [Errno 24] Too many open files: '/dev/null''"
    ),
  ])
  func `a module's memory and files are limited`(mode: String, hint: String) async throws {
    let probe = try start(mode) {
      $0.memory = 64 << 20
      $0.files = 20
    }
    #expect(try await error(of: probe) == ModuleError("it ended with status 1", hint: hint))
  }

  @Test(arguments: [
    ("call-exit", "it ended with status 5"),
    ("call-half", "it ended with status 6 in the middle of a line"),
    ("call-garbage", "it wrote a line that is not JSON: expected a value at byte 0"),
  ])
  func `a program's misbehaviour in a call is named`(mode: String, reason: String) async throws {
    let probe = try start(mode)
    let process = try #require(probe.process)
    try await process.send(Array(#"{"id":1,"method":"tools/call","params":{}}"#.utf8) + [0x0A])
    #expect(try await error(of: probe)?.reason == reason)
  }
}

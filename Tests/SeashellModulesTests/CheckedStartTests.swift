import FoundationEssentials
import Glibc
import SeashellKit
import SeashellTesting
import TestSupport
import Testing

@testable import SeashellModules

/// Files of a module that are replaced between their check and its start.
@MainActor
@Suite(.mayBlock) struct CheckedStartTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    // Files in a folder that only root can write to are not checked.
    #expect(chmod(folder.path, 0o777) == 0)
  }

  /// Copies a program of the system, or writes a script.
  private func file(_ name: String, _ content: Data) throws -> String {
    let path = folder.file(name)
    try content.write(to: URL(filePath: path))
    #expect(chmod(path, 0o755) == 0)
    return path
  }

  private static func program(_ name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: "/bin/\(name)"))
  }

  private static func script(_ line: String) -> Data { Data("#!/bin/sh\n\(line)\n".utf8) }

  private func record(of path: String) throws -> ModuleRecord {
    var record = ModuleRecord(name: "m", source: .program([path]))
    try record.trustFiles { _ in nil }
    return record
  }

  /// Starts a program once, and returns what it wrote.
  private func run(
    _ path: String, _ word: String, check: @MainActor () throws -> CheckedFiles
  ) async throws -> (lines: [String], end: ProcessEnd) {
    var lines: [String] = []
    let process = try ModuleProcess(
      [path, word], environment: ["PATH": "/bin"], limits: ModuleLimits(), kind: .program,
      check: check, decode: { .text(String(decoding: $0, as: UTF8.self)) },
      receive: { event in
        if case .values(let values) = event { lines += values.compactMap(\.textValue) }
      })
    process.closeInput()
    let end = await process.ended()
    return (lines, end)
  }

  @Test func `A program that is replaced after its check is not started`() async throws {
    let path = try file("program", Self.program("echo"))
    let other = try file("other", Self.program("touch"))
    let marker = folder.file("marker")
    var record = try record(of: path)
    let error = await #expect(throws: ShellError.self) {
      try await run(path, marker) {
        let files = try record.checkFiles()
        #expect(rename(other, path) == 0)
        return files
      }
    }
    #expect(error?.message == "the module 'm' is not started: its file '\(path)' has changed")
    #expect(error?.hint == "run 'modules trust m' if that is right")
    #expect(access(marker, F_OK) != 0)
  }

  @Test func `A program is started by what was checked, with its own path as its name`()
    async throws
  {
    let path = try file("program", Self.program("cat"))
    var record = try record(of: path)
    let result = try await run(path, "/proc/self/cmdline") { try record.checkFiles() }
    #expect(result.lines == ["\(path)\0/proc/self/cmdline\0"])
    #expect(result.end.status == .status(0))
  }

  @Test func `output of a script replaced after its check is ignored`() async throws {
    let path = try file("script", Self.script("echo trusted"))
    let other = try file("other", Self.script("echo other"))
    var record = try record(of: path)
    await #expect(throws: ShellError.self) {
      try await run(path, "x") {
        let files = try record.checkFiles()
        #expect(rename(other, path) == 0)
        return files
      }
    }
  }

  @Test func `output of a script replaced before its first line is ignored`() async throws {
    // It waits until the test has replaced it, like an interpreter that is slow to open it.
    let path = try file("script", Self.script("read line; echo other"))
    let other = try file("other", Self.script("echo other"))
    var record = try record(of: path)
    var lines: [String] = []
    let process = try ModuleProcess(
      [path], environment: ["PATH": "/bin"], limits: ModuleLimits(), kind: .server,
      check: { try record.checkFiles() },
      decode: { .text(String(decoding: $0, as: UTF8.self)) },
      receive: { event in
        if case .values(let values) = event { lines += values.compactMap(\.textValue) }
      })
    #expect(rename(other, path) == 0)
    // It may be ended before the line is written.
    try? await process.send(Array("go\n".utf8))
    let end = await process.ended()
    #expect(lines == [])
    #expect(end.error?.reason == "its file '\(path)' was changed while it was started")
  }

  @Test func `a program swapped between check and start never runs`()
    async throws
  {
    let trusted = try file("trusted", Self.program("echo"))
    let other = try file("other", Self.program("touch"))
    let (path, spare, marker) = (
      folder.file("current"), folder.file("spare"), folder.file("marker")
    )
    #expect(symlink(trusted, path) == 0)
    var record = try record(of: path)
    for _ in 0..<200 {
      let result = try await run(path, marker) {
        let files = try record.checkFiles()
        #expect(symlink(other, spare) == 0 && rename(spare, path) == 0)
        return files
      }
      #expect(result.lines == [marker])
      #expect(symlink(trusted, spare) == 0 && rename(spare, path) == 0)
    }
    #expect(access(marker, F_OK) != 0)
  }

  @Test func `A program without a check is started by its path`() async throws {
    let path = try file("program", Self.program("echo"))
    var record = try record(of: path)
    record.isInDevelopment = true
    #expect(try await run(path, "hello") { try record.checkFiles() }.lines == ["hello"])
  }
}

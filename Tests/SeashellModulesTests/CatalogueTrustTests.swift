import CoreSystem
import FoundationEssentials
import Glibc
import SeashellKit
@testable import SeashellModules
import SeashellTesting
import Testing

@Suite struct CatalogueTrustTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func variable(_ name: String) -> String? {
    ["PATH": "/proc/nonexistent:\(folder.path)", "HOME": folder.path][name]
  }

  @discardableResult
  private func program(_ name: String, _ text: String = "#!/bin/sh\n") throws -> String {
    let path = try folder.write(name, text)
    #expect(chmod(path, 0o755) == 0)
    return path
  }

  /// Sets back the times of a file, like those of a program that was not written just now.
  private func age(_ path: String) throws {
    var times = [
      timespec(tv_sec: 1_000_000_000, tv_nsec: 5), timespec(tv_sec: 1_000_000_000, tv_nsec: 5),
    ]
    #expect(utimensat(AT_FDCWD, path, &times, 0) == 0)
  }

  private func added(_ words: [String]) throws -> ModuleRecord {
    var record = ModuleRecord(name: "clock", source: .server(words))
    try record.resolveFiles(in: folder.path, variable)
    try record.trustFiles(variable)
    return record
  }

  @Test func `a module's program and file arguments get absolute paths`() throws {
    try program("clock")
    try folder.write("server.py", "1")
    for words in [["clock", "server.py", "--zone"], ["./clock", "./server.py", "--zone"]] {
      let record = try added(words)
      #expect(
        record.commandLine == [folder.file("clock"), folder.file("server.py"), "--zone"])
      #expect(record.digests.keys.sorted() == [folder.file("clock"), folder.file("server.py")])
    }
  }

  @Test func `A link is started by its own path, and its target is what is trusted`() throws {
    let target = try program("python3", "one")
    #expect(symlink(target, folder.file("python")) == 0)
    var record = try added(["python"])
    #expect(record.commandLine == [folder.file("python")])
    try program("python3", "two!")
    #expect(throws: ShellError.self) { try record.verifyFiles() }
  }

  @Test(arguments: [
    (["nothing"], "no program on PATH is called 'nothing'"),
    (["./nothing"], "there is no program './nothing'"),
    (["./data"], "'./data' is not executable"),
    (["data"], "no program on PATH is called 'data'"),
  ])
  func `a module that cannot be started is not added`(words: [String], message: String) throws {
    try folder.write("data", "")
    let error = #expect(throws: ShellError.self) { try added(words) }
    #expect(error?.message == message)
    #expect(error?.status == .usage)
  }

  @Test func `a module with unchanged files may be started`() throws {
    try program("clock")
    var record = try added(["clock"])
    #expect(try record.verifyFiles() == false)
    #expect(!record.isChanged)
  }

  @Test func `a changed file of a module is named, with advice`() throws {
    try program("clock")
    let script = try folder.write("server.py", "one")
    var record = try added(["clock", "server.py"])
    try folder.write("server.py", "two")
    let error = #expect(throws: ShellError.self) { try record.verifyFiles() }
    #expect(
      error?.message == "the module 'clock' is not started: its file '\(script)' has changed")
    #expect(error?.hint == "run 'modules trust clock' if that is right")
    #expect(record.isChanged)
    try record.trustFiles(variable)
    #expect(!record.isChanged)
  }

  @Test func `a missing file of a module is named`() throws {
    let path = try program("clock")
    var record = try added(["clock"])
    #expect(unlink(path) == 0)
    let error = #expect(throws: ShellError.self) { try record.verifyFiles() }
    #expect(error?.message == "the module 'clock' is not started: its file '\(path)' is gone")
  }

  @Test func `a module's file with an unchanged stamp is not read again`() throws {
    let path = try program("clock", "one")
    var record = try added(["clock"])
    // It was just written, when another change could have the same time.
    #expect(record.stamps.isEmpty)
    let stamp = try #require(FileStamp(path: path))
    record.stamps = [path: stamp]
    record.digests = [path: "not the digest of what is there"]
    #expect(try record.verifyFiles() == false)
    try program("clock", "two")
    #expect(throws: ShellError.self) { try record.verifyFiles() }
  }

  @Test func `a touched file of a module is trusted, and its stamp updated`() throws {
    let path = "/bin/sh"
    var record = ModuleRecord(name: "clock", source: .server([path]))
    try record.trustFiles(variable)
    let stamp = try #require(record.stamps[path])
    #expect(stamp.isSettled)
    record.stamps = [
      path: FileStamp(size: stamp.size, modified: 1, changed: 1, inode: stamp.inode)
    ]
    #expect(try record.verifyFiles())
    #expect(record.stamps == [path: stamp])
  }

  @Test func `a module's file that was just written is read each time`() throws {
    let path = try program("clock", "one")
    try age(path)
    // Its change time is the current time, whatever its modification time is.
    #expect(try #require(FileStamp(path: path)).isSettled == false)
  }

  @Test func `files of a module in development may change`() throws {
    try program("clock", "one")
    var record = try added(["clock"])
    record.isInDevelopment = true
    let before = record.currentStamps(variable)
    #expect(Array(before.keys) == [folder.file("clock")])
    try program("clock", "three")
    #expect(try record.verifyFiles() == false)
    #expect(record.currentStamps(variable) != before)
  }

  @Test func `a data file of a module is not compared`() throws {
    try program("clock")
    try folder.write("shop.db", "1")
    var record = ModuleRecord(
      name: "clock", source: .server(["clock", "--db", "shop.db", "--log", "new.log"]))
    record.dataFiles = ["shop.db", "new.log"]
    try record.resolveFiles(in: folder.path, variable)
    try record.trustFiles(variable)
    #expect(
      record.commandLine == [
        folder.file("clock"), "--db", folder.file("shop.db"), "--log", folder.file("new.log"),
      ])
    #expect(Array(record.digests.keys) == [folder.file("clock")])
    try folder.write("shop.db", "22")
    #expect(try record.verifyFiles() == false)
  }

  @Test func `a word with a variable is kept, and its file is trusted`() throws {
    try program("clock")
    try folder.write("server.py", "1")
    var record = try added(["${HOME}/clock", "${HOME}/server.py", "$${HOME}"])
    #expect(record.commandLine == ["${HOME}/clock", "${HOME}/server.py", "$${HOME}"])
    #expect(record.digests.keys.sorted() == [folder.file("clock"), folder.file("server.py")])
    #expect(
      try record.expanded(variable).commandLine == [
        folder.file("clock"), folder.file("server.py"), "${HOME}",
      ])
    try folder.write("server.py", "2")
    #expect(throws: ShellError.self) { try record.verifyFiles() }
  }

  @Test func `A remote module has no files`() throws {
    var record = ModuleRecord(
      name: "far", source: .remote(url: "https://example.com", headers: [:]))
    try record.resolveFiles(in: folder.path, variable)
    try record.trustFiles(variable)
    #expect(record.digests.isEmpty && record.commandLine == nil)
    #expect(try record.verifyFiles() == false)
  }
}

import CoreSystem
import FoundationEssentials
import Glibc
@testable import SeashellKit
import SeashellTesting
import Testing

/// Changes of `config.json` on disk.
@Suite struct ConfigurationEditingTests {
  private let folder: TemporaryFolder
  private let file: ConfigurationFile

  init() throws {
    folder = try TemporaryFolder()
    file = ConfigurationFile(in: folder.path)
  }

  private func text(_ name: String = "config.json") throws -> String {
    let bytes = try #require(try PrivateFile(path: folder.file(name)).read())
    return String(decoding: bytes, as: UTF8.self)
  }

  private func mode(_ name: String) -> mode_t {
    var status = stat()
    return lstat(folder.file(name), &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  private func names() throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
  }

  @Test func `a missing file is created with a comment, private to its owner`()
    async throws
  {
    let file = ConfigurationFile(in: folder.file("new/seashell"))
    try await file.edit { try $0.set(["environments", "qa"], to: ["baseURL": "https://a"]) }
    #expect(
      try text("new/seashell/config.json")
        == """
        // JSON5. 'help configuration' lists the fields.
        {
          environments: {
            qa: { baseURL: 'https://a' }
          }
        }

        """)
    #expect(mode("new/seashell/config.json") == 0o600)
    #expect(mode("new/seashell") == 0o700)
    #expect(try file.read().environments.map(\.name) == ["qa"])
  }

  @Test func `nothing is written if nothing changes, and no file is left beside it`() async throws {
    try await file.edit { try $0.remove(["environment"]) }
    #expect(try names() == [])
    try folder.write("config.json", "{ /* a */ }")
    try await file.edit { try $0.set(["environments"], to: [:]) }
    #expect(try text() == "{ /* a */\n  environments: {}\n}")
    #expect(try names() == ["config.json"])
    #expect(mode("config.json") == 0o600)
  }

  @Test func `a link to the configuration is followed and kept`() async throws {
    try folder.write("team.json", "{}")
    #expect(symlink("team.json", folder.file("config.json")) == 0)
    try await file.edit { try $0.set(["environments"], to: [:]) }
    #expect(try text("team.json") == "{\n  environments: {}\n}")
    var status = stat()
    #expect(lstat(folder.file("config.json"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(try names() == ["config.json", "team.json"])
  }

  @Test func `a link that leads nowhere is an error`() async throws {
    #expect(symlink("team.json", folder.file("config.json")) == 0)
    let error = await #expect(throws: ShellError.self) {
      try await file.edit { try $0.set(["environments"], to: [:]) }
    }
    #expect(error?.message.hasPrefix("cannot change ") == true)
    #expect(try names() == ["config.json"])
  }

  @Test func `a change after which the file could not be used is not written`() async throws {
    try folder.write("config.json", "{ environments: { qa: { baseURL: 'https://a' } } }")
    let error = await #expect(throws: ConfigurationError.self) {
      try await file.edit { try $0.set(["environments", "qa", "baseURL"], to: "ftp://a") }
    }
    #expect(error?.message == "environments.qa.baseURL must begin with 'https://' or 'http://'")
    #expect(try text() == "{ environments: { qa: { baseURL: 'https://a' } } }")
    // One that was broken before may be repaired step by step.
    try folder.write("config.json", "{ environments: { qa: {}, live: {} } }")
    try await file.edit { try $0.remove(["environments", "qa"]) }
    #expect(try text() == "{ environments: { live: {} } }")
  }

  @Test func `a file that is not JSON5 is an error, and is not changed`() async throws {
    try folder.write("config.json", "{\n  a: oops\n}")
    let error = await #expect(throws: ConfigurationError.self) {
      try await file.edit { try $0.set(["a"], to: 1) }
    }
    #expect(error?.path == folder.file("config.json"))
    #expect((error?.line, error?.column) == (2, 6))
    #expect(try text() == "{\n  a: oops\n}")
  }

  @Test func `no change is lost if several shells write at once`() async throws {
    try folder.write("config.json", "{ environments: {} }")
    try await withThrowingTaskGroup { group in
      for number in 1...20 {
        group.addTask { [file] in
          try await file.edit {
            try $0.set(["environments", "e\(number)"], to: ["baseURL": "https://a"])
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(Set(try file.read().environments.map(\.name)) == Set((1...20).map { "e\($0)" }))
    #expect(try names() == ["config.json"])
  }

  @Test func `a lock that is not released is an error after a while`() async throws {
    let path = folder.file("config.json.lock")
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX) == 0)
    let clock = ManualClock()
    let edit = Task { [file] in
      try await file.edit(clock: clock) { try $0.set(["environments"], to: [:]) }
    }
    for _ in 0..<500 {
      await clock.sleepers(1)
      clock.advance(by: .milliseconds(10))
    }
    let error = await #expect(throws: ShellError.self) { try await edit.value }
    #expect(error?.message == "another shell keeps the configuration locked (\(path))")
  }
}

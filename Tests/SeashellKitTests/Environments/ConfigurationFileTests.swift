import FoundationEssentials
import Glibc
@testable import SeashellKit
import SeashellTesting
import Testing

@Suite struct ConfigurationFileTests {
  private let folder: TemporaryFolder
  private let file: ConfigurationFile

  init() throws {
    folder = try TemporaryFolder()
    file = ConfigurationFile(in: folder.path)
  }

  private func error() throws -> ConfigurationError {
    try #require(throws: ConfigurationError.self) { try file.read() }
  }

  @Test func `without a file the configuration is empty`() throws {
    #expect(try file.read() == Configuration())
    #expect(try ConfigurationFile(in: "/proc/nonexistent/folder").read() == Configuration())
  }

  @Test func `the configuration file named at the start must exist`() throws {
    let directories = Directories(name: "orders") { _ in folder.path }
    #expect(try ConfigurationFile(directories).read() == Configuration())
    let file = ConfigurationFile(directories.reading(folder.file("team.json")))
    let error = try #require(throws: ConfigurationError.self) { try file.read() }
    #expect(error.message == "cannot read the configuration: No such file or directory")
    #expect(error.hint == "check --config")
    try folder.write("team.json", "{ apis: { wh: { description: 'wh.yaml' } } }")
    #expect(try file.read().apis.first?.description == .file(folder.file("wh.yaml")))
  }

  @Test func `a configuration file is read`() throws {
    try folder.write("config.json", "{ environment: 'dev' }")
    let builtIn = [try APIEnvironment("dev", "http://127.0.0.1:8080")]
    #expect(try file.read(builtIn: builtIn).environment == "dev")
  }

  @Test func `a configuration error names the file and line`() throws {
    try folder.write("config.json", "{\n  environment: 1 }")
    let error = try error()
    #expect(error.path == folder.file("config.json"))
    #expect(error.line == 2)
  }

  @Test func `a folder or pipe in place of the configuration is refused at once`() throws {
    #expect(mkdir(folder.file("config.json"), 0o700) == 0)
    #expect(try error().message == "cannot read the configuration: not a regular file")
    #expect(rmdir(folder.file("config.json")) == 0)
    #expect(mkfifo(folder.file("config.json"), 0o600) == 0)
    let error = try error()
    #expect(error.message == "cannot read the configuration: not a regular file")
    #expect(error.hint == "pass --no-config to start without it")
    #expect(error.line == nil)
  }

  @Test func `a configuration file that is too large is refused`() throws {
    let blanks = String(repeating: " ", count: ConfigurationFile.maximumSize - 2)
    try folder.write("config.json", "{}" + blanks)
    #expect(try file.read() == Configuration())
    try folder.write("config.json", "{} " + blanks)
    #expect(try error().message == "cannot read the configuration: larger than 1 MiB")
  }

  @Test func `an invalid UTF-8 byte in the configuration is refused with its line`() throws {
    try Data([0x7B, 0x0A, 0x2F, 0x2F, 0xFF, 0x0A, 0x7D])
      .write(to: URL(filePath: folder.file("config.json")))
    let error = try error()
    #expect(error.message == "the file is not UTF-8")
    #expect(error.line == 2)
  }

  @Test(.enabled(if: geteuid() != 0, "root may read any file"))
  func `an unreadable configuration file is refused`() throws {
    try folder.write("config.json", "{}")
    #expect(chmod(folder.file("config.json"), 0) == 0)
    #expect(
      try error().message == "cannot read the configuration: Permission denied")
  }
}

import Foundation
import SeashellTesting
import TestSupport
import Testing

/// `Packaging/release`, in a repository that has what it reads.
@Suite(.mayBlock) struct ReleaseTests {
  private let temporary: TemporaryFolder
  private var folder: URL { URL(filePath: temporary.path) }

  init() throws {
    temporary = try TemporaryFolder()
  }

  /// Runs a program in the repository, and returns its status and what it wrote.
  @discardableResult
  private func run(_ words: String...) throws -> (status: Int32, output: String) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["GIT_CONFIG_GLOBAL=/dev/null", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@localhost"]
      + ["GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@localhost"] + words
    process.currentDirectoryURL = folder
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }

  private func write(_ path: String, _ text: String) throws {
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  /// Makes a repository whose places all say 1.2.0, and which has the tag v1.1.0 one commit before.
  private func prepare() throws {
    try write("Plugins/Reviews.swift", "")
    try write("Sources/seashell/SeashellVersion.swift", "  static let current = \"1.2.0\"\n")
    try write("README.md", "seashell 1.2.0, on embedded\n")
    try write(
      "CHANGELOG.md",
      "# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2026-11-22\n\n- A\n\n## [1.1.0] - 2026-10-01\n"
    )
    try FileManager.default.createDirectory(
      at: folder.appending(path: "Packaging"), withIntermediateDirectories: true)
    try run("cp", ImportTests.root.appending(path: "Packaging/release").path, "Packaging/release")
    try run("git", "init", "-q")
    try run("git", "commit", "-q", "--allow-empty", "-m", "Begin")
    try run("git", "tag", "v1.1.0")
    try run("git", "add", ".")
    try run("git", "commit", "-q", "-m", "Prepare 1.2.0")
  }

  @Test(arguments: [["Packaging/release"], ["Packaging/release", "1.2.0"]])
  func `where all places agree, it says what to do next`(words: [String]) throws {
    try prepare()
    let (status, output) = try run(words[0], words.count > 1 ? words[1] : "")
    #expect(status == 0)
    #expect(output.hasPrefix("All places agree on 1.2.0. Next:\n  make test\n"))
    #expect(output.contains("git tag -a v1.2.0 -m 'Seashell 1.2.0'"))
  }

  @Test(arguments: [
    ("1.3.0", "", "SeashellVersion.swift has '1.2.0'; set it to '1.3.0'"),
    ("1.3.0", "", "the newest version in CHANGELOG.md is '1.2.0'"),
    ("1.3.0", "", "the session in README.md shows another version"),
    ("1.0.9", "", "'1.0.9' is below the released '1.1.0'"),
    ("1.1.0", "", "the tag 'v1.1.0' exists at "),
    ("1.2", "", "'1.2' is not a version; write MAJOR.MINOR.PATCH"),
    ("1.2.0-01", "", "'1.2.0-01' is not a version"),
    ("1.2.0", "touch new", "the working tree has changes; commit them first"),
    ("1.2.0", "sed -i s/11-22/13-22/ CHANGELOG.md", "'2026-13-22', which is no day"),
    ("1.2.0", "sed -i '4i - B' CHANGELOG.md", "CHANGELOG.md has changes under [Unreleased]"),
    ("1.2.0", "sed -i 3d CHANGELOG.md", "CHANGELOG.md has no heading '## [Unreleased]'"),
    ("1.2.0", "sed -i 's/ - 2026.*//' CHANGELOG.md", "has no heading '## [1.2.0] - YYYY-MM-DD'"),
    ("1.2.0", "echo 'let v = \"1.2.0\"' > Plugins/Reviews.swift", "have a version of their own"),
  ])
  func `each disagreement is reported`(version: String, change: String, message: String) throws {
    try prepare()
    try run("sh", "-c", change)
    let (status, output) = try run("Packaging/release", version)
    #expect(status == (message.contains("is not a version") ? 2 : 1))
    #expect(output.contains(message))
  }

  @Test func `the program's version is the newest one in the changelog`() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: ImportTests.root.appending(path: path), encoding: .utf8)
    }
    let source = try text("Sources/seashell/SeashellVersion.swift")
    let version = try #require(source.firstMatch(of: /current = "(.*)"/)?.1)
    let heading = /\n## \[([0-9][^\]]*)\] - \d{4}-\d\d-\d\d\n/
    let newest = try #require(try text("CHANGELOG.md").firstMatch(of: heading)?.1)
    #expect(version == newest)
    #expect(try text("README.md").contains("\nseashell \(version), on "))
  }
}

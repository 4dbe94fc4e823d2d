import Glibc
import SeashellTesting
import Testing

@testable import ShellRuntime

/// Whether other users could replace the file at a path.
@Suite struct PathTrustTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a", "a/b", "a/b/c", "links"] {
      #expect(mkdir(folder.file(name), 0o755) == 0)
      #expect(chmod(folder.file(name), 0o755) == 0)
    }
    #expect(chmod(folder.path, 0o755) == 0)
    try folder.write("a/b/c/file", "")
    #expect(symlink(folder.file("a/b"), folder.file("links/absolute")) == 0)
    #expect(symlink("../a/./b/c/file", folder.file("links/relative")) == 0)
  }

  private func weakness(_ name: String) -> PathTrust.Weakness? {
    PathTrust.weakness(of: folder.file(name))
  }

  private static let ways = [
    "a/b/c/file", "links/absolute/c/file", "links/relative", "a/b/c/../c/none",
    "links/../a/b/c/file",
  ]

  @Test(arguments: ways) func `folders that only the user can write to are trusted`(name: String) {
    #expect(weakness(name) == nil)
    // In a folder like /tmp, others cannot touch files that are not theirs.
    chmod(folder.file("a"), 0o1777)
    #expect(weakness(name) == nil)
  }

  @Test(arguments: ways, [("a", 0o777), ("a/b", 0o775), ("a/b/c", 0o757)] as [(String, mode_t)])
  func `a parent folder that others can write to is named`(
    name: String, open: (folder: String, mode: mode_t)
  ) {
    let path = folder.file(open.folder)
    #expect(chmod(path, open.mode) == 0)
    #expect(weakness(name) == .init(path: path, advice: "chmod go-w '\(path)'"))
  }

  @Test func `the folder of a link and those of its target are both checked`() {
    let path = folder.file("links")
    #expect(chmod(path, 0o777) == 0)
    #expect(weakness("links/relative")?.path == path)
    #expect(weakness("a/b/c/file") == nil)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a folder away"))
  func `a folder or link of another user is named, even in a sticky folder`() {
    chmod(folder.path, 0o1777)
    let (path, link) = (folder.file("a"), folder.file("links/relative"))
    #expect(lchown(link, 65_534, 65_534) == 0)
    #expect(weakness("links/relative")?.path == link)
    #expect(chown(path, 65_534, 65_534) == 0)
    #expect(weakness("a/b/c/file") == .init(path: path, advice: "it must belong to you or to root"))
  }

  @Test func `links in a circle are detected`() {
    #expect(symlink("round", folder.file("links/round")) == 0)
    #expect(weakness("links/round/file") == nil)
  }
}

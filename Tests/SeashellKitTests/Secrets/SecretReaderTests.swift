import FoundationEssentials
import Glibc
import SeashellTesting
import Synchronization
import TestSupport
import Testing

@testable import SeashellKit

/// Reading a secret from a variable, a file and a program.
@MainActor
@Suite(.mayBlock) struct SecretReaderTests {
  private let folder: TemporaryFolder
  private let clock = ManualClock()

  init() throws {
    folder = try TemporaryFolder()
    chmod(folder.path, 0o700)
  }

  private func reader(_ variables: [String: String] = [:]) -> SecretReader {
    SecretReader(
      SecretVariables { variables[$0] }, limit: .seconds(30), clock: clock
    ) { ["PATH": "/proc/nonexistent:bin:/usr/bin:/bin", "WH_KEY": "x", "LANG": "C"] }
  }

  private func error(
    _ source: SecretSource, _ reader: SecretReader? = nil
  ) async throws -> ShellError {
    let reader = reader ?? self.reader()
    return try #require(
      await #expect(throws: ShellError.self) { try await reader.read(source, for: "wh:live") })
  }

  private func file(_ text: String, mode: mode_t = 0o600) throws -> String {
    let path = try folder.write("key", text)
    chmod(path, mode)
    return path
  }

  @Test func `a secret variable is read when it is needed`() async throws {
    let secret = try await reader(["WH_KEY": "k-1"]).read(.variable("WH_KEY"), for: "wh:live")
    #expect(secret.text == "k-1")
    #expect("\(secret)" == "…")
  }

  @Test(arguments: [[:], ["WH_KEY": ""]])
  func `an unset secret variable is an error that names it`(
    variables: [String: String]
  ) async throws {
    let error = try await error(.variable("WH_KEY"), reader(variables))
    #expect(error.message == "wh:live signs in with the variable WH_KEY, which is not set")
    #expect(error.hint == "set WH_KEY before the shell starts")
    #expect(error.code == .unauthorized && error.status.rawValue == 4)
  }

  @Test func `a secret variable that cannot be sent is an error that hides it`() async throws {
    let error = try await error(.variable("K"), reader(["K": "a\nb"]))
    #expect(error.message == "wh:live signs in with the variable K, which has a control character")
  }

  @Test(
    arguments: [
      ("k-1", "k-1"), ("k-1\n", "k-1"), ("k-1\r\n", "k-1"), ("k-1 ", "k-1 "),
      ("a\tb\n", "a\tb"), ("k\r", nil), ("", nil), ("\n", nil), ("\r\n", nil), ("a\nb", nil),
      ("a\n\n", nil), ("a\0b", nil),
    ] as [(String, String?)])
  func `a secret's file must have one line`(text: String, secret: String?) async throws {
    let source = SecretSource.file(try file(text))
    let read = try? await reader().read(source, for: "wh:live")
    #expect(read?.text == secret)
  }

  @Test(arguments: [(65_536, true), (65_537, false)])
  func `a secret's file has at most 64 KiB`(size: Int, isRead: Bool) async throws {
    let source = SecretSource.file(try file(String(repeating: "k", count: size)))
    let read = try? await reader().read(source, for: "wh:live")
    #expect((read != nil) == isRead)
  }

  @Test(
    arguments: [
      (0o600, nil), (0o400, nil), (0o640, "other users can read"), (0o604, "other users can read"),
      (0o620, "other users can change"), (0o666, "other users can change"),
    ] as [(mode_t, String?)])
  func `a secret's file must be private to the user`(mode: mode_t, problem: String?) async throws {
    let path = try file("k-1", mode: mode)
    guard let problem else {
      #expect(try await reader().read(.file(path), for: "wh:live").text == "k-1")
      return
    }
    let error = try await error(.file(path))
    #expect(error.message == "wh:live signs in with the file \(path), which \(problem)")
    #expect(error.hint == "run chmod 600 \(path)")
    #expect(error.code == .unauthorized)
  }

  @Test(arguments: [0o770, 0o707, 0o1777] as [mode_t])
  func `a secret's folders must be safe from other users`(mode: mode_t) async throws {
    let path = try file("k-1")
    let link = folder.file("link")
    let inner = folder.file("inner")
    #expect(mkdir(inner, 0o700) == 0 && symlink("../key", "\(inner)/key") == 0)
    #expect(symlink("inner/key", link) == 0)
    #expect(try await reader().read(.file(link), for: "wh:live").text == "k-1")
    // A folder on the way where another user could replace the link.
    chmod(inner, mode)
    // In a folder where all users can create files but remove only their own, only root's is safe.
    if mode == 0o1777, geteuid() == 0 {
      #expect(try await reader().read(.file(link), for: "wh:live").text == "k-1")
      return
    }
    let error = try await error(.file(link))
    #expect(
      error.message
        == "wh:live signs in with the file \(link), which other users can replace, since they may"
        + " change the folder \(inner)")
    #expect(error.hint == "run chmod go-w \(inner)")
    #expect(try await reader().read(.file(path), for: "wh:live").text == "k-1")
  }

  @Test(arguments: ["", "/nowhere", "/../key/x"])
  func `a missing file of a secret is an error`(end: String) async throws {
    let error = try await error(.file(folder.path + end))
    #expect(error.message.contains("which cannot be read: "))
  }

  @Test func `a secret's path with circular links is an error`() async throws {
    #expect(symlink("b", folder.file("a")) == 0 && symlink("a", folder.file("b")) == 0)
    let error = try await error(.file(folder.file("a")))
    #expect(error.message.hasSuffix("which cannot be read: Too many levels of symbolic links"))
  }

  @Test(
    .enabled(if: geteuid() == 0, "only root can make another user's file"),
    arguments: [true, false])
  func `a secret in another user's file is refused`(isFile: Bool) async throws {
    let path = try file("k-1")
    #expect(chown(isFile ? path : folder.path, 65_533, 65_533) == 0)
    let error = try await error(.file(path))
    #expect(
      error.message.hasSuffix(
        isFile
          ? "which belongs to another user"
          : "which another user can replace, since the folder \(folder.path) is theirs"))
  }

  @Test func `a secret is read once, until it is forgotten`() async throws {
    let reader = reader()
    let source = SecretSource.file(try file("k-1"))
    #expect(try await reader.read(source, for: "a").text == "k-1")
    _ = try file("k-2")
    #expect(try await reader.read(source, for: "b").text == "k-1")
    reader.forget(source)
    #expect(try await reader.read(source, for: "b").text == "k-2")
  }
}

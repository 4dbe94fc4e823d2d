import Foundation
import SeashellTesting

/// A home of a test's own, with nothing in it, which goes when the test is over.
final class Sandbox: Sendable {
  private let folder: TemporaryFolder

  var home: URL { URL(filePath: folder.path) }

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The whole environment of a program that lives here.
  var environment: [String: String] {
    [
      "HOME": home.path,
      "PATH": "\(Program.seashell.deletingLastPathComponent().path):/usr/bin:/bin",
      "XDG_CONFIG_HOME": "\(home.path)/config", "XDG_DATA_HOME": "\(home.path)/data",
      "XDG_STATE_HOME": "\(home.path)/state", "LANG": "C.UTF-8",
    ]
  }

  /// Writes a file below the home.
  @discardableResult
  func file(_ name: String, _ content: String) throws -> String {
    try folder.write(name, content)
  }

  /// Runs the built shell to its end.
  func seashell(
    _ arguments: String..., input: String = "", environment extra: [String: String] = [:]
  ) throws -> Program.Result {
    try Program.run(
      Program.seashell.path, arguments, input: Data(input.utf8),
      environment: environment.merging(extra) { $1 }, directory: home)
  }

  /// Signs in as the account that the embedded shop begins with.
  func signIn() throws {
    let result = try seashell(
      "session", "login", "--user", "demo", "--password-stdin", input: "demo\n")
    guard result.status == 0 else { throw Failure(text: result.errors) }
  }

  struct Failure: Error {
    let text: String
  }
}

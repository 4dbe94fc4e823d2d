import Foundation
import SeashellTesting

/// A home of a test's own, with nothing in it, which goes when the test is over.
final class Sandbox: Sendable {
  private let folder: TemporaryFolder
  private let variables: [String: String]

  var home: URL { URL(filePath: folder.path) }

  /// - Parameter variables: what the environment has besides.
  init(environment variables: [String: String] = [:]) throws {
    folder = try TemporaryFolder()
    self.variables = variables
  }

  /// The whole environment of a program that lives here.
  var environment: [String: String] {
    [
      "HOME": home.path,
      "PATH": "\(Program.seashell.deletingLastPathComponent().path):/usr/bin:/bin",
      "XDG_CONFIG_HOME": "\(home.path)/config", "XDG_DATA_HOME": "\(home.path)/data",
      "XDG_STATE_HOME": "\(home.path)/state", "LANG": "C.UTF-8",
    ].merging(Self.sanitizerOptions) { $1 }.merging(variables) { $1 }
  }

  /// What a sanitized program writes and where; empty in the usual run.
  ///
  /// A program looks for no leaks when it ends, which takes seconds: the tests in this process do.
  private static let sanitizerOptions = {
    var options = ProcessInfo.processInfo.environment.filter {
      ["ASAN_OPTIONS", "TSAN_OPTIONS", "SWIFT_BACKTRACE"].contains($0.key)
    }
    options["ASAN_OPTIONS"]? += ":detect_leaks=0"
    return options
  }()

  /// Says where the environment `dev` is.
  ///
  /// - Parameter honorsKeys: whether the server there carries out requests with the same key once, as the
  ///   shop does.
  func configure(dev address: String, honorsKeys: Bool = true, _ more: String = "") throws {
    try FileManager.default.createDirectory(
      at: home.appending(path: "config/seashell"), withIntermediateDirectories: true)
    try file(
      "config/seashell/config.json",
      "{ environments: { dev: { baseURL: '\(address)', version: 'v1', "
        + "idempotencyKeys: \(honorsKeys), \(more) } } }\n")
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

  /// A home whose user is signed in to the embedded shop.
  static func signedIn() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.signIn()
    return sandbox
  }

  /// Signs in as the account that the embedded shop begins with.
  func signIn() throws {
    let result = try seashell(
      "session", "login", "--user", "demo", "--password-stdin", input: "demo\n")
    guard result.status == 0 else { throw Failure(text: result.errors) }
  }

  /// Adds a review of the product p-1, signed in already.
  ///
  /// - Returns: the review's id.
  @discardableResult
  func addReview(_ comment: String) throws -> String {
    let result = try seashell("reviews", "add", "p-1", "--rating", "4", "--comment", comment)
    guard result.status == 0, let id = result.output.split(separator: "\t").first else {
      throw Failure(text: result.errors)
    }
    return String(id)
  }

  struct Failure: Error {
    let text: String
  }
}

import Foundation
import SeashellTesting

/// An empty home of a single test, removed when the test is over.
final class Sandbox: Sendable {
  private let folder: TemporaryFolder
  private let variables: [String: String]

  var home: URL { URL(filePath: folder.path) }

  /// - Parameter variables: further environment variables.
  init(environment variables: [String: String] = [:]) throws {
    folder = try TemporaryFolder()
    self.variables = variables
  }

  /// The whole environment of a program in this home.
  var environment: [String: String] {
    [
      "HOME": home.path,
      "PATH": "\(Program.seashell.deletingLastPathComponent().path):/usr/bin:/bin",
      "XDG_CONFIG_HOME": "\(home.path)/config", "XDG_DATA_HOME": "\(home.path)/data",
      "XDG_STATE_HOME": "\(home.path)/state", "LANG": "C.UTF-8",
    ].merging(Self.sanitizerOptions) { $1 }.merging(variables) { $1 }
  }

  /// The options of a sanitized program; empty in the usual run.
  ///
  /// They turn off the search for leaks at the end, which takes seconds and is done by the tests in this
  /// process.
  private static let sanitizerOptions = {
    var options = ProcessInfo.processInfo.environment.filter {
      ["ASAN_OPTIONS", "TSAN_OPTIONS", "SWIFT_BACKTRACE"].contains($0.key)
    }
    options["ASAN_OPTIONS"]? += ":detect_leaks=0"
    return options
  }()

  /// Configures the address of the environment `dev`.
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

  /// Writes a file below the home, and makes the folders around it.
  @discardableResult
  func file(_ name: String, _ content: String) throws -> String {
    try FileManager.default.createDirectory(
      at: home.appending(path: name).deletingLastPathComponent(), withIntermediateDirectories: true)
    return try folder.write(name, content)
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

  /// Signs in as the embedded shop's first account.
  func signIn() throws {
    let result = try seashell(
      "session", "login", "--user", "demo", "--password-stdin", input: "demo\n")
    guard result.status == 0 else { throw Failure(text: result.errors) }
  }

  /// Adds a review of the product p-1.
  ///
  /// The user must be signed in.
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

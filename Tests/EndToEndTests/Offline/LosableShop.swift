import Foundation
import Glibc

/// A served shop that a test can stop and start again, at the same address and with the same data.
final class LosableShop {
  private let sandbox: Sandbox
  private(set) var served: ServedShop

  init() throws {
    sandbox = try Sandbox()
    served = try ServedShop("--database", "\(sandbox.home.path)/served.db")
  }

  /// The file with the data.
  var databasePath: String { "\(sandbox.home.path)/served.db" }

  /// Its address, which stays the same while it is stopped.
  var address: String { "http://127.0.0.1:\(served.port)" }

  /// Ends the server at once.
  func lose() { served.end(with: SIGKILL) }

  /// Serves the same shop again.
  func bringBack() throws {
    served.end()
    served = try ServedShop(port: served.port, "--database", databasePath)
  }

  /// Adds an account with the password of `demo`.
  func addAccount(_ name: String) throws {
    let query = """
      INSERT INTO accounts (name, password_hash)
      SELECT '\(name)', password_hash FROM accounts WHERE name = 'demo'
      """
    try sandbox.sqlite(databasePath, query)
  }

  /// A home whose shell uses this shop, signed in as `demo`.
  func client() throws -> Sandbox {
    let client = try served.client()
    try client.signIn()
    return client
  }

  /// The comments that an account has written about a product, newest first.
  func comments(of product: String = "p-1", by author: String = "demo") throws -> [String] {
    let reader = try served.client()
    let result = try reader.seashell(
      "-q", "reviews", "list", product, "--all", "--author", author, "-o", "jsonl")
    guard result.status == 0 else { throw Sandbox.Failure(text: result.errors) }
    return try result.output.split(separator: "\n").map { line in
      let review = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return review?["comment"] as? String ?? ""
    }
  }
}

extension Sandbox {
  /// The folder with the stores and the queue.
  var offlineFolder: URL { home.appending(path: "state/seashell/offline") }

  /// The files below ``offlineFolder``, by their paths in it.
  var offlineFiles: [String] {
    let files = FileManager.default.enumerator(atPath: offlineFolder.path)?.allObjects
    return (files as? [String] ?? []).sorted()
  }

  /// The store of an environment and account.
  func store(_ environment: String = "dev", of account: String = "demo") -> URL {
    offlineFolder.appending(path: "\(environment)/\(account).db")
  }

  /// Runs statements on a database.
  ///
  /// - Returns: the rows, each on a line.
  @discardableResult
  func sqlite(_ database: String, _ statements: String) throws -> String {
    let script = """
      import sqlite3, sys
      with sqlite3.connect(sys.argv[1]) as database:
          for row in database.execute(sys.argv[2]): print(*row, sep="\\t")
      """
    let result = try Program.run(
      "/usr/bin/python3", ["-c", script, database, statements], environment: environment,
      directory: home)
    guard result.status == 0 else { throw Failure(text: result.errors) }
    return result.output
  }

  /// Runs the built shell with `--offline`.
  func offline(_ arguments: String..., input: String = "") throws -> Program.Result {
    try Program.run(
      Program.seashell.path, ["--offline"] + arguments, input: Data(input.utf8),
      environment: environment, directory: home)
  }

  /// Queues a review of p-1.
  ///
  /// - Returns: its name in the queue.
  @discardableResult
  func queueReview(_ comment: String, of product: String = "p-1") throws -> String {
    let result = try seashell(
      "reviews", "add", product, "--rating", "4", "--comment", comment, "--later")
    guard result.status == 0, let name = result.errors.firstMatch(of: /q-\d+/) else {
      throw Failure(text: "\(result.status): \(result.errors)")
    }
    return String(name.0)
  }

  /// The names of the queued writes.
  func queued() throws -> [String] {
    let result = try seashell("queue", "list")
    guard result.status == 0 else { throw Failure(text: result.errors) }
    return result.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
  }
}

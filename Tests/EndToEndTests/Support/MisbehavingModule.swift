import Foundation
import Glibc

/// A module that is added as a well-behaved server, and misbehaves when it is started again:
/// `Tests/ModuleServers/misbehave.py`.
struct MisbehavingModule {
  let name: String
  private let folder: URL

  private static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "ModuleServers/misbehave.py").path

  /// Adds the module.
  ///
  /// - Parameter options: further options of `modules add`.
  init(
    _ name: String, mode: String, in sandbox: Sandbox, addedAs first: String = "well",
    _ options: [String] = []
  ) throws {
    self.name = name
    folder = sandbox.home.appending(path: "module-\(name)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try set(first)
    let added = try Program.run(
      Program.seashell.path,
      ["modules", "add", name, "--yes"] + options
        + ["--", "/usr/bin/python3", Self.script, "--folder=\(folder.path)"],
      environment: sandbox.environment, directory: sandbox.home)
    guard added.status == 0 else { throw Sandbox.Failure(text: added.errors) }
    try set(mode)
  }

  /// Sets its behaviour from the next start on.
  func set(_ mode: String) throws {
    try Data(mode.utf8).write(to: folder.appending(path: "mode"))
  }

  /// Its processes so far, including those that it has forked.
  var processes: [Int32] {
    get throws {
      try String(contentsOf: folder.appending(path: "processes"), encoding: .utf8)
        .split(separator: "\n").compactMap { Int32($0) }
    }
  }

  var leftProcesses: [Int32] {
    get throws { try processes.filter { !ModulesTests.ends($0) } }
  }
}

extension Sandbox {
  /// Sets the limits of modules: `startSeconds: 1`.
  func limitModules(_ limits: String) throws {
    try FileManager.default.createDirectory(
      at: home.appending(path: "config/seashell"), withIntermediateDirectories: true)
    try file("config/seashell/config.json", "{ modules: { \(limits) } }\n")
  }
}

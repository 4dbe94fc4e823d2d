import Foundation
import Glibc
import Testing

/// A shop served by `seashell serve` in its own process, as long as this object lives.
final class ServedShop {
  let port: Int

  /// The process, to which a test may send signals.
  let process: pid_t

  /// The process's standard error: the access log.
  let log: URL

  private let sandbox: Sandbox
  private let output: Int32
  private var hasEnded = false

  /// Serves a new shop, and returns when it listens.
  ///
  /// - Parameters:
  ///   - port: the port to listen on; 0 for any free port.
  ///   - files: the maximum number of open files; nil for the same as in the test.
  init(port: Int = 0, files: Int? = nil, _ arguments: String...) throws {
    sandbox = try Sandbox()
    // The tests look at the files that it puts aside.
    let environment = sandbox.environment.merging(["TMPDIR": sandbox.home.path]) { $1 }
    log = sandbox.home.appending(path: "access.log")
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
    let errors = open(log.path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    defer { for descriptor in [null, errors, ends[1]] { close(descriptor) } }
    process = try Program.spawn(
      "/bin/sh",
      [
        "-c", files.map { "ulimit -n \($0); exec \"$@\"" } ?? "exec \"$@\"", "sh",
        Program.seashell.path, "serve", "--port", "\(port)",
      ] + arguments,
      environment: environment, directory: sandbox.home,
      descriptors: [null, ends[1], errors])
    output = ends[0]
    close(ends[1])
    ends[1] = -1
    let line = Self.line(from: output)
    let digits = line.firstMatch(of: /:(\d+)/)
    guard let port = digits.flatMap({ Int($0.1) }) else {
      kill(process, SIGKILL)
      _ = Program.wait(for: process)
      throw Sandbox.Failure(
        text: "serve says '\(line)': \((try? String(contentsOf: log, encoding: .utf8)) ?? "")")
    }
    self.port = port
  }

  deinit {
    end()
    close(output)
  }

  /// Ends the server like a supervisor.
  ///
  /// - Returns: its exit status; nil if it had ended before.
  @discardableResult
  func end(with signal: Int32 = SIGTERM) -> Int32? {
    guard !hasEnded else { return nil }
    hasEnded = true
    kill(process, signal)
    return Program.wait(for: process)
  }

  /// The folders of temporary shops, which are removed at the end.
  func temporaryFolders() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: sandbox.home.path).filter {
      $0.hasPrefix("seashell-serve-")
    }
  }

  /// The lines of the access log so far.
  var accesses: [String] {
    ((try? String(contentsOf: log, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
  }

  /// Creates a home whose shell uses the server as the environment `dev`.
  func client() throws -> Sandbox {
    let sandbox = try Sandbox(environment: ["SEASHELL_ENV": "dev"])
    try sandbox.configure(dev: "http://127.0.0.1:\(port)")
    return sandbox
  }

  /// Reads the first line.
  private static func line(from descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while read(descriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

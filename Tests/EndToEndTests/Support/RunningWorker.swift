import Foundation
import Glibc
import TestSupport

/// A shell that runs a script until a test ends it.
final class RunningWorker {
  let process: pid_t

  private let sandbox: Sandbox
  private let log: URL
  private var hasEnded = false

  /// Starts a script.
  ///
  /// - Parameters:
  ///   - words: the arguments of `seashell`.
  ///   - variables: further environment variables.
  init(
    in sandbox: Sandbox, _ words: [String], environment variables: [String: String] = [:]
  ) throws {
    self.sandbox = sandbox
    log = sandbox.home.appending(path: "worker.log")
    let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
    let output = open(log.path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    defer { for descriptor in [null, output] { close(descriptor) } }
    process = try Program.spawn(
      Program.seashell.path, words, environment: sandbox.environment.merging(variables) { $1 },
      directory: sandbox.home, descriptors: [null, output, output])
  }

  deinit {
    end(with: SIGKILL)
  }

  /// The output of this worker, and of earlier ones in the same sandbox.
  var output: String { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }

  /// Sends a signal, and waits for the end.
  ///
  /// - Returns: the exit status, or 128 plus the number of the signal that ended it; nil if it had ended
  ///   before.
  @discardableResult
  func end(with signal: Int32 = SIGTERM) -> Int32? {
    // The id of a process that was waited for may belong to another one.
    if !hasEnded { kill(process, signal) }
    return wait()
  }

  /// Waits until the worker ends by itself.
  func wait() -> Int32? {
    guard !hasEnded else { return nil }
    hasEnded = true
    return Program.wait(for: process)
  }

  /// Waits until a condition holds.
  ///
  /// - Throws: `WaitExpired` with the worker's output.
  func until(_ subject: String, _ isTrue: () throws -> Bool) throws {
    try block(until: subject, there: output, isTrue)
  }
}

extension Sandbox {
  /// The lines of a file below the home; empty if it does not exist.
  func lines(_ name: String) -> [String] {
    let content = try? String(contentsOf: home.appending(path: name), encoding: .utf8)
    return (content ?? "").split(separator: "\n").map(String.init)
  }

  /// The event id that a durable worker has stored; nil if there is none.
  func place(_ name: String, of environment: String = "dev") -> String? {
    lines("state/seashell/places/\(environment)/\(name)").first
  }
}

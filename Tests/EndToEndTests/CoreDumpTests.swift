import Foundation
import Glibc
import TestSupport
import Testing

/// The files left by a crash of a shell with a token.
@Suite(.mayBlock) struct CoreDumpTests {
  /// Whether a crashing process leaves a file in its working folder on this system.
  private static let leavesFiles: Bool = {
    let pattern =
      (try? String(contentsOfFile: "/proc/sys/kernel/core_pattern", encoding: .utf8)) ?? ""
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    return !pattern.hasPrefix("|") && !pattern.contains("/") && !pattern.isEmpty
      && (limit.rlim_max == rlim_t.max || geteuid() == 0)
  }()

  /// Runs a shell that crashes with a signal, and returns the names of the files that it leaves.
  private func files(after signal: String, _ variables: [String: String]) throws -> [String] {
    let sandbox = try Sandbox()
    let script = "ulimit -c unlimited; exec '\(Program.seashell.path)' -c \"$1\""
    let result = try Program.run(
      "/bin/sh", ["-c", script, "sh", "print x | sh -c 'kill -\(signal) $PPID'; print y"],
      environment: sandbox.environment.merging(variables) { $1 }, directory: sandbox.home)
    #expect(result.status > 128, "\(result.output) \(result.errors)")
    #expect(!(result.output + result.errors).contains("geheim-token"))
    return try FileManager.default.contentsOfDirectory(atPath: sandbox.home.path)
      .filter { $0.contains("core") }
  }

  @Test(
    .enabled(if: leavesFiles, "a crash leaves no file in the working folder here"),
    arguments: ["ABRT", "SEGV"])
  func `a shell with a token leaves no core file`(signal: String) throws {
    #expect(try files(after: signal, ["SEASHELL_TOKEN": "geheim-token"]).isEmpty)
    #expect(try !files(after: signal, [:]).isEmpty)
  }
}

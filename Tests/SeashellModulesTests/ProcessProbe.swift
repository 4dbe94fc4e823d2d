import CoreSystem
import Glibc
import SeashellKit
@testable import SeashellModules
import TestSupport
import Testing

/// Starts processes for a test, and records their events.
@MainActor final class ProcessProbe {
  var values: [CellValue] = []
  var errorLines: [String] = []
  var process: ModuleProcess?

  /// The limits of a test: no wait is long.
  static var limits: ModuleLimits {
    var limits = ModuleLimits()
    limits.grace = .milliseconds(50)
    limits.messageSize = 64 << 10
    return limits
  }

  private var waiting: [(isMet: () -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

  init(
    _ command: [String], _ kind: ModuleProcess.Kind = .server, limits: ModuleLimits = limits,
    environment: [String: String] = ModuleEnvironment.clean(),
    decode: @escaping @Sendable ([UInt8]) throws(ModuleError) -> CellValue = ProcessProbe.text
  ) throws {
    process = try ModuleProcess(
      command, environment: environment, limits: limits, kind: kind, decode: decode
    ) { [unowned self] event in
      switch event {
      case .values(let values): self.values += values
      case .errorLine(let line): errorLines.append(line)
      case .ended: break
      }
      let met = waiting.filter { $0.isMet() }
      waiting.removeAll { $0.isMet() }
      for waiter in met { waiter.continuation.resume() }
    }
  }

  /// Returns a line unchanged.
  nonisolated static func text(_ line: [UInt8]) throws(ModuleError) -> CellValue {
    .text(String(decoding: line, as: UTF8.self))
  }

  /// The command line of a misbehaving server.
  nonisolated static func misbehaving(_ mode: String) -> [String] {
    ["python3", "-E", "-S", "Tests/ModuleServers/misbehave.py", mode]
  }

  /// Waits until the events of the process meet a condition.
  func wait(until isMet: @escaping () -> Bool) async {
    await withCheckedContinuation { continuation in
      if isMet() { continuation.resume() } else { waiting.append((isMet, continuation)) }
    }
  }

  var texts: [String] { values.compactMap(\.textValue) }

  func ended() async throws -> ProcessEnd { try await #require(process).ended() }

  func stop() async throws -> ProcessEnd { try await #require(process).stop() }

  /// Whether the processes of the group are gone; waits for those that are ending.
  static func isGone(_ group: Int32) async -> Bool {
    await until("process group \(group)") { kill(-group, 0) < 0 && errno == ESRCH }
    return kill(-group, 0) < 0
  }
}

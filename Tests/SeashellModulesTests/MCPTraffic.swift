import Foundation
import SeashellKit
@testable import SeashellModules
import SeashellTesting
import TestSupport

/// The messages between shell and modules, to be validated by the types of the Python SDK.
@MainActor
final class MCPTraffic {
  private var lines: [String] = []

  /// Records a message.
  ///
  /// - Parameter module: distinguishes modules, each of which has its own ids.
  func record(_ message: CellValue, _ direction: String, _ version: String?, module: String) {
    let line = CellValue.record([
      .init("direction", .text(direction)), .init("version", version.map { .text($0) } ?? .null),
      .init("module", .text(module)), .init("message", message),
    ])
    lines.append(line.jsonText)
  }

  /// Validates the messages with the SDK's types: `12 messages, 0 wrong`, after the errors.
  func validation() async throws -> String {
    let folder = try TemporaryFolder()
    let file = try folder.write("traffic.jsonl", lines.joined(separator: "\n"))
    let count = lines.count
    let verdict = try await BlockingExecutor.run {
      let process = Process()
      let output = Pipe()
      process.executableURL = URL(filePath: ".build/mcp/bin/python")
      process.arguments = ["Tests/ModuleServers/validate.py", file]
      process.standardOutput = output
      process.standardError = output
      try process.run()
      let data = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return String(decoding: data, as: UTF8.self)
    }
    return verdict == "\(count) messages, 0 wrong\n" ? "valid" : verdict
  }
}

/// Records the messages of another channel.
@MainActor
final class RecordingChannel: MessageChannel {
  private let channel: any MessageChannel
  private let traffic: MCPTraffic
  private let module: String
  private var revision: String?

  init(_ channel: any MessageChannel, _ traffic: MCPTraffic, module: String) {
    self.channel = channel
    self.traffic = traffic
    self.module = module
  }

  var memory: Int? { channel.memory }
  var carriesRequestsAlone: Bool { channel.carriesRequestsAlone }

  func open(_ receive: @escaping @MainActor (ChannelEvent) -> Void) async throws {
    try await channel.open { [self] event in
      if case .message(let message) = event {
        traffic.record(message, "in", revision, module: module)
      }
      receive(event)
    }
  }

  func send(_ message: CellValue) async throws {
    traffic.record(message, "out", revision, module: module)
    try await channel.send(message)
  }

  func agree(on revision: String) {
    self.revision = revision
    channel.agree(on: revision)
  }

  func learn(_ tools: [ToolDescription]) { channel.learn(tools) }

  func close() async { await channel.close() }
}

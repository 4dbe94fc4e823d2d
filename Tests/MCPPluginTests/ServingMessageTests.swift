import CoreSystem
import Glibc
import SeashellHosting
import SeashellKit
import SeashellTesting
import ShellRuntime
import TestSupport
import Testing

@testable import MCPPlugin

/// Messages that are wrong, long, or not read by the client.
@MainActor @Suite struct ServingMessageTests {
  @Test(arguments: [
    ("{", "null", -32700), ("[]", "null", -32600), ("1", "null", -32600), ("{}", "null", -32600),
    (String(repeating: "[", count: 1_000), "null", -32700),
    (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, "null", -32600),
    (#"{"jsonrpc":"2.0","id":1,"method":"nope"}"#, "1", -32601),
    (#"{"jsonrpc":"2.0","id":1,"method":"server/discover"}"#, "1", -32601),
    (#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#, "1", -32602),
    (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, "1", -32602),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":[]}}"#, "1",
      -32602
    ),
    (
      #"{"jsonrpc":"2.0","id":"x","method":"resources/read","params":{"uri":"a:b"}}"#, "\"x\"",
      -32002
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2027-01-01"}}}"#,
      "1", -32022
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#,
      "1", -32602
    ),
  ])
  func `a wrong message gets an error, and the next one is served`(
    line: String, id: String, code: Int
  ) async throws {
    let served = try ServedShell()
    served.start()
    let error = await served.ask(line)
    #expect(error["error"]?["code"] == .integer(code), "\(error.jsonText)")
    #expect(error["id"]?.jsonText == id)
    #expect(await served.ask(#"{"jsonrpc":"2.0","id":9,"method":"ping"}"#)["id"] == .integer(9))
    await served.end()
  }

  @Test func `long messages pass a full pipe in order, and keep its flags`() async throws {
    let pipe = try Pipe()
    let flags = fcntl(pipe.reading, F_GETFL)
    let output = ServingOutput(pipe.writing)
    let messages = [1, 2 << 20, 10, 3 << 20, 5].map {
      CellValue.text(String(repeating: "x", count: $0))
    }
    for message in messages { output.write(message.jsonBytes) }
    #expect(output.isFull)
    let input = ServingInput(pipe.reading)
    var received: [CellValue] = []
    await withCheckedContinuation { continuation in
      output.whenWritten { close(pipe.writing) }
      input.start { lines in
        guard let lines else { return continuation.resume() }
        #expect(fcntl(pipe.reading, F_GETFL) == flags)
        for case .message(let message) in lines { received.append(message) }
        input.readOn()
      }
    }
    #expect(received == messages)
    #expect(!output.isFull)
  }

  @Test func `waiting messages are dropped when the reader is gone`() async throws {
    signal(SIGPIPE, SIG_IGN)
    let pipe = try Pipe()
    let output = ServingOutput(pipe.writing)
    output.write([UInt8](repeating: 0x61, count: 1 << 20))
    close(pipe.reading)
    await withCheckedContinuation { continuation in
      output.whenBroken = { continuation.resume() }
    }
    output.write([0x61])
    await withCheckedContinuation { continuation in output.whenWritten { continuation.resume() } }
    close(pipe.writing)
  }

  @Test func `a line longer than 4 MiB is refused without being kept`() async throws {
    var parser = LineParser()
    let piece = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20)
    for _ in 0..<5 { #expect(parser.lines(of: piece[...]).isEmpty) }
    let lines = parser.lines(of: Array("\n{}\n".utf8)[...])
    #expect(lines.count == 2)
    guard case .unreadable(let reason)? = lines.first else { return #expect(Bool(false)) }
    #expect(reason == "it is longer than 4194304 bytes")
  }

  @Test func `a batch of 2025-03-26 is answered in one array`() async throws {
    let served = try ServedShell()
    served.start()
    await served.initialize("2025-03-26")
    let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
    let call = #"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"sample_say"}}"#
    let note = #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#
    let answers = await served.ask("[\(ping),\(call),\(note)]").listValue ?? []
    #expect(Set(answers.compactMap { $0["id"]?.integerValue }) == [1, 2])
    await served.end()
  }
}

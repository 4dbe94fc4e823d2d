import FoundationEssentials
import SeashellTesting
import TestSupport
import Testing

@testable import SeashellKit

@MainActor
@Suite(.mayBlock) struct PictureTests {
  private func client(_ address: String) throws -> EnvironmentClient {
    let transport = StubTransport { _ in HTTPResponse(status: 404) }
    return EnvironmentClient(
      try APIEnvironment("live", address), events: nil, transports: { _ in transport })
  }

  @Test(arguments: [
    ("https://api.example.com/mug.jpg", true), ("https://API.example.com:443/mug.jpg", true),
    ("mugs/ocean.jpg", true), ("/mugs/ocean.jpg", true),
    ("https://cdn.example.com/mug.jpg", false), ("http://api.example.com/mug.jpg", false),
    ("https://api.example.com:8443/mug.jpg", false), ("//cdn.example.com/mug.jpg", false),
    ("file:///etc/passwd", false), ("data:image/png;base64,AA", false), ("", false),
  ])
  func `a picture is requested from the environment's own server alone`(
    address: String, isRequested: Bool
  ) throws {
    let request = Output.request(for: address, on: try client("https://api.example.com"))
    #expect((request != nil) == isRequested)
    #expect(request?.retry != true)
  }

  private func program(_ script: String) -> PictureProgram {
    PictureProgram(path: "/bin/sh", arguments: ["-c", script, "chafa"])
  }

  @Test(
    arguments: [
      ("cat", "a picture"), ("cat > /dev/null; echo \"$2 $3 $4\"", "symbols --size 9x3\n"),
      ("true", nil), ("exec head -c 300000 /dev/zero", nil), ("kill -9 $$", nil),
    ] as [(String, String?)])
  func `a picture program's output is used if it succeeds`(script: String, drawn: String?) async {
    let bytes = await program(script).draw(Array("a picture".utf8), columns: 9, rows: 3)
    #expect(bytes.map { String(decoding: $0, as: UTF8.self) } == drawn)
  }

  @Test func `a picture program that hangs ends when the user interrupts`() async {
    let program = program("exec sleep 60")
    let task = Task { await program.draw([], columns: 9, rows: 3) }
    task.cancel()
    #expect(await task.value == nil)
  }
}

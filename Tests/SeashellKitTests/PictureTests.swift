import CoreSystem
import FoundationEssentials
import SeashellTesting
import TestSupport
import Testing

@testable import SeashellKit

@Suite(.mayBlock) struct PictureTests {
  private func client(_ address: String) throws -> EnvironmentClient {
    let transport = StubTransport { _ in HTTPResponse(status: 404) }
    return EnvironmentClient(
      try APIEnvironment("live", baseURL: address), events: nil, transports: { _ in transport })
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

  private func program(_ script: String) throws -> (PictureProgram, TemporaryFolder) {
    let folder = try TemporaryFolder()
    let path = try folder.write("chafa", "#!/bin/sh\n\(script)\n")
    #expect(chmod(path, 0o700) == 0)
    return (PictureProgram(path: path), folder)
  }

  @Test(
    arguments: [
      ("cat", "a picture"), ("cat > /dev/null; echo \"$3 $4 $5\"", "symbols --size 9x3\n"),
      ("true", nil), ("exec head -c 300000 /dev/zero", nil), ("kill -9 $$", nil),
    ] as [(String, String?)])
  func `a program draws a picture, or none`(script: String, drawn: String?) async throws {
    let (program, folder) = try program(script)
    defer { withExtendedLifetime(folder) {} }
    let bytes = await program.draw(Array("a picture".utf8), columns: 9, rows: 3)
    #expect(bytes.map { String(decoding: $0, as: UTF8.self) } == drawn)
  }

  @Test func `a program that hangs ends when the user interrupts`() async throws {
    let (program, folder) = try program("exec sleep 60")
    defer { withExtendedLifetime(folder) {} }
    let task = Task { await program.draw([], columns: 9, rows: 3) }
    task.cancel()
    #expect(await task.value == nil)
  }
}

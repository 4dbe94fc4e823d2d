import Foundation
import TestSupport
import Testing

/// A served shop answers commands as the embedded one does.
@Suite(.mayBlock) struct BothDoorsTests {
  /// Whether a command's results depend on the place or time of the shop.
  private static func isAboutPlaces(_ command: String) -> Bool {
    command.contains("seashell env") || command.contains(" env list")
      || command.contains("session status")
      || command.contains("serve") || command.contains("watch ")
      || command.contains("seashell queue")
  }

  @Test(arguments: TranscriptTests.files)
  func `a transcript prints the same bytes on a served shop as on the embedded one`(
    name: String
  ) throws {
    let file = TranscriptTests.root.appending(path: "Tests/Transcripts/\(name)")
    let transcript = Transcript(try String(contentsOf: file, encoding: .utf8))
    let served = try ServedShop()
    let (near, far) = (try Sandbox(), try served.client())
    for step in transcript.steps where !Self.isAboutPlaces(step.command) {
      let expected = try Self.run(step.command, in: near)
      let actual = try Self.run(step.command, in: far)
      #expect(actual.output == expected.output, "\(name):\(step.line): \(step.command)")
      #expect(actual.status == expected.status, "\(name):\(step.line): \(step.command)")
    }
    #expect(served.end() == 0)
  }

  private static func run(_ command: String, in sandbox: Sandbox) throws -> Program.Result {
    try Program.run(
      "/bin/sh", ["-c", command], environment: sandbox.environment, directory: sandbox.home)
  }
}

import FoundationEssentials
import SeashellKit
import SeashellTesting
import Synchronization
import Testing

@testable import APIPlugin

@MainActor
@Suite struct FeedTests {
  @Test(arguments: [
    ("api get events", "application/json", true, true),
    ("api get '/events/?x=1'", "text/event-stream", true, true),
    ("api get a --header Accept:text/event-stream", "text/plain", true, true),
    ("api get a", "text/Event-Stream; charset=utf-8", false, true),
    ("api get events/e-1", "application/json", false, false),
    ("api post events", "application/json", false, false),
  ])
  func `an endless event feed is shown as it arrives`(
    line: String, type: String, isEndless: Bool, isShown: Bool
  ) async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("shown", "")
    let pieces = Mutex(["a", "b"])
    let seen = Mutex<[String]>([])
    let transport = StubTransport { _ in
      HTTPResponse(
        status: 200, headers: ["Content-Type": type],
        body: HTTPBody {
          let shown = FileManager.default.contents(atPath: file) ?? Data()
          seen.withLock { $0.append(String(decoding: shown, as: UTF8.self)) }
          return pieces.withLock { $0.isEmpty ? nil : Data($0.removeFirst().utf8) }
        })
    }
    let harness = try ShellHarness(transport)
    try harness.load(APIModule(harness.context))
    #expect(await harness.run("\(line) > '\(file)'").status == 0)
    #expect(transport.requests.map(\.isEndless) == [isEndless])
    #expect(seen.withLock(\.self) == (isShown ? ["", "a", "ab"] : ["", "", ""]))
  }
}

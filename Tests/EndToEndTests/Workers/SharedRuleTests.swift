import APIPlugin
import CoreEvents
import ReviewsPlugin
import SeashellHosting
import SeashellKit
@testable import SeashellTesting
import SessionPlugin
import ShellCommands
import ShellHelp
import ShellJobs
import ShellOutput
import ShellRuntime
import ShopBackend
import TestSupport
import Testing

/// What the runs of shared rules write to a server that honours keys.
@MainActor
@Suite(.mayBlock) struct SharedRuleTests {
  /// The shop honours keys in any case, but they are made only if the environment says so.
  @Test(arguments: [(true, 6), (false, 9)])
  func `a repeated run writes nothing a second time, in an environment with keys`(
    honorsKeys: Bool, count: Int
  ) async throws {
    try await SharedShop(honorsKeys: honorsKeys).expectReviews(count)
  }
}

@MainActor
private struct SharedShop {
  private let folder: TemporaryFolder
  private let harness: ShellHarness
  private let output = MemorySink()
  private let errors = MemorySink()

  init(honorsKeys: Bool) throws {
    folder = try TemporaryFolder()
    harness = try ShellHarness(
      EmbeddedTransport(database: "\(folder.path)/shop.db"),
      console: RecordingConsole(input: "demo\n"), directory: folder.path)
    harness.context.client.environment = try APIEnvironment(
      "test", "http://localhost", version: "v1", honorsIdempotencyKeys: honorsKeys)
  }

  /// Returns a shell with the modules of the harness, whose rules share events.
  private func shell(
    _ follow: @escaping @MainActor (SharedFollowing) -> @MainActor () async -> Void
  ) throws -> Shell {
    let context = harness.context
    var host = ShellHost(
      identity: context.identity, bus: harness.bus, process: StubProcess(),
      environments: context.apis, help: HelpPages(program: context.identity.name),
      background: BackgroundJobs(bus: harness.bus))
    host.followShared = follow
    let shell = try Shell(
      host, settings: ShellSettings(), streams: StandardStreams(output: output, errors: errors),
      console: harness.console)
    for module in [
      SessionModule(context), ReviewsModule(context), APIModule(context),
    ] as [any FeatureModule] {
      try shell.modules.load(module)
    }
    return shell
  }

  /// Handles three deliveries of two events, each of which writes three reviews.
  func expectReviews(_ count: Int) async throws {
    let before = try await reviewCount()
    var outcomes: [SharedEvent.Outcome] = []
    var giving: Task<Void, Never>?
    var running: Shell?
    let shell = try shell { following in
      giving = Task {
        for (id, tries) in [("m-1", 1), ("m-1", 2), ("m-2", 1)] {
          let event = DynamicEvent(eventName: "a.b", payload: ["comment": .string(id)])
          outcomes.append(
            await following.handle(SharedEvent(id: id, event: event, time: 0, tries: tries)))
        }
        running?.terminate()
      }
      return { await giving?.value }
    }
    running = shell
    let status = await shell.run(
      text: """
        session login --user demo --password-stdin
        on a.b --durable n --shared do {
          reviews add p-1 --rating 4 --comment $event.comment
          api post products/p-1/reviews rating:=3 comment=$event.comment
          api post products/p-1/reviews rating:=3 comment=$event.comment
        }
        wait
        """, named: "test")
    #expect(status == .success, "\(String(decoding: errors.bytes, as: UTF8.self))")
    #expect(outcomes == [.done, .done, .done])
    #expect(try await reviewCount() == before + count)
  }

  private func reviewCount() async throws -> Int {
    let response = try await APIRequest(path: "products/p-1/reviews")
      .response(on: harness.context.client)
    return try #require(response.headers["X-Total-Count"].flatMap { Int($0) })
  }
}

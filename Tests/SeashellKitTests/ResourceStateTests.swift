import CoreSystem
import SeashellKit
import SeashellTesting
import TestSupport
import Testing

/// What was listed of a resource: its commands and its completion.
@Suite @MainActor struct ResourceStateTests {
  let clock = ManualClock()
  private let list: ResourceState<Numbers>
  let transport: StubTransport
  let harness: ShellHarness

  init() throws {
    let transport = StubTransport { try HTTPResponse(json: Array(1...5), pageFor: $0) }
    harness = try ShellHarness(transport)
    let list = Self.state(harness, clock)
    try harness.load(NumbersModule(list))
    (self.list, self.transport) = (list, transport)
  }

  private static func state(
    _ harness: ShellHarness, _ clock: ManualClock
  ) -> ResourceState<Numbers> {
    ResourceState(RemoteService(harness.context.client), of: Numbers(), clock: clock)
  }

  func candidates(_ prefix: String = "") -> [String] {
    list.candidates(for: CompletionQuery(prefix: prefix), of: Numbers()).map(\.text)
  }

  @Test func `more continues the last list, and refresh repeats it`() async {
    #expect(await harness.run("numbers list --per-page 2").output == "1\n2\n")
    #expect(await harness.run("numbers more").output == "3\n4\n")
    #expect(await harness.run("numbers more").output == "5\n")
    #expect(await harness.run("numbers more").output == "")
    #expect(await harness.run("numbers refresh").output == "1\n2\n")
    #expect(
      harness.console.notices == [
        "2 of 5; --all lists every one", "3 to 4 of 5; 'numbers more' shows the next",
        "there are no more numbers", "2 of 5; 'numbers more' shows the next",
      ])
    #expect(
      await harness.run("numbers list --all; numbers refresh").output
        == "1\n2\n3\n4\n5\n1\n2\n3\n4\n5\n")
  }

  @Test func `more and refresh give advice if there is no list`() async {
    for command in ["more", "refresh"] {
      let (status, _, errors) = await harness.run("numbers \(command)")
      #expect(status == 2)
      #expect(errors.contains("there is no list to continue; 'numbers list' lists numbers"))
    }
    _ = await harness.run("numbers list --per-page 2")
    list.apply(DataInvalidated(resource: "numbers", environment: .test))
    let errors = await harness.run("numbers more").errors
    #expect(errors.contains("there is no list to continue; 'numbers refresh' lists them again"))
    #expect(await harness.run("numbers refresh").output == "1\n2\n")
    list.forget()
    #expect(await harness.run("numbers refresh").status == 2)
  }

  @Test func `refresh repeats what was asked last, also after a failure`() async throws {
    let isDown = SharedFlag()
    let transport = StubTransport {
      if isDown.isRaised { throw TransportError(.unconnected, reason: "nothing listens") }
      return try HTTPResponse(json: Array(1...5), pageFor: $0)
    }
    let harness = try ShellHarness(transport)
    try harness.load(NumbersModule(Self.state(harness, clock)))
    isDown.raise()
    #expect(await harness.run("numbers list --per-page 2").status != 0)
    #expect(
      await harness.run("numbers more").errors.contains("'numbers refresh' lists them again"))
    #expect(await harness.run("numbers refresh").status != 0)
    isDown.lower()
    #expect(await harness.run("numbers refresh").output == "1\n2\n")
    isDown.raise()
    #expect(await harness.run("numbers list --page 2 --per-page 3").status != 0)
    isDown.lower()
    #expect(await harness.run("numbers refresh").output == "4\n5\n")
  }

  @Test func `more says that others have changed the list`() async {
    _ = await harness.run("numbers list --per-page 2")
    list.apply(DataUpdated(resource: "numbers", id: "1", environment: .test))
    _ = await harness.run("numbers more")
    #expect(
      harness.console.notices.last
        == "the numbers have changed; 'numbers refresh' lists them again")
  }

  @Test func `completion offers known ids, and requests more for the next Tab`() async {
    _ = await harness.run("numbers list --page 2 --per-page 2")
    #expect(candidates() == ["3", "4"])
    await until { candidates().count >= 5 }
    #expect(candidates() == ["3", "4", "1", "2", "5"])
    #expect(candidates("5") == ["5"])
    #expect(list.listed.elements == [3, 4])
    #expect(transport.requests.count == 2)
  }

  @Test func `completion candidates are requested again when they are old`() async {
    await until { candidates().count >= 5 }
    clock.advance(by: .seconds(899))
    #expect(candidates().count == 5)
    list.apply(DataDeleted(resource: "numbers", id: "5", environment: .test))
    #expect(candidates() == ["1", "2", "3", "4"])
    await until { candidates().count >= 5 }
    #expect(transport.requests.count == 2)
    clock.advance(by: .seconds(900))
    while transport.requests.count < 3 {
      #expect(candidates().count == 5)
      await Task.yield()
    }
  }

  @Test func `the example of more lists one element, unless another one is given`() {
    let examples = [nil: "numbers list --per-page 1", "numbers list 7": "numbers list 7"]
    for (given, line) in examples {
      let more = MoreCommand(list, as: NumberView(), example: given)
      #expect(more.specification.examples.map(\.line) == [line, "numbers more"])
    }
  }

  @Test func `every example works`() async {
    #expect(await harness.checkExamples() == [])
  }
}

private struct Numbers: Listing {
  let noun = Noun("number")
  let path: APIPath = "numbers"
  func map(_ dto: Int) -> Int { dto }
  func id(of number: Int) -> String { "\(number)" }
}

/// A module with a list of numbers.
private final class NumbersModule: FeatureModule {
  let name = "numbers"
  let abstract = "List numbers"
  let commands: [any Command]

  init(_ list: ResourceState<Numbers>) {
    commands = [
      ListCommand(list, as: NumberView(), abstract: "List numbers") { _ in Numbers() },
      MoreCommand(list, as: NumberView()), RefreshCommand(list, as: NumberView()),
    ]
  }
}

private struct NumberView: RecordView {
  let columns = [Column("number")]

  func row(_ number: Int) -> [CellValue] { [.integer(number)] }
}

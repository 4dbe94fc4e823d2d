import SeashellKit
import SeashellTesting
import Testing

/// A module's list: its commands, and what completion offers of it.
@Suite(.timeLimit(.minutes(1))) @MainActor struct ModuleListTests {
  let clock = ManualClock()
  let list: ModuleList<Int>
  let transport: StubTransport
  let harness: ShellHarness

  init() throws {
    let transport = StubTransport { try HTTPResponse(json: Array(1...5), pageFor: $0) }
    let list = ModuleList<Int>(of: "numbers", clock: clock) { "\($0)" }
    harness = try ShellHarness(transport)
    try harness.load(NumbersModule(list, client: harness.context.client))
    (self.list, self.transport) = (list, transport)
  }

  func candidates(_ prefix: String = "") -> [String] {
    let source = NumbersModule.source(harness.context.client)
    return list.candidates(for: CompletionQuery(prefix: prefix), from: source, also: [99]) {
      $1.offer("\($0)", "")
    }.map(\.text)
  }

  @Test func `more and refresh continue and repeat what was listed`() async {
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

  @Test func `without a list they say how to begin, and after it was dropped how to go on`() async {
    for command in ["more", "refresh"] {
      let (status, _, errors) = await harness.run("numbers \(command)")
      #expect(status == 2)
      #expect(errors.contains("there is no list to continue; 'numbers list' lists numbers"))
    }
    _ = await harness.run("numbers list --per-page 2")
    list.apply(.invalidated(.init(resource: "numbers", environment: .test)))
    let errors = await harness.run("numbers more").errors
    #expect(errors.contains("there is no list to continue; 'numbers refresh' lists them again"))
    #expect(await harness.run("numbers refresh").output == "1\n2\n")
    list.forget()
    #expect(await harness.run("numbers refresh").status == 2)
  }

  @Test func `more says that others have changed the list`() async {
    _ = await harness.run("numbers list --per-page 2")
    list.apply(.updated(.init(resource: "numbers", id: "1", environment: .test)))
    _ = await harness.run("numbers more")
    #expect(
      harness.console.notices.last
        == "the numbers have changed; 'numbers refresh' lists them again")
  }

  @Test func `completion offers what is known, and requests the rest for the next Tab`() async {
    _ = await harness.run("numbers list --page 2 --per-page 2")
    #expect(candidates() == ["3", "4", "99"])
    while candidates().count < 6 { await Task.yield() }
    #expect(candidates() == ["3", "4", "99", "1", "2", "5"])
    #expect(candidates("9") == ["99"])
    #expect(list.listed.elements == [3, 4])
    #expect(transport.requests.count == 2)
  }

  @Test func `what completion offers is requested again when it is stale or old`() async {
    while candidates().count < 6 { await Task.yield() }
    clock.advance(by: .seconds(899))
    #expect(candidates().count == 6)
    list.apply(.deleted(.init(resource: "numbers", id: "5", environment: .test)))
    #expect(candidates() == ["99", "1", "2", "3", "4"])
    while candidates().count < 6 { await Task.yield() }
    #expect(transport.requests.count == 2)
    clock.advance(by: .seconds(900))
    while transport.requests.count < 3 {
      #expect(candidates().count == 6)
      await Task.yield()
    }
  }

  @Test func `the example of more lists one element, unless another one is given`() {
    let examples = [nil: "numbers list --per-page 1", "numbers list 7": "numbers list 7"]
    for (given, line) in examples {
      let more = MoreCommand(list, as: NumberView.self, example: given)
      #expect(more.specification.examples.map(\.line) == [line, "numbers more"])
    }
  }

  @Test func `every example works`() async {
    #expect(await harness.checkExamples() == [])
  }
}

/// A module with a list of numbers.
private final class NumbersModule: FeatureModule {
  let name = "numbers"
  let abstract = "List numbers"
  let commands: [any Command]

  init(_ list: ModuleList<Int>, client: EnvironmentClient) {
    commands = [
      ListNumbers(list: list, client: client), MoreCommand(list, as: NumberView.self),
      RefreshCommand(list, as: NumberView.self),
    ]
  }

  static func source(_ client: EnvironmentClient) -> PageSource<Int> {
    PageSource("numbers") { pages in
      try await APIRequest(
        path: "numbers", query: ["page": pages.page, "per_page": pages.perPage]
      ).response(on: client).pagedResource()
    } following: {
      try await $0.response(on: client).pagedResource()
    }
  }
}

private struct ListNumbers: Command {
  let list: ModuleList<Int>
  let client: EnvironmentClient
  let pages = PageOptions(of: "numbers")
  var specification: CommandSpecification {
    CommandSpecification(
      "list", abstract: "List numbers", examples: [.init("numbers list", "lists numbers")],
      parameters: [pages], changesData: false)
  }

  func run(_ invocation: Invocation) async throws {
    let pages = try pages.selection(in: invocation)
    var position: ListPosition?
    let count = try await invocation.output.list(as: NumberView.self) { show in
      position = try await list.list(pages, from: NumbersModule.source(client), show)
    }
    invocation.notifyListed(count, position, page: pages.page, empty: "there are no numbers")
  }
}

private enum NumberView: RecordView {
  static let columns = [Column("number")]

  static func row(_ number: Int) -> [CellValue] { [.integer(number)] }
}

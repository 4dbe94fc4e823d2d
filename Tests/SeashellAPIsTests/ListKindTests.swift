import CoreSystem
import FoundationEssentials
import SeashellHosting
import SeashellKit
@testable import SeashellTesting
import ShellHelp
import Synchronization
import TestSupport
import Testing

/// What the lists of a module and those of an added API have in common.
@MainActor
@Suite struct ListKindTests {
  enum Kind: CaseIterable {
    case module, described

    /// The words before `list`.
    var words: String { self == .module ? "crates" : "wh crates" }
  }

  private let isDown = SharedFlag()
  private let count: Count
  private let transport: StubTransport
  private let bench: OperationBench

  init() throws {
    let count = Count()
    self.count = count
    transport = StubTransport { [isDown] request in
      if isDown.isRaised { throw TransportError(.unconnected, reason: "nothing listens") }
      guard !request.url.absoluteString.contains("gone") else { return HTTPResponse(status: 404) }
      return try HTTPResponse(
        json: count.crates.filter { crate in
          let words = URLComponents(url: request.url, resolvingAgainstBaseURL: true)?.queryItems
          return words?.first { $0.name == "q" }?.value.map(crate.notes.contains) ?? true
        }, pageFor: request)
    }
    let store = MemoryRecordStore()
    bench = try OperationBench(
      paths: #"""
        "/crates": {"get": {"operationId": "listCrates", "parameters": [
          {"name": "q", "in": "query", "schema": {"type": "string"}},
          {"name": "page", "in": "query", "schema": {"type": "integer"}},
          {"name": "per_page", "in": "query", "schema": {"type": "integer"}}],
          "responses": {"200": {"description": "", "content": {"application/json": {"schema": {
            "type": "array", "items": {"type": "object", "properties": {
              "id": {"type": "string"}, "name": {"type": "string"}}}}}}}}}},
        "/crates/{id}": {"get": {"operationId": "getCrate", "parameters": [
          {"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}]}}
        """#, transport: transport, storage: MemoryOfflineStorage { _ in store })
    try bench.harness.load(CratesModule(bench.harness.context))
  }

  private func run(_ line: String) async -> (status: Int32, output: String, errors: String) {
    await bench.harness.run(line)
  }

  private func ids(_ line: String) async -> [String] {
    await run("\(line) | get id").output.split(separator: "\n").map(String.init)
  }

  private static func numbered(_ numbers: ClosedRange<Int>) -> [String] {
    numbers.map { "c-\($0)" }
  }

  private func post(_ event: (EnvironmentID) -> any DataEvent) {
    for environment in [EnvironmentID.test, EnvironmentID(api: "wh", name: "live")] {
      bench.harness.bus.post(event(environment))
    }
    bench.harness.bus.deliverPending()
  }

  @Test(arguments: Kind.allCases)
  func `more goes on, and refresh begins again`(kind: Kind) async {
    #expect(await ids("\(kind.words) list") == Self.numbered(1...20))
    #expect(await ids("\(kind.words) more") == Self.numbered(21...30))
    #expect(await run("\(kind.words) more").output.isEmpty)
    #expect(bench.harness.console.notices.last == "there are no more crates")
    #expect(await ids("\(kind.words) refresh") == Self.numbered(1...20))
    #expect(await ids("\(kind.words) list --all") == Self.numbered(1...30))
  }

  @Test(arguments: Kind.allCases)
  func `without a list there is nothing to continue`(kind: Kind) async {
    for command in ["more", "refresh"] {
      let result = await run("\(kind.words) \(command)")
      #expect(result.status == 2)
      #expect(result.errors.contains("'\(kind.words) list' lists crates"), "\(result.errors)")
    }
  }

  @Test(arguments: Kind.allCases)
  func `refresh repeats what has failed`(kind: Kind) async {
    isDown.raise()
    #expect(await run("\(kind.words) list --per-page 2").status == 5)
    isDown.lower()
    #expect(await ids("\(kind.words) refresh") == Self.numbered(1...2))
  }

  @Test(arguments: Kind.allCases)
  func `a list is answered from the store with its age when the service is lost`(
    kind: Kind
  ) async {
    let there = await run("\(kind.words) list -o csv").output
    #expect(await ids("\(kind.words) more") == Self.numbered(21...30))
    isDown.raise()
    let lost = await run("\(kind.words) list -o csv")
    #expect(lost.status == 0 && lost.output == there, "\(lost)")
    #expect(
      bench.harness.console.notices.last?.contains("is not reachable") == true,
      "\(bench.harness.console.notices)")
    #expect(await ids("\(kind.words) more") == Self.numbered(21...30))
    #expect(await run("\(kind.words) list --fresh").status == 5)
    isDown.lower()
    #expect(await run("\(kind.words) refresh -o csv").output == there)
  }

  @Test(arguments: Kind.allCases)
  func `changes by others end a list, or are said`(kind: Kind) async {
    #expect(await ids("\(kind.words) list --per-page 5") == Self.numbered(1...5))
    post { DataUpdated(resource: "crates", id: "c-2", environment: $0) }
    #expect(await ids("\(kind.words) more") == Self.numbered(6...10))
    #expect(
      bench.harness.console.notices.last
        == "the crates have changed; '\(kind.words) refresh' lists them again")
    post { DataInvalidated(resource: "crates", environment: $0) }
    let result = await run("\(kind.words) more")
    #expect(result.status == 2)
    #expect(result.errors.contains("'\(kind.words) refresh' lists them again"), "\(result.errors)")
  }

  @Test(arguments: Kind.allCases)
  func `Tab asks for the first page, and then for what the service finds`(kind: Kind) async throws {
    let line = "\(kind.words) show "
    func completion(_ word: String) -> Completion {
      let text = line + word
      return ShellCompleter(bench.harness.shell).completion(of: text, at: text.utf8.count)
    }
    count.number.withLock { $0 = 1_030 }
    await until { completion("").candidates.count >= 20 }
    #expect(completion("").remark == "the list has 1,030: type to search")
    #expect(completion("zinc").candidates.isEmpty)
    await until { completion("zinc").candidates.map(\.label) == ["c-1030"] }
    #expect(completion("").candidates.map(\.label).contains("c-1"))
  }

  @Test func `a command after the mark of a stage takes no records, also one of an API`() async {
    for line in ["wh crates list", "wh listCrates", "crates list"] {
      let result = await run("print a | \(line)")
      #expect(result.errors.contains("'\(line)' takes no records"), "\(result.errors)")
    }
  }
}

/// How many crates there are.
private final class Count: Sendable {
  let number = Mutex(30)

  /// The notes of the last one alone have the word `zinc`.
  var crates: [Crate] {
    let last = number.withLock(\.self)
    return (1...last).map {
      Crate(id: "c-\($0)", name: "Crate \($0)", notes: $0 == last ? "of zinc" : "of wood")
    }
  }
}

private struct Crate: Codable, Identifiable {
  let id: String
  let name: String
  let notes: String
}

private struct CrateListing: Listing {
  var words: String?
  var noun: Noun { Noun("crate") }
  var path: APIPath { "crates" }
  var query: APIQuery { ["q": words] }
  func map(_ crate: Crate) -> Crate { crate }
  func name(of crate: Crate) -> String { crate.name }
  func searching(_ word: String) -> CrateListing? { CrateListing(words: word) }
}

private struct CratesView: RecordView {
  let columns = [Column("id"), Column("name"), Column("notes")]
  func row(_ crate: Crate) -> [CellValue] {
    [.text(crate.id), .text(crate.name), .text(crate.notes)]
  }
}

private final class CratesModule: FeatureModule {
  let name = "crates"
  let abstract = "List crates"
  private let context: ModuleContext
  private let state: ResourceState<CrateListing>

  init(_ context: ModuleContext) {
    self.context = context
    state = ResourceState(context.service(), of: CrateListing(), clock: context.clock)
  }

  var commands: [any Command] {
    let id = Argument<String>("ID", "the crate", completion: "crates.id")
    return [
      ListCommand(state, as: CratesView(), abstract: "List crates") { _ in CrateListing() },
      ShowCommand(
        state, id, as: CratesView(), abstract: "Show a crate",
        examples: [.init("crates show c-1", "shows one")]
      ) { _ in CrateListing() },
      MoreCommand(state, as: CratesView()), RefreshCommand(state, as: CratesView()),
    ]
  }

  var completionSources: [CompletionSource] {
    [state.completion(of: "crates.id") { _ in CrateListing() }]
  }

  func subscribe(to bus: EventBus) -> [Subscription] {
    context.changes { [state] in state.apply($0) }
  }
}

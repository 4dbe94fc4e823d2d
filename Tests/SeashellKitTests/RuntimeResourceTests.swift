import CoreSystem
import FoundationEssentials
import SeashellKit
import SeashellTesting
import ShellOutput
import TestSupport
import Testing

/// A resource that is known only at run time: its records are JSON.
@Suite @MainActor struct RuntimeResourceTests {
  private let list = RuntimeList(
    noun: Noun("box", "boxes"), path: "boxes", idField: "code", nameField: "label")
  private let state: ResourceState<RuntimeList>
  let isDown = SharedFlag()
  let harness: ShellHarness

  init() throws {
    let transport = StubTransport { [isDown] request in
      if isDown.isRaised { throw TransportError(.unconnected, reason: "nothing listens") }
      let id = request.url.path().split(separator: "/").last.map(String.init) ?? ""
      guard id != "boxes" else { return try HTTPResponse(json: Self.boxes, pageFor: request) }
      guard let box = Self.boxes.first(where: { $0["code"] == .string(id) }) else {
        return HTTPResponse(status: 404)
      }
      return try HTTPResponse(json: box)
    }
    harness = try ShellHarness(transport)
    state = ResourceState(
      RemoteService(harness.context.client), of: list, clock: ManualClock())
    try harness.load(BoxesModule(state, list))
  }

  /// Five boxes, of which only the fourth one is worn.
  private nonisolated static var boxes: [JSONValue] {
    (1...5).map { number in
      var box: JSONObject = [
        "code": .string("b-\(number)"), "label": .string("Box \(number)"),
        "weight": .integer(number),
      ]
      if number == 4 { box["worn"] = .bool(true) }
      return .object(box)
    }
  }

  private func run(_ line: String) async -> String { await harness.run(line).output }

  private func ids(_ prefix: String = "") -> [String] {
    state.candidates(for: CompletionQuery(prefix: prefix), of: list).map(\.text)
  }

  @Test func `list, more and refresh print the fields of their records`() async {
    let first = """
      {"code":"b-1","label":"Box 1","weight":1}
      {"code":"b-2","label":"Box 2","weight":2}

      """
    #expect(await run("boxes list --per-page 2 -o jsonl") == first)
    #expect(
      await run("boxes more -o jsonl") == """
        {"code":"b-3","label":"Box 3","weight":3}
        {"code":"b-4","label":"Box 4","weight":4,"worn":true}

        """)
    #expect(
      await run("boxes more -o jsonl") == #"{"code":"b-5","label":"Box 5","weight":5}"# + "\n")
    #expect(await run("boxes more -o json") == "[]\n")
    #expect(await run("boxes refresh -o jsonl") == first)
    #expect(
      harness.console.notices == [
        "2 of 5; --all lists every one", "3 to 4 of 5; 'boxes more' shows the next",
        "there are no more boxes", "2 of 5; 'boxes more' shows the next",
      ])
  }

  @Test func `all pages have the fields of their records`() async {
    let lines = await run("boxes list --all --per-page 3").split(separator: "\n")
    #expect(lines == (1...5).map { "b-\($0)\tBox \($0)\t\($0)\t\($0 == 4 ? "true" : "")" })
  }

  @Test func `a stage gets the fields before the rows`() async {
    #expect(await run("boxes list | where weight > 3 | select label") == "Box 4\nBox 5\n")
  }

  @Test func `refresh repeats a list that has failed`() async {
    isDown.raise()
    #expect(await harness.run("boxes list --per-page 1").status == 5)
    isDown.lower()
    #expect(await run("boxes refresh") == "b-1\tBox 1\t1\n")
  }

  @Test func `a record is shown with the known fields, or is missing`() async {
    #expect(
      await run("boxes show b-2 -o json") == #"{"code":"b-2","label":"Box 2","weight":2}"# + "\n")
    let (status, output, errors) = await harness.run("boxes show b-9")
    #expect(status == 3 && output.isEmpty)
    #expect(errors.contains("no box has the id 'b-9'"))
    #expect(await harness.run("open boxes/b-2").status == 0)
    #expect(await harness.run("open ../b-9").status == 3)
  }

  @Test func `completion finds records by id and by a word of their name`() async {
    _ = await run("boxes list --per-page 2")
    #expect(
      harness.completions(of: "boxes.code", for: "b-") == [
        .init("b-1", "Box 1"), .init("b-2", "Box 2"),
      ])
    #expect(ids("2") == ["b-2"])
    await until { ids().count >= 5 }
    #expect(ids() == ["b-1", "b-2", "b-3", "b-4", "b-5"])
    #expect(ids("BOX").count == 5)
  }

  @Test func `changes by others reach the list and the record`() async {
    _ = await run("boxes list --per-page 3; boxes show b-2")
    #expect(state.changes(of: list) == 0 && state.changes(of: list, "b-2") == 0)
    state.apply(DataDeleted(resource: "boxes", id: "b-1", environment: .test))
    #expect(state.listed.elements.map { list.id(of: $0) } == ["b-2", "b-3"])
    #expect(state.changes(of: list) == 1 && state.changes(of: list, "b-2") == 0)
    #expect(!state.shown.isStale)
    state.apply(DataUpdated(resource: "boxes", id: "b-2", environment: .test))
    #expect(state.shown.isStale && state.listed.isStale)
    #expect(state.changes(of: list) == 2 && state.changes(of: list, "b-2") == 1)
    _ = await run("boxes more")
    #expect(
      harness.console.notices.last == "the boxes have changed; 'boxes refresh' lists them again")
    state.apply(DataInvalidated(resource: "boxes", environment: .test))
    #expect(await harness.run("boxes more").errors.contains("'boxes refresh' lists them again"))
    #expect(await run("boxes refresh").hasPrefix("b-1\t"))
  }

  @Test func `a record can be marked as changed`() async {
    _ = await run("boxes show b-2")
    _ = state.changes(of: list, "b-2")
    state.markChanged("b-1", of: list)
    #expect(!state.shown.isStale)
    state.markChanged("b-2", of: list)
    #expect(state.shown.isStale)
    #expect(state.changes(of: list, "b-2") == 1)
  }

  @Test func `the records are read without a network, too`() async throws {
    let transport = StubTransport { [isDown] request in
      if isDown.isRaised { throw TransportError(.unconnected, reason: "nothing listens") }
      return try HTTPResponse(json: Self.boxes, pageFor: request)
    }
    let harness = try ShellHarness(
      transport, storage: MemoryOfflineStorage { [store = MemoryRecordStore()] _ in store },
      offline: .auto)
    let service = harness.context.service(of: RuntimeList.self)
    try harness.load(BoxesModule(ResourceState(service, of: list), list))
    let shown = await harness.run("boxes list").output
    isDown.raise()
    #expect(await harness.run("boxes list").output == shown)
    #expect(await harness.run("boxes show b-4 -o json").output.contains(#""weight":4"#))
  }
}

/// A list as a description of an API might have it.
private struct RuntimeList: Resource {
  let noun: Noun
  let path: APIPath
  let idField: String
  let nameField: String

  func page(in response: APIResponse) throws -> APIPage<JSONValue> {
    try response.pagedResource(paging: paging)
  }

  func model(in response: APIResponse) throws -> JSONValue { try response.resource() }

  func id(of record: JSONValue) -> String { Self.text(record[idField]) }

  func name(of record: JSONValue) -> String { Self.text(record[nameField]) }

  private static func text(_ value: JSONValue?) -> String {
    if case .string(let text)? = value { text } else { "" }
  }
}

/// The fields of the records, after those that are known before.
private struct JSONView: RecordView {
  var columns: [Column]

  func row(_ record: JSONValue) -> [CellValue] {
    columns.map { record[$0.name].map { CellValue($0) } ?? .null }
  }

  func write(
    _ list: (_ show: ([JSONValue]) async throws -> Void) async throws -> Void, to output: Output
  ) async throws -> Int {
    var rows = RowWriter(to: output, columns: columns.map(\.name))
    var count = 0
    try await list { records in
      for record in records { try rows.append(CellValue(record)) }
      count += records.count
    }
    try rows.finish()
    return count
  }
}

/// A module with the commands of a list.
private final class BoxesModule: FeatureModule {
  let name = "boxes"
  let abstract = "List boxes"
  let commands: [any Command]
  let completionSources: [CompletionSource]
  let places: [PlaceRoute]

  init(_ state: ResourceState<RuntimeList>, _ list: RuntimeList) {
    let view = JSONView(columns: ["code", "label", "weight"].map { Column($0) })
    let id = Argument<String>("CODE", "the box", completion: "boxes.code")
    commands = [
      ListCommand(state, as: view, abstract: "List boxes") { _ in list },
      ShowCommand(
        state, id, as: view, abstract: "Show a box",
        examples: [.init("boxes show b-1", "shows the box b-1")]
      ) { _ in list },
      MoreCommand(state, as: view), RefreshCommand(state, as: view),
    ]
    completionSources = [state.completion(of: "boxes.code") { _ in list }]
    places = state.places("boxes/{boxes.code}") { _ in list }
  }
}

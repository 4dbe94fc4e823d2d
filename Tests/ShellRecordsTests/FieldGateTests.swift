@testable import ShellOutput
@testable import ShellRecords
import Testing

/// Stages whose records have fields of their own.
@MainActor
@Suite struct `Records that lack fields` {
  typealias Part = StageBench.Part

  private let bench = StageBench()

  nonisolated private static func columns(_ names: [String]) -> [Column] {
    names.map { name in
      var column = Column(name)
      column.presence = .own
      return column
    }
  }

  /// Records `{"id":1}`, `{"id":2}`, … and then `{"id":N,"late":7}`.
  private func records(_ count: Int, late: Int = 1) -> [Part] {
    let first = (1...count).map { [CellValue.integer($0)] }
    let last = (0..<late).map { [CellValue.integer(count + 1 + $0), .integer(7)] }
    return [Part(Self.columns(["id"]), first), Part(Self.columns(["id", "late"]), last)]
  }

  @Test(arguments: [
    ("where late > 1", #"{"id":3,"late":7}"#), ("where late is missing", #"{"id":1}@{"id":2}"#),
    ("where late is not missing", #"{"id":3,"late":7}"#),
    ("where late is empty", #"{"id":1}@{"id":2}"#),
    ("where late = null", ""), ("where late != 7", #"{"id":1}@{"id":2}"#),
    ("where late is null", ""), ("where late < 1", ""),
    ("where nothing is missing and id < 2", #"{"id":1}"#),
    ("where late in (7, 8)", #"{"id":3,"late":7}"#), ("select late", #"{}@{}@{"late":7}"#),
    ("select late x=(id + 1)", #"{"x":2}@{"x":3}@{"late":7,"x":4}"#), ("get late", #"@@7"#),
    ("put x=(late)", #"{"id":1}@{"id":2}@{"id":3,"late":7,"x":7}"#),
    (
      "put late=(0) y=1",
      #"{"id":1,"late":0,"y":1}@{"id":2,"late":0,"y":1}@{"id":3,"late":0,"y":1}"#
    ),
    (
      "put late=(if late is missing then 0 else late)",
      #"{"id":1,"late":0}@{"id":2,"late":0}@{"id":3,"late":7}"#
    ),
    ("drop late", #"{"id":1}@{"id":2}@{"id":3}"#), ("drop id", #"{}@{}@{"late":7}"#),
    ("sort-by late", #"{"id":3,"late":7}@{"id":1}@{"id":2}"#),
    ("sort-by -id", #"{"id":3,"late":7}@{"id":2}@{"id":1}"#),
    ("last 2", #"{"id":2}@{"id":3,"late":7}"#),
    ("uniq-by late", #"{"id":1}@{"id":3,"late":7}"#),
    ("group-by late", #"{"count":2}@{"late":7,"count":1}"#),
    ("group-by --sum late", #"{"count":3,"sum_late":7}"#),
  ])
  func `a record that lacks a field stays without it`(line: String, text: String) throws {
    let expected = text.isEmpty ? "" : text.replacing("@", with: "\n") + "\n"
    #expect(try bench.run(line, records(2)) == expected)
  }

  @Test(arguments: [
    "where nope > 1", "select nope", "put x=(nope)", "drop nope", "sort-by nope", "uniq-by nope",
    "get nope",
    "group-by nope", "group-by --sum nope",
  ])
  func `a field that no record has is an error before anything is written`(line: String) throws {
    let error = bench.error(line, records(2))
    #expect(error?.code == .usage)
    #expect(error?.message == "there is no field 'nope'")
    #expect(error?.hint?.contains("the fields are id, late") == true)
    #expect(try bench.outcome(line, records(2)).text == "")
  }

  @Test func `an expectation of a field that no record has fails`() throws {
    let error = bench.error("expect nope = 1", records(2))
    #expect(error?.code == .expectation)
    #expect(error?.message == "there is no field 'nope'")
  }

  @Test func `a stage that names fields holds a thousand records, then a condition goes on`() throws
  {
    #expect(try bench.run("select late", records(999)).hasSuffix("{}\n{\"late\":7}\n"))
    #expect(bench.error("select late", records(1000))?.message == "there is no field 'late'")
    #expect(try bench.run("where late > 1", records(1500)) == #"{"id":1501,"late":7}"# + "\n")
    let outcome = try bench.outcome("where nope > 1 or id = 2", records(1500))
    #expect(outcome.text == "{\"id\":2}\n")
    #expect(outcome.error?.message == "there is no field 'nope'")
  }

  @Test func `records of at most 4 MiB are held`() throws {
    let long = CellValue.text(String(repeating: "x", count: 1 << 20))
    let parts = [
      Part(Self.columns(["text"]), Array(repeating: [long], count: 4)),
      Part(Self.columns(["late"]), [[.integer(1)]]),
    ]
    #expect(bench.error("select late", parts)?.message == "there is no field 'late'")
    #expect(try bench.run("where late = 1", parts) == "{\"late\":1}\n")
  }

  @Test func `a field that the first record has holds nothing back`() throws {
    let sink = MemorySink()
    let stream = ByteStream(to: sink)
    let output = Output(.jsonl, to: stream, flow: RecordFlow())
    let stage = try bench.makeStage("where id > 0", to: output)
    try stage.begin(Self.columns(["id"]), isList: true)
    try stage.row([.integer(1)])
    try stream.flush()
    #expect(sink.text == "{\"id\":1}\n")
  }

  @Test func `of a source without an end the first record has the fields`() throws {
    let flow = RecordFlow()
    flow.isEndless = true
    let sink = MemorySink()
    let stream = ByteStream(to: sink)
    let stage = try bench.makeStage("where late > 0", to: Output(.jsonl, to: stream, flow: flow))
    try stage.begin(Self.columns(["id"]), isList: true)
    #expect(throws: ShellError.self) { try stage.row([.integer(1)]) }
  }

  @Test func `what is held is passed on if the source fails`() async throws {
    let sink = MemorySink()
    let stream = ByteStream(to: sink)
    let stage = try bench.makeStage(
      "select id late", to: Output(.jsonl, to: stream, flow: RecordFlow()))
    try stage.begin(Self.columns(["id"]), isList: true)
    try stage.row([.integer(1)])
    try stream.flush()
    #expect(sink.text == "")
    try await stage.release()
    try stream.flush()
    #expect(sink.text == "{\"id\":1}\n")
  }
}

@testable import ShellCommands
import ShellTestSupport
@testable import ShellRecords
@testable import ShellRuntime
import ShellLanguage
@testable import ShellOutput
import Testing

@MainActor
@Suite struct `from and to` {
  private let test: TestShell
  private let sink = MemorySink()
  private let stream: ByteStream

  init() throws {
    test = TestShell()
    stream = ByteStream(to: sink)
  }

  private func invocation(
    _ command: any Command, _ words: String, to output: Output
  ) throws -> Invocation {
    let words = words.split(separator: " ").map { Word(String($0), mayBeOption: true) }
    let binder = ArgumentBinder(command.specification, path: command.specification.name)
    return Invocation(
      arguments: try binder.bind(words, from: 1), output: output, host: test.shell)
  }

  private func from(_ words: String, to output: Output) throws -> any ByteStage {
    let command = FromCommand()
    guard case .bytes(let stage) = command.stageRole?.kind else { throw OutputClosed() }
    return try stage(try invocation(command, words, to: output))
  }

  private func feed(_ text: String, to stage: any ByteStage) throws {
    try Array(text.utf8).withUnsafeBytes { try stage.feed($0) }
  }

  /// The result of `from` followed by `to` for a text.
  private func converted(_ text: String, _ from: String, _ to: String) throws -> String {
    let flow = RecordFlow()
    let last = Output(.tsv, to: stream, flow: flow)
    let writer = try ToCommand().stage(try invocation(ToCommand(), to, to: last))
    let reader = try self.from(from, to: Output(passingTo: NextStage(writer), in: flow))
    try feed(text, to: reader)
    try reader.end()
    try writer.end()
    try stream.flush()
    return sink.text
  }

  @Test(
    arguments: [
      ("from csv", "to json", "a,b\n1,x\n,007\n", #"[{"a":1,"b":"x"},\#n{"a":null,"b":"007"}]\#n"#),
      ("from csv", "to tsv", "a,b\n1.50,\"x\ny\"\n", "1.50\tx\\ny\n"),
      ("from tsv --fields a,b", "to jsonl", "1\t\\t\n", #"{"a":1,"b":"\t"}\#n"#),
      ("from csv --fields a,b", "to csv", "1,2\n", "a,b\r\n1,2\r\n"),
      ("from json", "to json", #"{"a":1}"#, #"{"a":1}\#n"#),
      ("from json", "to json", #"[{"a":1}]"#, #"[{"a":1}]\#n"#),
      ("from json", "to json", "[]", "[]\n"), ("from csv", "to csv", "a,b\n", "a,b\r\n"),
      (
        "from jsonl", "to table", "{\"id\":1,\"name\":\"x\"}\n{\"id\":20}\n",
        "id  name\n 1  x\n20\n"
      ),
      (
        "from jsonl", "to jsonl", "{\"a\":1}\n{\"b\":2.50}\n",
        "{\"a\":1}\n{\"b\":2.5}\n"
      ),
    ])
  func `from and to convert records between formats`(
    _ from: String, _ to: String, _ text: String, _ result: String
  ) throws {
    let text = try converted(text, from, to)
    #expect(text == result)
  }

  @Test func `an error leaves the JSON array of to open, as in a failed pipeline`() throws {
    #expect(throws: ShellError.self) { try converted("[1,2,x", "from json", "to json") }
    try stream.flush()
    #expect(sink.text == "[1,\n2")
  }

  @Test func `each record from a file has its position`() throws {
    let flow = RecordFlow()
    let places = Places(flow)
    let stage = try from("from csv reviews.csv", to: Output(passingTo: NextStage(places), in: flow))
    #expect(stage.file == "reviews.csv")
    try feed("id\n1\n\"2\n\"\n3", to: stage)
    try stage.end()
    #expect(
      places.origins == [2, 3, 5].map { RecordOrigin(file: "reviews.csv", line: $0) })
    #expect(flow.origin == nil)
    #expect(try from("from csv", to: Output(passingTo: NextStage(places), in: flow)).file == nil)
  }

  /// Collects the positions of records.
  private final class Places: RecordStage {
    private let flow: RecordFlow
    private(set) var origins: [RecordOrigin?] = []

    init(_ flow: RecordFlow) { self.flow = flow }

    func begin(_ columns: [Column], isList: Bool) {}

    func row(_ values: [CellValue]) { origins.append(flow.origin) }
  }

  @Test func `an error of from names the file and the line`() throws {
    let stage = try from(
      "from csv f.csv", to: Output(passingTo: NextStage(Places(RecordFlow())), in: RecordFlow()))
    #expect(
      throws: ShellError(
        .failed, "line 2 of 'f.csv': expected 1 field, as in the header, but found 2")
    ) {
      try feed("a\n1,2\n", to: stage)
    }
  }

  @Test(
    arguments: [
      ("from json --fields a", "--fields is for csv and tsv only", 3),
      ("from csv --fields a,b,a", "two fields are named 'a'", 3),
    ])
  func `wrong fields of from are an error at their word`(
    _ words: String, _ message: String, _ word: Int
  ) throws {
    #expect {
      try from(words, to: Output(.tsv, to: stream))
    } throws: { error in
      let error = ShellError(error)
      return error.message == message && error.code == .usage && error.word == word
    }
  }

  @Test func `to ends the stages for records`() throws {
    let output = Output(passingTo: NextStage(Places(RecordFlow())), in: RecordFlow())
    #expect(throws: ShellError.self) {
      try ToCommand().stage(try invocation(ToCommand(), "to csv", to: output))
    }
    #expect(throws: ShellError.self) { try invocation(ToCommand(), "to yaml", to: output) }
    #expect(throws: ShellError.self) { try invocation(FromCommand(), "from table", to: output) }
  }
}

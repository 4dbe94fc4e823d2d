import FoundationEssentials
import SeashellTesting
import ShellCommands
import ShellOutput
import ShellRuntime
import ShellTestSupport
import Testing

/// Pipelines whose source fails after some records: these go through the stages, then the error is reported.
@MainActor
@Suite struct FailedSourceTests {
  private func test() throws -> TestShell {
    let test = TestShell()
    try test.shell.modules.load(SampleModule("held", commands: [Held()]))
    return test
  }

  @Test(arguments: [
    ("shop half | sort-by -id", "2\tthing 2\n1\tthing 1\n"),
    ("shop half | last 1", "2\tthing 2\n"),
    ("shop half | sort-by -id | first 1", "2\tthing 2\n"),
    (
      "shop half | sort-by -id | last 5 | to json",
      "[{\"id\":2,\"name\":\"thing 2\"},\n{\"id\":1,\"name\":\"thing 1\"}\n"
    ),
    ("shop half | each shop show $it.id | sort-by -id", "2\tthing 2\n1\tthing 1\n"),
    ("shop half | held", "1\tthing 1\n2\tthing 2\n"),
    ("shop half | count", ""), ("shop half | group-by name", ""),
    (
      "for n in (1,) { shop list $n; shop half } | sort-by -id",
      "2\tthing 2\n1\tthing 1\n1\tthing 1\n"
    ),
    ("shop half | to csv | from csv | sort-by -id", "2\tthing 2\n1\tthing 1\n"),
  ])
  func `records that came go through stages that hold them`(
    line: String, output: String
  ) async throws {
    let outcome = await (try test()).run(line)
    #expect(outcome.output == output)
    #expect(outcome.status == 8)
    #expect(outcome.errors.contains("the second page did not come"), "\(outcome.errors)")
  }

  @Test(arguments: ["shop half | where nope = 1 | sort-by id", "shop half | sort-by nope"])
  func `a stage that fails itself releases nothing`(line: String) async throws {
    let outcome = await (try test()).run(line)
    #expect(outcome.output.isEmpty && outcome.status == 2)
    #expect(outcome.errors.contains("nope"))
    #expect(!outcome.errors.contains("the second page"))
  }

  @Test func `a file gets the records that a stage held`() async throws {
    let folder = try TemporaryFolder()
    let outcome = await (try test()).run("shop half | sort-by -id > \(folder.file("out"))")
    #expect(outcome.status == 8)
    #expect(try folder.read("out") == "2\tthing 2\n1\tthing 1\n")
  }
}

/// A module's stage that holds all records.
private struct Held: StageCommand {
  let specification = CommandSpecification("held", abstract: "Hold", parameters: [])

  func stage(_ invocation: Invocation) -> any RecordStage { Stage(invocation.output) }

  private final class Stage: RecordStage {
    private let output: Output
    private var rows: [[CellValue]] = []

    init(_ output: Output) { self.output = output }

    func begin(_ columns: [Column], isList: Bool) throws { try output.columns(columns) }

    func row(_ values: [CellValue]) { rows.append(values) }

    func end() throws { for row in rows { try output.row(row) } }

    func release() throws { try end() }
  }
}

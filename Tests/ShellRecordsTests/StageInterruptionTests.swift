import ShellOutput
import Testing

/// Ctrl-C while a stage works.
@MainActor
@Suite struct StageInterruptionTests {
  @Test(arguments: [
    "where a > 0", "expect a > 0", "put c=1", "select a", "drop b", "sort-by b", "sort-by -a b",
    "first 5", "last 2", "skip 1", "uniq-by a", "count", "group-by b", "group-by b --sum a",
    "get a",
  ])
  func `Ctrl-C ends a stage before its next record`(line: String) throws {
    let part = StageBench.Part(
      ["a", "b"],
      [[.integer(1), .text("x")], [.integer(2), .text("y")], [.integer(3), .text("z")]])
    #expect(try StageBench().endsEarly(line, part))
    #expect(StageBench().error(line, [part]) == nil)
  }
}

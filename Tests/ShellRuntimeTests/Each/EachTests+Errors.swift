import ShellTestSupport
import SeashellTesting
import ShellCommands
import Testing

@testable import ShellOutput
@testable import ShellRuntime

/// Wrong commands of `each`.
extension EachTests {
  @Test(
    "A command that each cannot run is reported before the first record",
    arguments: [
      ("source x", "'source' cannot run in an 'each' stage", "source"),
      ("let a = $it.id", "'let' cannot run in an 'each' stage", "let"),
      ("exit", "'exit' cannot run in an 'each' stage", "exit"),
      ("each print", "'each' cannot run in an 'each' stage", "each"),
      ("$it.name x", "the command's name cannot come from $it", "$it.name"),
      ("shp list", "'shp' is not a command; did you mean 'shop'?", "shp"),
      ("shop lst", "'shop lst' is not a command; did you mean 'shop list'?", "lst"),
      ("shop list $it.id --nope", "shop list has no option '--nope'", "--nope"),
      ("shop list 1 -o x", "-o has no effect here: the results are those of 'each'", "x"),
    ])
  func refused(command: String, message: String, word: String) async throws {
    for source in ["shop list 0", "shop list 2"] {
      let line = "\(source) | each \(command)"
      let outcome = await test.run(line)
      #expect(outcome.status == 2)
      #expect(outcome.output == "")
      #expect(outcome.errors.hasPrefix("test:1: \(message)"), "\(outcome.errors)")
      let carets = outcome.errors.split(separator: "\n").last.map(String.init) ?? ""
      let place = line.utf8.count - command.utf8.count
      let start = command.firstRange(of: word).map {
        command.utf8.distance(from: command.startIndex, to: $0.lowerBound)
      }
      #expect(
        carets == String(repeating: " ", count: 2 + place + (start ?? 0))
          + String(repeating: "^", count: word.count))
    }
  }

  @Test(
    "A path that no record has is reported at its position",
    arguments: [
      (
        "shop list 2 | each shop list $it.nme",
        "record 1: $it has no field 'nme'; its fields are id, name", 30, 7
      ),
      ("shop list 2 | each shop list $it.name", "record 1: COUNT takes", 30, 8),
      ("shop list 2 | each --keep nme shop list 1", "there is no field 'nme'", 27, 3),
      (
        "shop list 2 | each --keep id shop list 1",
        "the results of 'shop list' have a field 'id' too", 15, 26
      ),
      (
        "shop list 2 | each --keep id --keep id shop list 1", "two fields have the name 'id'", 37, 2
      ),
      ("shop list 2 | each --keep =a shop list 1", "'=a' is not FIELD or FIELD=NAME", 27, 2),
      (
        "shop list 2 | each --keep id print x",
        "--keep puts fields before records, and 'print' writes text", 15, 22
      ),
      (
        "shop list 2 | each print x | count", "'print' writes text, and 'count' takes records", 15,
        12
      ),
      ("shop list 2 | each lab remove $it.id", "record 1: ", 20, 3),
    ])
  func errors(line: String, message: String, start: Int, length: Int) async throws {
    let outcome = await test.run(line)
    #expect(outcome.errors.hasPrefix("test:1: \(message)"), "\(outcome.errors)")
    #expect(outcome.status != 0)
    #expect(
      outcome.errors.hasSuffix(
        "\n" + String(repeating: " ", count: start + 1) + String(repeating: "^", count: length)
          + "\n"), "\(outcome.errors)")
  }

  @Test func `An error of each names the line of its record`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("each.csv", "id,note\r\n1,x\r\n200,\"a\r\nb\"\r\n3,y\r\n300,z\r\n")
    let outcome = await test.run("from csv \(file) | each --keep-going shop show $it.id")
    #expect(outcome.output == "1\tthing 1\n3\tthing 3\n")
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines[0] == "line 3 of \(file): there is no thing 200; shop list shows them")
    #expect(lines[1] == "line 6 of \(file): there is no thing 300; shop list shows them")
    #expect(lines[2] == "test:1: 2 of 4 records failed")
  }
}

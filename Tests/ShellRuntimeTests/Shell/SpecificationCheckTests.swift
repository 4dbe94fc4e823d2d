import ShellRuntime
import ShellTestSupport
@testable import ShellCommands
@testable import ShellOutput
import SeashellTesting
import Testing

/// The specifications that are rejected when their module is loaded.
@MainActor
@Suite struct SpecificationCheckTests {
  nonisolated static let wrong: [(CommandSpecification, String)] = [
    (.init("a b", abstract: ""), "'a b': the name must be letters"),
    (.init("", abstract: ""), "'': the name must be"),
    (.init("-x", abstract: ""), "'-x': the name must be"),
    (.init("añadir", abstract: ""), "'añadir': the name must be"),
    (
      .init("add", abstract: "", arguments: [.init("A B", "")]), "'add': argument 'A B' is misnamed"
    ),
    (.init("add", abstract: "", arguments: [.init("", "")]), "'add': argument '' is misnamed"),
    (
      .init("add", abstract: "", arguments: [.init("A", ""), .init("A", "")]),
      "'add': argument 'A' is declared twice"
    ),
    (
      .init("add", abstract: "", arguments: [.init("A", "", isRepeating: true), .init("B", "")]),
      "'add': argument 'A' repeats, so it must be the last one"
    ),
    (
      .init("add", abstract: "", arguments: [.init("A", "", type: .choice([]))]),
      "'add': argument 'A' has an empty choice"
    ),
    (
      .init("add", abstract: "", options: [.init(flag: "hush", short: "h", "")]),
      "'add': option '--hush' has the short name '-h', which every command has for --help"
    ),
    (
      .init("add", abstract: "", options: [.init("onto", short: "o", value: "F", "")]),
      "'add': option '--onto' has the short name '-o', which every command has for --output"
    ),
    (
      .init("add", abstract: "", options: [.init("output", value: "F", "")]),
      "'add': option '--output' has the name of an option that every command has"
    ),
    (
      .init("add", abstract: "", options: [.init(flag: "help", "")]),
      "'add': option '--help' has the name of an option that every command has"
    ),
    (
      .init("add", abstract: "", options: [.init(flag: "all", ""), .init(flag: "all", "")]),
      "'add': option '--all' has a name that is taken"
    ),
    (
      .init("add", abstract: "", arguments: [.init("all", "")], options: [.init(flag: "all", "")]),
      "'add': option '--all' has a name that is taken"
    ),
    (
      .init(
        "add", abstract: "",
        options: [.init(flag: "all", short: "a", ""), .init(flag: "any", short: "a", "")]),
      "'add': option '--any' has the short name '-a', which is taken"
    ),
    (
      .init("add", abstract: "", options: [.init(flag: "all", short: "al", "")]),
      "'add': option '--all' has the short name 'al', which is not one letter or digit"
    ),
    (
      .init("add", abstract: "", options: [.init(flag: "a=b", "")]),
      "'add': option '--a=b' is misnamed"
    ),
    (
      .init("add", abstract: "", options: [.init(flag: "--all", "")]),
      "'add': option '----all' is misnamed"
    ),
    (
      .init("add", abstract: "", options: [.init("all", value: "", "")]),
      "'add': option '--all' has no name for its value"
    ),
    (
      .init(
        "add", abstract: "",
        options: [.init("count", value: "N", "", type: .integer(), default: "many")]),
      "'add': option '--count' has the default 'many', and takes a whole number"
    ),
    (
      .init(
        "add", abstract: "",
        options: [.init("count", value: "N", "", type: .integer(1...5), default: "6")]),
      "'add': option '--count' has the default '6', and takes a whole number from 1 to 5"
    ),
    (
      .init(
        "add", abstract: "",
        options: [.init("sort", value: "F", "", type: .choice(["a", "b"]), default: "c")]),
      "'add': option '--sort' has the default 'c', and takes a or b"
    ),
    (
      .init("add", abstract: "", options: [.init("sort", value: "F", "", type: .choice([]))]),
      "'add': option '--sort' has an empty choice"
    ),
    (
      .init("add", abstract: "", arguments: [.init("A", "", type: .integer(), isLong: true)]),
      "'add': argument 'A' is long, and only text can be"
    ),
    (
      .init("add", abstract: "", options: [.init("on", value: "D", "", type: .date).long()]),
      "'add': option '--on' is long, and only text can be"
    ),
  ]

  @Test(arguments: wrong)
  func `An invalid specification is refused, naming its field`(
    specification: CommandSpecification, problem: String
  ) throws {
    let test = TestShell()
    var hasLoaded = false
    let right = Immediate(specification: .init("right", abstract: "")) { _ in }
    let module = SampleModule(
      "wish", commands: [right, Immediate(specification: specification) { _ in }],
      loading: { hasLoaded = true })
    let error = #expect(throws: ShellError.self) { try test.shell.modules.load(module) }
    #expect(error?.message.hasPrefix("the module 'wish', command \(problem)") == true, "\(error!)")
    #expect(!hasLoaded)
    #expect(test.shell.modules.module("wish") == nil)
  }

  @Test func `An unusual but valid specification is loaded`() throws {
    let test = TestShell()
    try test.shell.modules.load(
      SampleModule(
        "Get_issue.2",
        commands: [
          Immediate(
            specification: .init(
              "2nd", abstract: "",
              arguments: [
                .init("A", "", isRequired: false), .init("b-c", "", isRepeating: true),
              ],
              options: [
                .init(flag: "H", short: "H", ""), .init("n", short: "1", value: "N", ""),
                .init("count", value: "N", "", type: .integer(1...5), default: "5").repeating(),
              ])
          ) { _ in }
        ]))
    #expect(test.shell.modules.names.contains("Get_issue.2"))
    #expect(throws: ShellError.self) { try test.shell.modules.load(SampleModule("a b")) }
  }

  @Test func `The specifications of the shell's own commands are valid`() throws {
    for entry in TestShell().shell.modules.builtins.all {
      #expect(entry.specification.problem == nil)
    }
  }

  @Test func `A specification with a hundred thousand options is checked in linear time`() {
    let options = (0..<100_000).map { OptionSpecification(flag: "option-\($0)", "") }
    let specification = CommandSpecification("add", abstract: "", options: options + [options[7]])
    #expect(specification.problem == "option '--option-7' has a name that is taken")
  }
}

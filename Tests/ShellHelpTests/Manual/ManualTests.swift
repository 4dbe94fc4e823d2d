import SeashellTesting
import ShellTestSupport
import Testing

@testable import ShellCommands
@testable import ShellHelp
@testable import ShellRuntime

/// `help --man`.
@MainActor
@Suite struct ManualTests {
  let test: TestShell

  init() throws { test = TestShell() }

  @Test func `the manual has pages for the program, the language and every module`() async {
    let list = await test.run("help --man list")
    #expect(list.output == "test.1\t\ntest-language.7\tlanguage\ntest-shop.1\tshop\n")
    for line in list.output.split(separator: "\n") {
      let page = line.split(separator: "\t", omittingEmptySubsequences: false)[1]
      let result = await test.run("help --man \(page)")
      #expect(result.status == 0)
      #expect(result.output.hasPrefix(".TH \"TEST"))
      #expect(result.output.contains("\n.SH \"SEE ALSO\"\n"))
    }
  }

  @Test func `a module that is loaded while the shell runs has a page at once`() async throws {
    try test.shell.modules.load(SampleModule("late", commands: []))
    #expect(await test.run("help --man late").output.contains(#"test\-late \- "#))
  }

  @Test func `the program's manual page has commands, stages, modules, statuses and facts`() async {
    let test = TestShell(
      facts: ProgramFacts(
        variables: [.init("TEST_ENV", "The environment.")],
        files: [.init("$XDG_CONFIG_HOME/test/config.json", "The configuration.")]))
    let text = await test.run("help --man").output
    for line in [
      ".SH \"OPTIONS\"", #".B "\-e, \-\-env NAME""#, #".SS "print [WORD...]""#,
      #".SS "where EXPRESSION...""#, #".B "shop""#, #".B "TEST_ENV""#,
      #".B "$XDG_CONFIG_HOME/test/config.json""#, #".B "141""#,
    ] {
      #expect(text.contains("\n\(line)\n"), "\(line)")
    }
  }

  @Test func `the language's manual page has every topic`() async {
    let text = await test.run("help --man language").output
    for topic in HelpTopic.all(of: test.shell) {
      #expect(text.contains("\n.SH \"\(RoffWriter.escaped(topic.name.uppercased()))\"\n"))
    }
  }

  @Test(arguments: ["nosuch", "print"])
  func `a manual page that does not exist is an error that refers to the list`(name: String) async {
    let result = await test.run("help --man \(name)")
    #expect(result.status == 2)
    #expect(result.errors.contains("there is no manual page '\(name)'"))
    #expect(result.errors.contains("help --man list"))
  }
}

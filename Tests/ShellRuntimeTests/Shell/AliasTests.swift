import ShellTestSupport
@testable import SeashellTesting
import Testing

@testable import ShellRuntime
@testable import ShellCommands

/// Aliases, and the commands that set and delete them.
@MainActor
@Suite struct AliasTests {
  @Test func `Aliases can be listed and deleted`() async throws {
    let test = TestShell()
    let outcome = await test.run(
      "alias two = 'shop list 2'; alias p=print; alias\nunalias p; alias -o jsonl; unalias p")
    #expect(
      outcome.output == "p\tprint\ntwo\tshop list 2\n" + #"{"name":"two","text":"shop list 2"}\#n"#)
    #expect(outcome.errors.contains("no alias is called 'p'; alias lists them"))
    #expect(outcome.status == 3)
  }

  @Test(
    "An alias stands for one plain command",
    arguments: [
      "", "#", "print a; print b", "print a | cat", "print a > b", "a && b", "print 'a", "a &&",
      "a \\",
    ])
  func badAliases(text: String) async throws {
    let outcome = await TestShell().run("alias x = \"\(text)\"")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("alias"))
  }

  @Test func `An alias is not replaced in a script`() async throws {
    let outcome = await TestShell().run("alias p = 'print a'\np b")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("test:2: 'p' is not a command"))
  }

  @Test func `At a prompt an alias is replaced by its words, and an error marks it`() async throws {
    let outcome = await TestShell().type(
      .line("alias p = \"print 'a  b' \\$?\"; p c; 'p' || p"),
      .line("alias show = 'shop show'"), .line("show 200; show x"))
    #expect(outcome.output == "a  b 0 c\na  b 2\n")
    #expect(
      outcome.errors == """
        'p' is not a command; see 'help' or 'help finding'
          alias p = "print 'a  b' \\$?"; p c; 'p' || p
                                             ^^^
        there is no thing 200; shop list shows them
          show 200; show x
               ^^^
        ID takes a whole number, not 'x'; see 'shop show --help'
          show 200; show x
                         ^

        """)
    #expect(
      await TestShell().type(.line("alias help = 'print x'; help")).output == "x\n")
    #expect(
      await TestShell().type(.line("alias a = 'nonsense b'"), .line("a")).errors
        .hasSuffix("\n  a\n  ^\n"))
  }
}

@testable import SeashellTesting
import ShellCommands
import ShellOutput
import ShellRuntime
import ShellTestSupport
import Testing

/// Variables of `let --secret`.
@MainActor
@Suite struct SecretVariableTests {
  @Test(
    "A secret is used as any value, and not shown in the list",
    arguments: [
      ("let --secret a = hunter2; print $a; let", "hunter2\na\t…\n"),
      ("let --secret a=hunter2; let", "a\t…\n"),
      ("let --secret a = (1 + 2); print ($a + 1); let", "4\na\t…\n"),
      ("let --secret a = $HOME; print $a; let", "/home/ada\na\t…\n"),
      ("let --secret a = shop list 2; print $a[1].name; let", "thing 2\na\t…\n"),
      ("let --secret a = shop list 1 | get name; print $a[0].name; let", "thing 1\na\t…\n"),
      // Copies.
      ("let --secret a = hunter2; let b = $a; let", "a\t…\nb\t…\n"),
      ("let --secret a = hunter2; let b = ($a); let", "a\t…\nb\t…\n"),
      ("let --secret a = hunter2; let b = \"Bearer $a\"; let", "a\t…\nb\t…\n"),
      (
        "let --secret a = shop list 2; let b = $a[0]; let c = $a | first 1; let",
        "a\t…\nb\t…\nc\t…\n"
      ),
      // What follows is no secret.
      ("let --secret a = hunter2; let a = x; let", "a\tx\n"),
      ("let --secret a = hunter2; unset a; let a = x; let", "a\tx\n"),
      ("let --secret a = 12; let b = 12; let", "a\t…\nb\t12\n"),
    ])
  func list(script: String, output: String) async {
    let outcome = await TestShell().run(script)
    #expect(outcome.output == output, "\(outcome.errors)")
  }

  @Test(
    "An error shows neither the value nor the statement that sets it",
    arguments: [
      "let --secret a = hunter2 'x", "let --secret a-b = hunter2",
      "let --secret a = nosuch hunter2",
      "let --secret response = hunter2", "let --secret a = ('hunter2' + 1)",
      "let --secret a = hunter2; shop list $a", "let --secret a = hunter2; nosuch$a x",
      "let --secret a = hunter2; shop list \"x$a\"", "let --secret a = hunter2\nshop list hunter2",
      "let --secret a = hunter2; let b = $a; print x | where id = 1 | first $b",
    ])
  func errors(script: String) async {
    for format in [nil, OutputFormat.json] {
      let test = TestShell()
      test.settings.output = format
      let outcome = await test.run(script)
      #expect(outcome.status != 0)
      #expect(!outcome.errors.isEmpty && !outcome.errors.contains("hunter2"), "\(outcome.errors)")
    }
  }

  @Test func `lines with a secret are kept out of the history`() async {
    let test = TestShell()
    let reader = ScriptedLineReader([
      .line("let --secret a = hunter2"), .line("let --secret b = $HOME"), .line("print hunter2"),
      .line("print $a"), .line("let b = $a"), .leave,
    ])
    _ = await test.type(reader)
    #expect(reader.statements == ["print $a", "let b = $a"])
  }

  @Test func `a subshell knows the secrets`() async {
    let test = TestShell()
    _ = await test.run("let --secret a = hunter2")
    let subshell = Shell(
      subshellOf: test.shell, streams: test.shell.streams, console: test.shell.console)
    #expect(subshell.variables.summaries == ["a": "…"])
  }
}

import ShellTestSupport
import Glibc
@testable import SeashellTesting
import Testing

@testable import ShellCommands
@testable import ShellRuntime
@testable import ShellOutput

/// The startup script of a prompt.
@MainActor
@Suite struct PromptStartupTests {
  @Test func `The startup script runs before the first line, and a failure does not end it`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = try folder.write("rc.sea", "alias p = 'print hello'\nnosuch\nlet a = 'b'\n")
    let outcome = await TestShell().type(.line("p $a"), startup: path)
    #expect(outcome.status == 0)
    #expect(outcome.output == "hello b\n")
    #expect(outcome.errors.hasPrefix("\(path):2: 'nosuch' is not a command"))
    #expect(await TestShell().type(startup: "\(folder.path)/none") == .init(0))
    let leaving = try folder.write("exit.sea", "print bye\nexit 3\n")
    #expect(await TestShell().type(.line("print no"), startup: leaving) == .init(3, "bye\n"))
    let pipe = "\(folder.path)/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(
      await TestShell().type(.line("print on"), startup: pipe)
        == .init(0, "on\n", "cannot read '\(pipe)': it is not a regular file\n"))
    #expect(
      await TestShell().type(.line("print on"), startup: folder.path).errors
        .contains("cannot read"))
  }

  @Test(
    "A startup script that others may change is not run, and the shell continues",
    arguments: [0o620, 0o602, 0o666] as [mode_t])
  func startupOfOthers(mode: mode_t) async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("rc.sea", "print no\n")
    #expect(chmod(path, mode) == 0)
    #expect(
      await TestShell().type(.line("print on"), startup: path)
        == .init(
          0, "on\n",
          "'\(path)' is not run, because others may change it; chmod go-w '\(path)'\n"))
    #expect(chmod(path, 0o644) == 0)
    #expect(await TestShell().type(startup: path) == .init(0, "no\n"))
  }

  @Test(arguments: ["", "/inner"])
  func `A startup script in a folder that others can write to is not run`(
    inner: String
  ) async throws {
    let folder = try TemporaryFolder()
    #expect(inner.isEmpty || mkdir(folder.path + inner, 0o755) == 0)
    let path = try folder.write("\(inner)/rc.sea", "print no\n")
    #expect(chmod(folder.path, 0o775) == 0)
    #expect(
      await TestShell().type(.line("print on"), startup: "\(folder.path)\(inner)/rc.sea")
        == .init(
          0, "on\n",
          "'\(folder.path)\(inner)/rc.sea' is not run, because others may change '\(folder.path)'; "
            + "chmod go-w '\(folder.path)'\n"))
    #expect(chmod(folder.path, 0o755) == 0)
    #expect(await TestShell().type(startup: path) == .init(0, "no\n"))
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
  func `A startup script of another owner is not run`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("rc.sea", "print no\n")
    #expect(chmod(path, 0o600) == 0 && chown(path, 65_534, 65_534) == 0)
    #expect(
      await TestShell().type(.line("print on"), startup: path)
        == .init(
          0, "on\n",
          "'\(path)' is not run, because others may change it; it must belong to you\n"))
  }
}

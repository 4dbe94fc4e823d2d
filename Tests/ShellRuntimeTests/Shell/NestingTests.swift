import ShellRuntime
import ShellTestSupport
@testable import ShellCommands
@testable import SeashellTesting
import Testing

/// How deeply commands may run each other.
@MainActor
@Suite struct NestingTests {
  @Test func `repeated time keywords are limited`() async throws {
    let test = TestShell()
    test.settings.keepsGoing = true
    let most = String(repeating: "time ", count: 100)
    let outcome = await test.run("\(most)print a\n\(most)time print b\nprint c")
    #expect(outcome.status == 1)
    #expect(outcome.output == "a\nc\n")
    #expect(outcome.errors.contains("test:2: commands are nested more than 100 deep\n"))
  }

  @Test func `Twenty thousand time keywords take no more work than a hundred`() async throws {
    let test = TestShell()
    let line = String(repeating: "time ", count: 20_000) + "print a"
    #expect(await test.run(line).status == 1)
    let typed = await test.type(.line(line), .line("print $?"))
    #expect(typed.output == "1\n")
  }

  @Test func `Scripts and commands that run each other share one depth limit`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("again", "print x\ntime time source \(folder.path)/again\n")
    let outcome = await TestShell().run(file: path)
    #expect(outcome.status == 1)
    #expect(outcome.output.split(separator: "\n").count == 34)
    #expect(outcome.errors.contains("\(path):2: commands are nested more than 100 deep"))
  }

  @Test func `A pipeline of thousands of programs is refused, and leaves nothing open`()
    async throws
  {
    let test = TestShell()
    let outcome = await test.run(
      "print a" + String(repeating: " | cat", count: 20_000) + " || print b | cat > /dev/null")
    #expect(outcome.errors.contains("a pipeline has at most 1000 stages"))
    #expect(outcome.status == 0)
  }
}

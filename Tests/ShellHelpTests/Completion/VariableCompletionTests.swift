@testable import SeashellTesting
import ShellCommands
import ShellTestSupport
import Testing

/// Completion of the shell's own variables and of secret ones.
@MainActor
@Suite struct VariableCompletionTests {
  let bench: CompletionBench

  init() throws { bench = try CompletionBench() }

  @Test func `the last response is completed, also before there is one`() {
    #expect(bench.lines("print $resp") == ["print $response"])
    #expect(bench.complete("print $resp").candidates.map(\.endsWord) == [false])
    #expect(bench.lines("print $response.st") == ["print $response.status"])
    #expect(
      bench.lines("shop list | where id > $response.du") == [
        "shop list | where id > $response.duration"
      ])
    #expect(
      bench.labels("print $response.")
        == ["status", "headers", "body", "text", "duration", "url", "method", "sent"])
    #expect(bench.labels("print $response.body.").isEmpty)
  }

  @Test func `the last result is no variable of the environment, and a field can follow it`() {
    bench.test.process["_"] = "/bin/sh"
    for line in ["print $", "print $_", "print \"${_"] {
      let first = bench.complete(line).candidates[0]
      #expect(first.label == "_" && first.abstract == "the last result" && !first.endsWord)
    }
    #expect(bench.labels("print $_") == ["_"])
  }

  @Test func `the value of a secret is not shown beside its name`() async {
    _ = await bench.test.run("let --secret passkey = hunter2")
    #expect(bench.complete("print $passk").candidates.map(\.abstract) == ["…"])
    #expect(bench.lines("let --sec") == ["let --secret"])
  }
}

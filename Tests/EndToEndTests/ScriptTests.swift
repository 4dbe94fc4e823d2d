import Foundation
import Glibc
import TestSupport
import Testing

@Suite(.mayBlock) struct ScriptTests {
  @Test func `a wrong command stops a script at its line`() throws {
    let result = try Sandbox().seashell(input: "print one\nprint two\nprodcts list\nprint four\n")
    #expect(result.status == 2)
    #expect(result.output == "one\ntwo\n")
    #expect(
      result.errors == """
        stdin:3: 'prodcts' is not a command; did you mean 'products'?
          prodcts list
          ^^^^^^^

        """)
  }

  @Test func `--keep-going runs to the end with the first failure's status`() throws {
    let result = try Sandbox().seashell(
      "--keep-going", input: "print one\nprodcts list\nproducts show p-999\nprint four\n")
    #expect(result.status == 2)
    #expect(result.output == "one\nfour\n")
    #expect(result.errors.contains("stdin:2:") && result.errors.contains("stdin:3:"))
  }

  @Test func `errors are JSON if results are`() throws {
    struct Told: Decodable {
      struct Body: Decodable {
        let status: Int
        let code: String
        let message: String
        let line: Int
      }
      let error: Body
    }
    let result = try Sandbox().seashell("-o", "json", input: "\nproducts show p-999\n")
    let told = try JSONDecoder().decode(Told.self, from: Data(result.errors.utf8)).error
    #expect(told.status == 3 && told.code == "not_found" && told.line == 2)
    #expect(told.message.contains("p-999"))
    #expect(result.status == 3)
  }

  @Test(arguments: [
    ("print 'open\nprint b\n", 2, "stdin:1:"), ("print a\0b\n", 2, "NUL"),
    ("print a | \n", 2, "|"), ("print `date`\n", 2, "backquote"), ("print $(date)\n", 2, "$("),
    ("print a 3>b\n", 2, "3>"), ("print < a\n", 2, "<"), ("print & &\n", 2, "&"),
    ("print $undefined\n", 2, "$undefined"), ("nosuch | cat\n", 2, "nosuch"),
    ("print a | nosuchprogram\n", 2, "nosuchprogram"), ("source /nowhere\n", 1, "/nowhere"),
    ("print a > /nowhere/b\n", 1, "/nowhere/b"), ("exit 7\n", 7, ""),
    ("print a | sh -c 'exit 3'\n", 3, "sh"),
  ])
  func `an impossible script gives a reason`(script: String, status: Int32, word: String) throws {
    let result = try Sandbox().seashell(input: script)
    #expect(result.status == status)
    #expect(word.isEmpty ? result.errors.isEmpty : result.errors.contains(word))
  }

  @Test func `a script with invalid UTF-8 is refused`() throws {
    let sandbox = try Sandbox()
    let result = try Program.run(
      Program.seashell.path, [], input: Data([0x70, 0x72, 0x69, 0x6E, 0x74, 0x20, 0xFF, 0x0A]),
      environment: sandbox.environment, directory: sandbox.home)
    #expect(result.status == 2)
    #expect(result.errors.contains("UTF-8"))
  }

  @Test(arguments: [
    ("seashell print $(printf 'a\\377b')", 2, "UTF-8"),
    ("seashell products list >&-", 1, "standard output"), ("seashell <&-", 1, "script"),
  ])
  func `broken streams and arguments are errors`(command: String, status: Int32, word: String)
    throws
  {
    let sandbox = try Sandbox()
    let result = try Program.run(
      "/bin/sh", ["-c", command], environment: sandbox.environment, directory: sandbox.home)
    #expect(result.status == status)
    #expect(result.errors.contains(word))
    #expect(result.output.isEmpty)
  }

  @Test func `a script's line may have at most a mebibyte`() throws {
    let sandbox = try Sandbox()
    let fits = "print " + String(repeating: "x", count: (1 << 20) - 6)
    #expect(try sandbox.seashell(input: fits + "\n").output.utf8.count == fits.utf8.count - 5)
    let result = try sandbox.seashell(input: "print a\n" + fits + "x\nprint b\n")
    #expect(result.status == 1)
    #expect(result.output == "a\n")
    #expect(result.errors.contains("stdin:2:") || result.errors.contains("line 2"))
  }

  @Test func `output is flushed before the shell waits`() throws {
    let talk = try Conversation.pipes(in: Sandbox())
    try talk.say("print one\n")
    try talk.hear("one\n")
    try talk.say("print two\n")
    try talk.hear("two\n")
    talk.closeInput()
    #expect(try talk.end().status == 0)
  }

  @Test func `an interrupt ends a running script`() throws {
    let talk = try Conversation.pipes(in: Sandbox())
    try talk.say("print ready | cat\nsleep 3600\nprint never\n")
    try talk.hear("ready\n")
    talk.interrupt()
    let (status, rest) = try talk.end()
    #expect(status == 130)
    #expect(!rest.contains("never"))
  }

  @Test func `an interrupt ends a program that ignores it and SIGTERM, a second later`() throws {
    let sandbox = try Sandbox()
    let talk = try Conversation.pipes(in: sandbox)
    let program = "trap '' INT TERM; echo $$ > pid; echo ready; exec sleep 1000"
    // Once it has waited, the shell handles the signal.
    try talk.say("print first | cat\n")
    try talk.say("print a | sh -c \"\(program.replacing("$", with: "\\$"))\"\nprint never\n")
    try talk.hear("ready\n")
    let start = ContinuousClock.now
    talk.interrupt()
    let (status, rest) = try talk.end()
    #expect(status == 130)
    #expect(!rest.contains("never"))
    #expect(ContinuousClock.now - start > .milliseconds(900))
    let text = try String(contentsOf: sandbox.home.appending(path: "pid"), encoding: .utf8)
    let process = try #require(pid_t(text.dropLast()))
    #expect(kill(process, 0) == -1 && errno == ESRCH)
  }

  @Test func `an interrupt ends a wait for input`() throws {
    let talk = try Conversation.pipes(in: Sandbox())
    try talk.say("print ready | cat\n")
    try talk.hear("ready\n")
    talk.interrupt()
    #expect(try talk.end().status == 130)
  }

  @Test func `a reader that goes away causes no message`() throws {
    let sandbox = try Sandbox()
    let result = try Program.run(
      "/bin/sh", ["-c", "yes 'print hello' | head -n 200000 | seashell | head -n 1"],
      environment: sandbox.environment, directory: sandbox.home)
    #expect(result.output == "hello\n")
    #expect(result.errors.isEmpty)
  }

  @Test func `a pipeline's reader may stop early`() throws {
    let result = try Sandbox().seashell("-c", "products list --all | head -n 1; print $?")
    #expect(result.output == "p-1\tOcean mug\t18.5\tEUR\n0\n")
    #expect(result.status == 0)
  }

  @Test func `a full disk is reported`() throws {
    let sandbox = try Sandbox()
    let result = try Program.run(
      "/bin/sh", ["-c", "seashell products list > /dev/full"], environment: sandbox.environment,
      directory: sandbox.home)
    #expect(result.status == 1)
    #expect(result.errors.contains("No space left on device"))
  }

  @Test func `> writes output to a file, and >> appends`() throws {
    let sandbox = try Sandbox()
    let result = try sandbox.seashell(
      "-c", "print one > out; print two >> out; print three | tr a-z A-Z >> out")
    #expect(result.output.isEmpty)
    #expect(
      try String(contentsOf: sandbox.home.appending(path: "out"), encoding: .utf8)
        == "one\ntwo\nTHREE\n")
  }

  @Test func `output to a pipe has no escape codes`() throws {
    let result = try Sandbox().seashell(
      "-c", "help; modules; products list -o table; reviews summary p-1 -o table; nosuch")
    #expect(!(result.output + result.errors).contains("\u{1B}"))
    #expect(result.status == 2)
  }

  @Test(.measures) func `ten million lines take no more memory than ten`() throws {
    let sandbox = try Sandbox()
    // A process's peak memory includes its parent's at the fork, so a small process is put in between.
    let measure = try sandbox.file(
      "measure.py",
      """
      import resource, subprocess
      status = subprocess.call(["seashell"], stdout=subprocess.DEVNULL)
      print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
      """)
    let result = try Program.run(
      "/bin/sh",
      ["-c", "yes 'print hello world' | head -n 10000000 | python3 \(measure)"],
      environment: sandbox.environment, directory: sandbox.home)
    let figures = result.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    #expect(figures.first == 0)
    #expect(try #require(figures.last) < 32 * 1024, "in KiB")
  }
}

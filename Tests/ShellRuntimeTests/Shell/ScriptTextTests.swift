@testable import ShellOutput
import ShellTestSupport
@testable import ShellRuntime
import Testing

@MainActor
@Suite struct ScriptTextTests {
  private func run(_ bytes: [UInt8], keepsGoing: Bool = false) async throws -> TestShell.Outcome {
    let pipe = try InputPipe()
    pipe.write(bytes)
    pipe.finish()
    let test = TestShell()
    test.settings.keepsGoing = keepsGoing
    return await test.run(descriptor: pipe.reading)
  }

  @Test(
    "Blank lines, comments and odd line ends make no difference",
    arguments: [
      ("", ""), ("\n\n", ""), ("# a", ""), ("  # a\n\t\n", ""), ("print a", "a\n"),
      ("print a\r\nprint b\r\n", "a\nb\n"), ("print 'a\r\nb'\r\n", "a\nb\n"),
      ("\u{FEFF}print a\nprint b\n", "a\nb\n"), ("\u{FEFF}", ""), ("\u{FEFF}# a\r\nprint b", "b\n"),
      ("\u{FEFF}print 'a\nb'", "a\nb\n"), ("print \u{FEFF}a", "\u{FEFF}a\n"),
      ("#!/usr/bin/env -S seashell -f\nprint a", "a\n"),
    ])
  func ends(script: String, output: String) async throws {
    #expect(try await run(Array(script.utf8)) == .init(0, output))
    #expect(await TestShell().run(script) == .init(0, output))
  }

  @Test func `A byte order mark is ignored only at the start`() async throws {
    let later = await TestShell().run("print a\n\u{FEFF}print b")
    #expect(later.status == 2)
    #expect(later.errors.hasPrefix("test:2: '\\u{FEFF}print' is not a command"))
    let twice = await TestShell().run("\u{FEFF}\u{FEFF}print b")
    #expect(twice.status == 2)
    let place = await TestShell().run("\u{FEFF}print $x")
    #expect(place.errors.hasSuffix("\n  print $x\n        ^^\n"))
  }

  @Test(
    "Input that is not text is rejected with its position",
    arguments: [
      ([0x61, 0x00, 0x62], "NUL at byte offset 1 of the line"),
      ([0x61, 0xFF], "invalid UTF-8 at byte offset 1 of the line"),
      ([0xC3], "invalid UTF-8 at byte offset 0 of the line"),
      ([0x23, 0xC0, 0x80], "invalid UTF-8 at byte offset 1 of the line"),
      ([0x27, 0x0A, 0xED, 0xA0, 0x80, 0x27], "invalid UTF-8 at byte offset 0 of the line"),
    ] as [([UInt8], String)])
  func notText(bytes: [UInt8], message: String) async throws {
    let script = Array("print a\n".utf8) + bytes + Array("\nprint b\n".utf8)
    let line = bytes.contains(0x0A) ? 3 : 2
    let outcome = try await run(script)
    #expect(outcome.status == 2 && outcome.output == "a\n")
    #expect(outcome.errors.hasPrefix("stdin:\(line): \(message); scripts must be UTF-8 text\n"))
    #expect(try await run(script, keepsGoing: true).output == "a\nb\n")
  }

  @Test func `A script line of 1 MiB runs`() async throws {
    let text = String(repeating: "a", count: LineInput.longestLine - 6)
    let outcome = await TestShell().run("print \(text)\nprint b")
    #expect(outcome.status == 0)
    #expect(outcome.output == "\(text)\nb\n")
  }

  @Test func `A line of more than 1 MiB fails with 1 and its number`() async throws {
    let text = String(repeating: "a", count: LineInput.longestLine - 5)
    let message = "test:2: line 2 is longer than 1 MiB\n"
    #expect(
      await TestShell().run("print x\nprint \(text)\nprint b") == .init(1, "x\n", message))
    let test = TestShell()
    test.settings.keepsGoing = true
    #expect(await test.run("print x\nprint \(text)\nprint b") == .init(1, "x\nb\n", message))
    // An open quote does not swallow the text after the line.
    #expect(
      await test.run("print 'x\n\(text)aaaaaa\nprint b") == .init(1, "b\n", message))
  }

  @Test func `A statement of several lines is no longer than 1 MiB either`() async throws {
    let text = String(repeating: "a", count: LineInput.longestLine / 2)
    let outcome = await TestShell().run("print '\(text)\n\(text)'")
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("a statement is at most 1 MiB long"))
  }

  @Test func `A script of a hundred thousand lines runs`() async throws {
    let script = String(repeating: "print a\n", count: 100_000)
    let outcome = await TestShell().run(script)
    #expect(outcome.status == 0)
    #expect(outcome.output == String(repeating: "a\n", count: 100_000))
  }

  @Test func `Results are flushed before the shell waits for more input`() async throws {
    let pipe = try InputPipe()
    let sink = WaitingSink()
    let test = TestShell(output: sink)
    let run = Task { await test.run(descriptor: pipe.reading) }
    for line in ["a", "b", "c"] {
      pipe.write(Array("print \(line)\npr".utf8))
      await sink.bytes(2)
      pipe.write(Array("int -\n".utf8))
      await sink.bytes(2)
    }
    pipe.finish()
    #expect(await run.value.output == "a\n-\nb\n-\nc\n-\n")
  }

  @Test func `A script ends quietly if the reader of its results is gone`() async throws {
    let pipe = try InputPipe()
    let sink = FailingSink(OutputClosed())
    let test = TestShell(output: sink)
    let script = String(repeating: "shop list 1000\n", count: 100) + "nonsense"
    let outcome = await test.run(script)
    #expect(outcome == .init(141))
    #expect(sink.writings == 1)
    pipe.finish()
    #expect(await test.run(["version"]) == .init(141))
  }

  @Test func `A write error is reported once, and the script fails`() async throws {
    let failure = ShellError(.failed, "cannot write to standard output: No space left on device")
    for run: (TestShell) async -> TestShell.Outcome in [
      { await $0.run("print a") }, { await $0.run(["print", "a"]) }, { await $0.run("help; exit") },
    ] {
      let outcome = await run(TestShell(output: FailingSink(failure)))
      #expect(outcome == .init(1, "", "test: \(failure.message)\n"))
    }
    let long = await (TestShell(output: FailingSink(failure))).run("shop list 10000\nprint b")
    #expect(long.status == 1)
    #expect(
      long.errors
        == "test:1: \(failure.message)\n  shop list 10000\n  ^^^^^^^^^^^^^^^\n")
  }

  /// A sink that cannot write.
  private final class FailingSink: KeepingSink {
    let bytes: [UInt8] = []
    private let failure: any Error
    private(set) var writings = 0

    init(_ failure: any Error) { self.failure = failure }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
      writings += 1
      throw failure
    }
  }
}

@testable import ShellCommands
@testable import ShellRuntime
@testable import ShellOutput
import Testing

@MainActor
@Suite struct ScriptConsoleTests {
  private let errors = MemorySink()
  private let settings = ShellSettings()

  /// A user who answers from a list, and then ends the input.
  private final class Answers: AnswerReader {
    let isPossible: Bool
    var answers: [String]
    private(set) var questions: [String] = []

    init(_ answers: [String], isPossible: Bool = true) {
      self.answers = answers
      self.isPossible = isPossible
    }

    func answer(
      to question: String, isHidden: Bool, cancelMark: String
    ) async throws -> String? {
      questions.append(isHidden ? "\(question)(hidden)" : question)
      return answers.isEmpty ? nil : answers.removeFirst()
    }
  }

  private func console(
    scriptIsInput: Bool = false, columns: Int? = nil,
    _ reader: Answers = Answers([], isPossible: false)
  ) -> ScriptConsole {
    ScriptConsole(
      streams: StandardStreams(
        output: MemorySink(), errors: errors,
        outputStyle: { OutputStyle(isTerminal: columns != nil, columns: columns) }),
      settings: settings, scriptIsInput: scriptIsInput, reader: reader)
  }

  @Test(arguments: [
    (false, "not a terminal"), (true, "standard input is the script"),
  ])
  func `A question without a user is an error that says what to pass`(
    scriptIsInput: Bool, reason: String
  ) async throws {
    // A script may be typed at a terminal; its lines are not answers.
    let answers = Answers(["demo"], isPossible: scriptIsInput)
    let console = console(scriptIsInput: scriptIsInput, answers)
    #expect(!console.isInteractive)
    let field = Question("password", alternative: "--password-stdin", isSecret: true)
    let asked = await #expect(throws: ShellError.self) { try await console.ask(field) }
    #expect(asked?.status == .usage)
    #expect(asked?.message == "\(reason), so I can't ask for the password")
    #expect(asked?.hint == "pass --password-stdin")
    let confirmed = await #expect(throws: ShellError.self) {
      try await console.confirm("Delete r-1?")
    }
    #expect(confirmed?.status == .usage)
    #expect(confirmed?.message == "\(reason), so I can't ask 'Delete r-1?'")
    #expect(confirmed?.hint == "pass --yes")
    #expect(answers.questions.isEmpty)
  }

  @Test func `A script asks a user at a terminal, who may end the input`() async throws {
    let answers = Answers(["demo", "s3cret", "perhaps", " Yes ", ""])
    let console = console(answers)
    #expect(console.isInteractive)
    #expect(try await console.ask(Question("user", alternative: "--user")) == "demo")
    let password = Question("password", alternative: "-", isSecret: true)
    #expect(try await console.ask(password) == "s3cret")
    #expect(try await console.confirm("Delete r-1?"))
    #expect(try await !console.confirm("Delete r-2?"))
    await #expect(throws: CancellationError.self) { try await console.ask(password) }
    await #expect(throws: CancellationError.self) { try await console.confirm("Delete r-3?") }
    #expect(errors.text == "answer y or n\n")
    #expect(
      answers.questions == [
        "user: ", "password: (hidden)", "Delete r-1? [y/N] ", "Delete r-1? [y/N] ",
        "Delete r-2? [y/N] ", "password: (hidden)", "Delete r-3? [y/N] ",
      ])
  }

  @Test func `Standard input is not read if it is the script`() async throws {
    let console = console(scriptIsInput: true)
    let error = await #expect(throws: ShellError.self) {
      try await console.readInput(upTo: 10)
    }
    #expect(error?.status == .usage)
    #expect(error?.message == "standard input is the script itself")
    #expect(error?.hint == "run the script with -f or -c")
  }

  @Test func `Notices go to the error output, unless the user wants none`() {
    let console = console(columns: 72)
    #expect(console.columns == 72)
    console.notify("Signed in as demo")
    console.progress(ProgressUpdate("Fetching", fraction: 0.5))
    settings.isQuiet = true
    console.notify("not told")
    #expect(errors.text == "Signed in as demo\n")
  }

  /// A user who answers when the test allows it.
  private final class SlowAnswer: AnswerReader {
    let isPossible = true
    private let asked = AsyncStream<Void>.makeStream()
    private let answers = AsyncStream<String>.makeStream()

    func answer(
      to question: String, isHidden: Bool, cancelMark: String
    ) async throws -> String? {
      asked.continuation.yield()
      for await answer in answers.stream { return answer }
      return nil
    }

    func question() async {
      for await _ in asked.stream { return }
    }
    func answer(_ text: String) { answers.continuation.yield(text) }
  }

  @Test func `A question from another task hides the progress, and delays notices`() async throws {
    let user = SlowAnswer()
    var shown: [String?] = []
    let console = ScriptConsole(
      streams: StandardStreams(
        output: MemorySink(), errors: errors, outputStyle: { OutputStyle(isTerminal: true) }),
      settings: settings, scriptIsInput: false, reader: user,
      display: { { shown.append($0?.label) } })
    try await ProgressScope.run(on: console) {
      let scope = try #require(ProgressScope.current)
      let wait = scope.begin(.command, ProgressUpdate("clock"))
      // For example a module's question, which belongs to no statement.
      let question = Task.detached {
        try await console.ask(Question("zone", alternative: "--zone"))
      }
      await user.question()
      #expect(shown == ["clock", nil])
      wait.show(ProgressUpdate("clock, still"))
      console.progress(ProgressUpdate("half", fraction: 0.5))
      console.notify("the feed is back")
      #expect(shown == ["clock", nil])
      #expect(errors.text == "")
      user.answer("UTC")
      #expect(try await question.value == "UTC")
      #expect(shown == ["clock", nil, "half"])
      #expect(errors.text == "the feed is back\n")
    }
    #expect(shown.last == .some(nil))
  }

  @Test func `The introduction of a question is shown even with -q`() async throws {
    settings.isQuiet = true
    let answers = Answers(["perhaps", "y"])
    #expect(try await console(answers).confirm("Add it?", below: ["it runs with your rights"]))
    #expect(errors.text == "it runs with your rights\n")
  }
}

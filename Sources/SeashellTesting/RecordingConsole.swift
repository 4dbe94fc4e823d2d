public import SeashellKit

/// A console that answers from a list, and keeps what it was told.
@MainActor
public final class RecordingConsole: Console {
  /// The notices, in order.
  public private(set) var notices: [String] = []

  /// The questions that were asked, in order: labels of fields, and yes-or-no questions.
  public private(set) var questions: [String] = []

  /// What was shown of how far things have come, in order; nil where it was taken away.
  public private(set) var progresses: [ProgressUpdate?] = []

  /// The answers that are still to be given; none left, nobody answers.
  public var answers: [String]

  /// What is on standard input; nil where it is the script.
  public var input: String?

  /// The width to write for.
  public var columns: Int?

  /// Makes a console.
  ///
  /// - Parameters:
  ///   - answers: what is answered, in order; `yes` and `no` to a yes-or-no question.
  ///   - input: what is on standard input; nil where it is the script.
  public init(answers: [String] = [], input: String? = nil) {
    self.answers = answers
    self.input = input
  }

  /// Whether there are answers left.
  public var isInteractive: Bool { !answers.isEmpty }

  /// Keeps the notice.
  public func notify(_ notice: String) { notices.append(notice) }

  /// Gives the next answer.
  public func ask(_ field: Question) async throws -> String {
    try answer(field.label, else: "give \(field.alternative)")
  }

  /// Says whether the next answer is `yes`.
  public func confirm(_ question: String) async throws -> Bool {
    try answer(question, else: "give --yes") == "yes"
  }

  /// Keeps what is shown.
  public func progress(_ progress: ProgressUpdate?) { progresses.append(progress) }

  /// Gives what is on standard input.
  public func readInput(upTo maximum: Int, isSecret: Bool) async throws -> String {
    guard let input else { throw ShellError(.usage, "standard input is the script itself") }
    guard input.utf8.count <= maximum else { throw ShellError(.limit, "the input is too long") }
    return input
  }

  private func answer(_ question: String, else hint: String) throws -> String {
    guard !answers.isEmpty else {
      throw ShellError(.usage, "nobody is there to ask: \(question)", hint: hint)
    }
    questions.append(question)
    return answers.removeFirst()
  }
}

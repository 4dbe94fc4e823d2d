public import SeashellKit

/// A console that answers questions from a list, and records what commands show.
@MainActor
public final class RecordingConsole: Console {
  /// The notices so far, in order.
  public private(set) var notices: [String] = []

  /// The questions so far, in order: labels of fields, and yes-or-no questions.
  public private(set) var questions: [String] = []

  /// The progress updates so far, in order; nil stands for the end of the display.
  public private(set) var progresses: [ProgressUpdate?] = []

  /// The remaining answers; if there are none, questions fail as they do without a terminal.
  public var answers: [String]

  /// The content of standard input; nil if the script is read from there.
  public var input: String?

  /// The width of the terminal; nil without a terminal.
  public var columns: Int?

  /// Creates a console.
  ///
  /// - Parameters:
  ///   - answers: the answers, in order; `yes` or `no` for a yes-or-no question.
  ///   - input: the content of standard input; nil if the script is read from there.
  public init(answers: [String] = [], input: String? = nil) {
    self.answers = answers
    self.input = input
  }

  /// Whether answers remain.
  public var isInteractive: Bool { !answers.isEmpty }

  /// Records a notice.
  public func notify(_ notice: String) { notices.append(notice) }

  /// Records the lines above the question as notices, and returns the next answer; the question's present value
  /// if that is empty, as a user who presses Enter does.
  ///
  /// - Throws: ``ShellError`` `usage` if no answers remain.
  public func ask(_ field: Question) async throws -> String {
    notices += field.introduction
    let answer = try answer(field.label, else: "pass \(field.alternative)")
    return answer.isEmpty ? field.present : answer
  }

  /// Returns whether the next answer is `yes`.
  ///
  /// - Throws: ``ShellError`` `usage` if no answers remain.
  public func confirm(_ question: String) async throws -> Bool {
    try answer(question, else: "pass --yes") == "yes"
  }

  /// Records a progress update.
  public func progress(_ progress: ProgressUpdate?) { progresses.append(progress) }

  /// Returns the content of standard input.
  ///
  /// - Throws: ``ShellError`` if it is longer than the maximum, or the script is read from it.
  public func readInput(upTo maximum: Int, isSecret: Bool) async throws -> String {
    guard let input else { throw ShellError(.usage, "standard input is the script itself") }
    guard input.utf8.count <= maximum else { throw ShellError(.limit, "the input is too long") }
    return input
  }

  private func answer(_ question: String, else hint: String) throws -> String {
    guard !answers.isEmpty else {
      throw ShellError(.usage, "no answer is left for the question '\(question)'", hint: hint)
    }
    questions.append(question)
    return answers.removeFirst()
  }
}

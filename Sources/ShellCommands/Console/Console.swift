/// The user, as a command sees them: told things, and asked.
///
/// Where standard input and standard error are one terminal a user answers, at the prompt and in
/// one-shot commands alike. Elsewhere every question is refused with status 2, and the refusal says
/// what to pass instead.
@MainActor
public protocol Console: AnyObject {
  /// Whether questions can be answered.
  var isInteractive: Bool { get }

  /// The width to write for, in terminal cells; nil where there is no terminal.
  var columns: Int? { get }

  /// Tells something that is no result: a line above the prompt, or on standard error.
  func notify(_ notice: String)

  /// Asks for one line.
  ///
  /// - Throws: ``ShellError`` where nobody can answer, `CancellationError` on Ctrl-C.
  func ask(_ field: Question) async throws -> String

  /// Asks for yes or no.
  ///
  /// - Throws: ``ShellError`` where nobody can answer, `CancellationError` on Ctrl-C.
  func confirm(_ question: String) async throws -> Bool

  /// Shows how far what runs has come; nil takes the display away.
  func progress(_ progress: ProgressUpdate?)

  /// Reads what was given to the process on standard input.
  ///
  /// - Parameters:
  ///   - maximum: how many bytes may come.
  ///   - isSecret: whether it is not to be seen: at a terminal one line is read, without echo.
  /// - Throws: ``ShellError`` where standard input is the script, is too long, or is not UTF-8;
  ///   `CancellationError` on Ctrl-C.
  func readInput(upTo maximum: Int, isSecret: Bool) async throws -> String
}

extension Console {
  /// Reads what was given to the process on standard input, and may be seen.
  ///
  /// - Parameter maximum: how many bytes may come.
  /// - Throws: as ``readInput(upTo:isSecret:)``.
  public func readInput(upTo maximum: Int) async throws -> String {
    try await readInput(upTo: maximum, isSecret: false)
  }

  /// Asks a question until its answer means yes or no.
  ///
  /// - Parameter read: reads an answer; nil where the user gives none.
  /// - Throws: `CancellationError` where the user gives none.
  package func confirm(
    _ question: String, reading read: (_ prompt: String) async throws -> String?
  ) async throws -> Bool {
    while true {
      guard let answer = try await read("\(question) [y/N] ") else { throw CancellationError() }
      switch answer.filter({ !$0.isWhitespace }).lowercased() {
      case "y", "yes": return true
      case "", "n", "no": return false
      default: notify("answer y or n")
      }
    }
  }
}

/// One question of a form.
public struct Question: Sendable, Equatable {
  /// What is asked for: `comment`.
  public var label: String

  /// The option or argument that gives the same without asking, which a script is told to use.
  public var alternative: String

  /// Whether the answer is hidden while it is typed.
  public var isSecret: Bool

  /// The completion kind that answers for it.
  public var completion: String?

  /// Makes a question.
  public init(
    _ label: String, alternative: String, isSecret: Bool = false, completion: String? = nil
  ) {
    self.label = label
    self.alternative = alternative
    self.isSecret = isSecret
    self.completion = completion
  }
}

/// How far something has come.
public struct ProgressUpdate: Sendable, Equatable {
  /// What is done.
  public var label: String

  /// The part that is done, 0 to 1; nil where that is not known.
  public var fraction: Double?

  /// Makes a progress.
  public init(_ label: String, fraction: Double? = nil) {
    self.label = label
    self.fraction = fraction
  }
}

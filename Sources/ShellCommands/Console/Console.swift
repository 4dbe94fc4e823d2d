/// Shows notices to the user and asks questions.
///
/// A user can answer if standard input and standard error are the same terminal, both at the prompt and in
/// one-shot commands. Otherwise every question throws a usage error (status 2) that names the option to pass
/// instead.
@MainActor
public protocol Console: AnyObject {
  /// Whether a user can answer questions.
  var isInteractive: Bool { get }

  /// Whether a user at a terminal sees what is shown, also where the user cannot answer, as in a job.
  var isWatched: Bool { get }

  /// The terminal's width in cells, if there is a terminal.
  var columns: Int? { get }

  /// Shows a notice: a line above the prompt, or on standard error.
  func notify(_ notice: String)

  /// Shows a line that the user needs to go on, such as a code to enter elsewhere, even with `-q`.
  func instruct(_ line: String)

  /// Asks for one line.
  ///
  /// - Throws: ``ShellOutput/ShellError`` if no user can answer; `CancellationError` on Ctrl-C.
  func ask(_ question: Question) async throws -> String

  /// Asks for yes or no.
  ///
  /// - Throws: `ShellError` if no user can answer; `CancellationError` on Ctrl-C.
  func confirm(_ question: String) async throws -> Bool

  /// Asks for yes or no below an introduction.
  ///
  /// - Parameter introduction: lines that the user needs in order to answer, shown even with `-q`.
  /// - Throws: the errors of ``confirm(_:)``.
  func confirm(_ question: String, below introduction: [String]) async throws -> Bool

  /// Shows the progress of the running command; nil hides it.
  func progress(_ progress: ProgressUpdate?)

  /// Creates the scope that shows what a statement waits for, if this console shows waits.
  func makeProgressScope() -> ProgressScope?

  /// Reads standard input to its end.
  ///
  /// - Parameters:
  ///   - maximum: how many bytes to accept at most.
  ///   - isSecret: whether to hide the input: at a terminal, reads one line without echo.
  /// - Throws: `ShellError` if standard input is the script, is too long or is not UTF-8; `CancellationError`
  ///   on Ctrl-C.
  func readInput(upTo maximum: Int, isSecret: Bool) async throws -> String
}

extension Console {
  /// As ``isInteractive``.
  public var isWatched: Bool { isInteractive }

  /// nil: the console does not show waits.
  public func makeProgressScope() -> ProgressScope? { nil }

  /// Shows the line as a notice.
  public func instruct(_ line: String) { notify(line) }

  /// Shows the introduction as notices.
  public func confirm(_ question: String, below introduction: [String]) async throws -> Bool {
    for line in introduction { notify(line) }
    return try await confirm(question)
  }

  /// Reads standard input that is not secret to its end.
  ///
  /// - Parameter maximum: how many bytes to accept at most.
  /// - Throws: the errors of ``readInput(upTo:isSecret:)``.
  public func readInput(upTo maximum: Int) async throws -> String {
    try await readInput(upTo: maximum, isSecret: false)
  }

  /// Asks a question until the answer is yes or no.
  ///
  /// - Parameter read: reads an answer; returns nil at the end of input.
  /// - Throws: `CancellationError` at the end of input.
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

extension ProgressScope {
  /// Runs the body of a statement, and shows what it waits for if its console supports that.
  ///
  /// - Parameters:
  ///   - console: the console of the statement.
  ///   - body: the statement. Statements inside it use the same scope.
  /// - Throws: what the body throws.
  package static func run(on console: any Console, _ body: () async throws -> Void) async throws {
    try await run(for: console, making: console.makeProgressScope, body)
  }
}

/// A question to the user.
public struct Question: Sendable, Equatable {
  /// The name of the value to ask for: `comment`.
  public var label: String

  /// The option or argument that gives the same value, for the message to a user who cannot answer.
  public var alternative: String

  /// Whether to hide the answer while the user types it.
  public var isSecret: Bool

  /// Whether the answer is a long text, which the user may write in an editor.
  public var isLong: Bool

  /// Whether to open the user's editor at once for a long answer, if there is one.
  public var opensEditor = false

  /// The kind of completion source for the answer.
  public var completion: CompletionKind?

  /// The present value, which the user can edit.
  ///
  /// A console that cannot show it for that returns it if the answer is empty.
  public var present = ""

  /// Whether the answer may come another way, so that a cancelled question ends without a `^C`.
  public var mayBeWithdrawn = false

  /// Lines that the user needs in order to answer, shown above the question even with `-q`.
  public var introduction: [String] = []

  /// Creates a question.
  public init(
    _ label: String, alternative: String, isSecret: Bool = false, isLong: Bool = false,
    completion: CompletionKind? = nil
  ) {
    self.label = label
    self.alternative = alternative
    self.isSecret = isSecret
    self.isLong = isLong
    self.completion = completion
  }
}

package import ShellLanguage
public import ShellOutput

/// One run of a command: its arguments, its output and the shell.
@MainActor
public struct Invocation {
  /// The arguments, bound to the command's specification.
  @usableFromInline package let arguments: BoundArguments

  /// The output for the command's results.
  public let output: Output

  /// The shell that runs the command.
  package let host: any CommandHost

  package init(arguments: BoundArguments, output: Output, host: any CommandHost) {
    self.arguments = arguments
    self.output = output
    self.host = host
  }

  /// Whether the user typed the command at a prompt.
  public var isTyped: Bool { host.isTyped }

  /// Shows notices to the user and asks questions.
  public var console: any Console { host.console }

  /// Whether the command may ask for missing values: a user runs it alone, and can answer.
  ///
  /// It is false in a script, in a job and in `each`.
  public package(set) var mayAsk = false

  /// Asks for an option's new value, as a form does.
  ///
  /// The user edits the present value, and Enter keeps it. A value that the user empties is refused if the
  /// option does not accept an empty text.
  ///
  /// - Parameter present: the present value, as text.
  /// - Returns: the new value; nil if the user kept the present one.
  /// - Throws: `ShellError` if ``mayAsk`` is false; `CancellationError` on Ctrl-C.
  public func ask<Value: ParameterContent>(
    for option: Option<Value>, present: String
  ) async throws -> Value.Item? {
    try await ask(forOption: option.shared.value.name, present: present)
      .map { try Value.Item(parameter: $0) }
  }

  /// Asks for the new text of the option with a name; nil if the user kept the present one.
  ///
  /// With `mayClear` the user may empty it, whatever the option accepts.
  package func ask(
    forOption name: String, present: String, mayClear: Bool = false
  ) async throws -> String? {
    let binder = arguments.binder
    guard let index = binder.option(named: name) else { return nil }
    let answer = try await binder.answer(
      to: .option(index), present: present, mayClear: mayClear, from: console)
    return answer == present ? nil : answer
  }

  /// The format that the user requested with `-o`, such as `json`.
  ///
  /// It is meant for commands that write text, to which formats do not apply.
  public var chosenFormat: String? { arguments.outputFormat ?? host.formatOption?.rawValue }

  /// How many records a stage may hold at the same time.
  public var gatherLimit: Int { host.gatherLimit }

  /// The positions of an argument's words among the command's, in their order, for
  /// ``ShellOutput/ShellError/word``.
  public func words<Value>(of argument: Argument<Value>) -> [Int] {
    arguments.words(of: argument.specification.name)
  }

  /// The value of an argument; nil or an empty array if an optional argument was omitted.
  @inlinable
  public subscript<Value: ParameterContent>(argument: Argument<Value>) -> Value {
    content(of: argument.shared.value.name)
  }

  /// The value of an option, or its default.
  @inlinable
  public subscript<Value: ParameterContent>(option: Option<Value>) -> Value {
    content(of: option.shared.value.name, default: option.defaultValue)
  }

  /// Whether a flag was given.
  public subscript(flag: Flag) -> Bool { arguments.flag(flag.shared.value.name) }

  /// Creates an error about the value of a parameter; a script's error points at its word.
  ///
  /// - Parameters:
  ///   - message: what is wrong, with the parameter's name: `--all and --page cannot be used together`.
  ///   - parameter: the parameter, whose word is the wrong one.
  ///   - hint: what the user can do.
  public func usageError(
    _ message: String, at parameter: some Parameter, hint: String? = nil
  ) -> ShellError {
    let word = parameter.names.lazy.compactMap { arguments.word(of: $0) }.first
    return ShellError(.usage, message, hint: hint, word: word)
  }

  /// Runs a body, and adds the place of a parameter's word to the `ShellError` that it throws.
  ///
  /// - Parameters:
  ///   - parameter: the parameter whose value the body checks.
  ///   - index: the index of the value, if the parameter has several.
  public func pointing<Result>(
    at parameter: some Parameter, index: Int = 0, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch var error as ShellError {
      let words = parameter.names.flatMap { arguments.words(of: $0) }
      error.word = words.indices.contains(index) ? words[index] : nil
      throw error
    }
  }

  @inlinable
  func content<Value: ParameterContent>(
    of name: String, default defaultValue: Value? = nil
  ) -> Value {
    let values = arguments.values(of: name, as: Value.Item.self)
    if values.isEmpty, let defaultValue { return defaultValue }
    guard let content = Value.content(ofParameter: values) else {
      preconditionFailure("the command reads '\(name)', which its specification does not list")
    }
    return content
  }

  /// Writes a line to standard error at once, unless the user passed `-q`.
  ///
  /// For long-running commands: ``Console/notify(_:)`` shows a notice only after the command has ended.
  public func report(_ notice: String) { host.report(notice) }

  /// The user's current place; nil at home.
  ///
  /// A subshell and a job have a place of their own.
  public var place: Place? { host.place }

  /// Moves the user to a place, as `open` does, for example to what the command has created.
  ///
  /// ```swift
  /// try await invocation.open("orders", order.id)
  /// ```
  ///
  /// - Parameter parts: the path from the root; a part may contain a slash. No parts stand for home.
  /// - Throws: `ShellError` `notFound` if no module has such a place, and what the place's check throws. The
  ///   user then stays where they are.
  public func open(_ parts: String...) async throws { try await host.open(parts) }

  /// Registers observable state that the command shows, so that `watch` repeats the command when the state
  /// changes.
  ///
  /// Without `watch` it does nothing. Call it before the command requests its data, so that changes during
  /// the request are noticed.
  ///
  /// - Parameter read: reads the state: `{ _ = state.orders.changes["orders"] }`. It is called at once, and
  ///   again after the command has ended. Changes made by the command itself do not count.
  public func observe(_ read: @escaping @MainActor () -> Void) { host.observe(read) }

  /// Runs a body that handles SIGTERM itself, for a command that must clean up.
  ///
  /// A signal that arrives before the body calls ``untilTerminated()`` is kept for that call.
  ///
  /// - Parameter body: the work. It should stop soon after the signal.
  /// - Throws: what the body throws.
  public func handlingTermination<Result>(
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    host.beginHandlingTermination()
    defer { host.endHandlingTermination() }
    return try await body()
  }

  /// Waits for SIGTERM, so that the command can finish before the process ends.
  ///
  /// When the command returns, the shell ends too, even if its script has more lines. A second SIGTERM
  /// ends the process at once. At a prompt the shell handles the signal and cancels the command.
  ///
  /// - Throws: `CancellationError` if the user interrupts the command.
  public func untilTerminated() async throws {
    try await host.waitForTermination()
  }

  /// The commands of the loaded modules, to be run for another program.
  public var catalogue: any CommandCatalogue { host.catalogue }

  /// Starts posting the changes that other users make to the data; nothing is posted if there is no source
  /// of them.
  ///
  /// - Returns: a function that stops it; call it once.
  /// - Throws: `ShellError` if the changes cannot be followed.
  public func followChanges() throws -> @MainActor () -> Void { try host.followChanges() }

  /// The command's words with variables replaced; its name comes first.
  package var words: [Word] { arguments.words }
}

/// The parts of the shell that a running command can use.
@MainActor
package protocol CommandHost: NoticeReceiver {
  /// Whether the user typed the running command at a prompt.
  var isTyped: Bool { get }

  /// Shows notices to the user and asks questions.
  var console: any Console { get }

  /// The format requested by `-o` before the only command, if any.
  var formatOption: OutputFormat? { get }

  /// How many records a stage may hold at the same time.
  var gatherLimit: Int { get }

  /// The user's current place.
  var place: Place? { get }

  /// Moves to a place, given its path from the root.
  func open(_ parts: [String]) async throws

  /// Runs the commands of modules for another program.
  var catalogue: any CommandCatalogue { get }

  /// Starts posting other users' changes, and returns a function that stops it.
  func followChanges() throws -> @MainActor () -> Void

  /// Keeps a function that reads the state shown by the running command.
  func observe(_ read: @escaping @MainActor () -> Void)

  /// Starts handling SIGTERM; each call is balanced by ``endHandlingTermination()``.
  func beginHandlingTermination()

  /// Stops handling SIGTERM for one earlier call.
  func endHandlingTermination()

  /// Waits until SIGTERM asks the process to end.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  func waitForTermination() async throws
}

/// A place that a user opens or has opened: a path and its values.
public struct Place: Sendable, Equatable {
  /// The path: `products/p-7`.
  public let path: String

  /// The values of the parts in braces.
  package let values: [CompletionKind: String]

  package init(_ path: String, _ values: [CompletionKind: String]) {
    self.path = path
    self.values = values
  }

  /// The value of a completion kind in the route's braces; empty if the route has no such kind, which
  /// stops a debug build.
  public subscript(kind: CompletionKind) -> String {
    guard let value = values[kind] else {
      assertionFailure("the place \(path) has no {\(kind.name)}")
      return ""
    }
    return value
  }
}

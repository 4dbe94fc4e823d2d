import CoreSystem
package import ShellOutput
package import ShellRuntime
import Glibc

/// The terminal, as results of statements typed at the prompt appear on it.
///
/// While a statement runs, its results are held until it is known whether they fit. Where they do
/// not, they and all that follows go to a pager, and errors wait until the user has left it. Outside
/// a statement everything passes.
@MainActor
package final class TerminalScreen: PagedOutput {
  /// How much is held at most, of results and of errors, in bytes.
  private static let maximum = 1 << 20

  /// How long results are held at most: a statement that waits shows what it has.
  private static let patience = Duration.seconds(1)

  /// Is called before anything is written to the terminal.
  package var willWrite: () -> Void = {}

  private let settings: ShellSettings
  private let interrupts: Interrupts
  private let environment: (String) -> String?
  private let size: () -> (columns: Int, rows: Int)?
  private let clock: any Clock<Duration>
  private let terminal: (results: any ByteSink, errors: any ByteSink, descriptor: Int32)

  private var state = State.passing
  private var held: [UInt8] = []
  /// What a pager was given first, should it fail.
  private var given: [UInt8] = []
  private var heldErrors: [UInt8] = []
  private var droppedErrors = 0
  private var impatience: Task<Void, Never>?
  /// How the terminal was set when the statement began.
  private var found: termios?

  private enum State {
    /// Results go to the terminal.
    case passing
    /// Results wait until it is known whether they fit.
    case holding(RowCount, limit: Int)
    /// Results go to a pager.
    case paging(PagerProcess)
    /// The statement is over, and the user is still in the pager: what comes now waits.
    case leaving
  }

  /// Makes a screen over what a test holds.
  ///
  /// - Parameters:
  ///   - settings: name the pager.
  ///   - interrupts: ends a write that a pager does not take, and shares Ctrl-C with a pager.
  ///   - environment: gives the variables of the process's environment.
  ///   - results: the terminal, for results.
  ///   - errors: the terminal, for errors.
  ///   - descriptor: becomes a pager's standard output.
  ///   - clock: says when results have been held for long enough.
  ///   - size: the terminal's size; nil where there is none to speak of, and so no pager.
  package init(
    settings: ShellSettings, interrupts: Interrupts, environment: @escaping (String) -> String?,
    results: any ByteSink, errors: any ByteSink, descriptor: Int32,
    clock: any Clock<Duration> = ContinuousClock(),
    size: @escaping () -> (columns: Int, rows: Int)?
  ) {
    self.settings = settings
    self.interrupts = interrupts
    self.environment = environment
    self.clock = clock
    self.size = size
    terminal = (results, errors, descriptor)
  }

  /// Makes a screen of the process's own standard output and error output.
  package convenience init(
    settings: ShellSettings, interrupts: Interrupts, environment: @escaping (String) -> String?
  ) {
    self.init(
      settings: settings, interrupts: interrupts, environment: environment,
      results: DescriptorSink(
        descriptor: STDOUT_FILENO, name: "standard output",
        isInterrupted: { interrupts.flag.isRaised }),
      errors: DescriptorSink(
        descriptor: STDERR_FILENO, name: "standard error",
        isInterrupted: { TerminationSignals.heard.isRaised }),
      descriptor: STDOUT_FILENO,
      size: { TerminalControl.size(of: STDOUT_FILENO) })
  }

  /// Takes results.
  package var output: any ByteSink {
    Entrance(
      write: {
        self.willWrite(); try self.write($0)
      }, showNow: { try self.pass() })
  }

  /// Takes errors and notices.
  package var errors: any ByteSink {
    Entrance(
      write: {
        self.willWrite(); try self.writeError($0)
      }, showNow: {})
  }

  package func beginStatement() {
    found = TerminalControl.settings(of: terminal.descriptor)
    hold()
  }

  package func endStatement() async {
    defer { putTerminalBack() }
    // Where the terminal takes nothing, nobody can be told so.
    try? pass()
    guard case .paging(let pager) = state else { return }
    state = .leaving
    let failure = await pager.end()
    state = .passing
    interrupts.isShared.lower()
    if let failure { takeBack(from: pager, failedWith: failure) }
    given = []
    try? showHeld()
    tellHeldErrors()
  }

  /// Puts the terminal back where a program was killed that had set it for itself, as a pager does.
  private func putTerminalBack() {
    let modes = tcflag_t(ICANON | ECHO | ISIG)
    guard let found, let current = TerminalControl.settings(of: terminal.descriptor),
      found.c_lflag & modes & ~current.c_lflag != 0
    else { return }
    TerminalControl.set(terminal.descriptor, to: found)
  }

  /// The pager's words; nil where none is wanted.
  private var pager: [String]? {
    PagerChoice.words(settings.pager, environment: environment)
  }

  /// Begins to hold results, counting the rows anew.
  private func hold() {
    guard pager != nil, let size = size() else { return }
    // One row is the next prompt's.
    state = .holding(RowCount(columns: size.columns), limit: size.rows - 1)
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws {
    switch state {
    case .passing: try terminal.results.write(bytes)
    case .paging(let pager): try give(bytes, to: pager)
    case .leaving:
      guard held.count + bytes.count <= Self.maximum else { throw OutputClosed() }
      held += bytes
    case .holding(var count, let limit):
      held += bytes
      if count.exceeds(limit, with: bytes) || held.count > Self.maximum {
        try page()
      } else {
        state = .holding(count, limit: limit)
        waitAWhile()
      }
    }
  }

  private func writeError(_ bytes: UnsafeRawBufferPointer) throws {
    switch state {
    case .passing: break
    case .holding: try? show()
    case .paging, .leaving:
      let room = max(0, Self.maximum - heldErrors.count)
      heldErrors += bytes.prefix(room)
      droppedErrors += max(0, bytes.count - room)
      return
    }
    try terminal.errors.write(bytes)
  }

  /// Has everything pass from now on, unless a pager shows it.
  private func pass() throws {
    guard case .holding = state else { return }
    state = .passing
    try showHeld()
  }

  /// Shows what is held, and holds what follows.
  private func show() throws {
    guard case .holding = state else { return }
    state = .passing
    hold()
    try showHeld()
  }

  private func showHeld() throws {
    impatience?.cancel()
    impatience = nil
    defer { held = [] }
    if !held.isEmpty { try held.withUnsafeBytes { try terminal.results.write($0) } }
  }

  /// Shows what is held before long, should nothing more come.
  private func waitAWhile() {
    guard impatience == nil, !held.isEmpty else { return }
    impatience = Task { [clock, weak self] in
      guard (try? await clock.sleep(for: Self.patience)) != nil, !Task.isCancelled else { return }
      try? self?.show()
    }
  }

  /// Hands what is held to a pager, which shows what follows as well.
  private func page() throws {
    guard let words = pager else { return try pass() }
    let pager: PagerProcess
    do {
      pager = try PagerProcess(words, terminal: terminal.descriptor) { [interrupts] in
        interrupts.flag.isRaised
      }
    } catch {
      state = .passing
      tell("\(ShellError(error).message); set pager chooses another pager")
      return try showHeld()
    }
    impatience?.cancel()
    impatience = nil
    state = .paging(pager)
    interrupts.isShared.raise()
    defer { held = [] }
    try held.withUnsafeBytes { try give($0, to: pager) }
  }

  private func give(_ bytes: UnsafeRawBufferPointer, to pager: PagerProcess) throws {
    given += bytes.prefix(max(0, Self.maximum - given.count))
    try pager.write(bytes)
  }

  /// Has what a pager was given shown without it.
  private func takeBack(from pager: PagerProcess, failedWith status: Int32) {
    let isCut = pager.isClosed || given.count == Self.maximum
    tell(
      "the pager '\(pager.name)' ended with status \(status)"
        + (isCut ? ", and what follows may be cut short" : "") + "; set pager chooses another pager"
    )
    held = given + held
  }

  private func tellHeldErrors() {
    if !heldErrors.isEmpty { try? heldErrors.withUnsafeBytes { try terminal.errors.write($0) } }
    if droppedErrors > 0 { tell("\(droppedErrors) more bytes of errors were left out") }
    (heldErrors, droppedErrors) = ([], 0)
  }

  private func tell(_ notice: String) {
    let style = OutputStyle(isTerminal: true, columns: size()?.columns)
    let text = style.lines(of: "seashell: \(notice)").joined(separator: "\n") + "\n"
    try? Array(text.utf8).withUnsafeBytes { try terminal.errors.write($0) }
  }
}

/// What a stream writes to.
@MainActor
private final class Entrance: ByteSink {
  private let put: (UnsafeRawBufferPointer) throws -> Void
  private let show: () throws -> Void

  init(
    write: @escaping (UnsafeRawBufferPointer) throws -> Void, showNow: @escaping () throws -> Void
  ) {
    put = write
    show = showNow
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws { try put(bytes) }

  func showNow() throws { try show() }
}

import CoreSystem
package import ShellOutput
package import ShellRuntime
import Glibc

/// Writes the results of statements typed at the prompt to the terminal, or to a pager if they are long.
///
/// While a statement runs, its results are held until it is known whether they fit on the screen. If
/// they do not, all of its results go to a pager, and errors wait until the user has left the pager.
/// Outside a statement, everything is written at once.
@MainActor
package final class TerminalScreen: PagedOutput {
  /// How many bytes of results, and of errors, are held.
  private static let maximum = 1 << 20

  /// How long results are held, so that a slow statement shows partial results.
  private static let patience = Duration.milliseconds(100)

  private let name: String
  private let settings: ShellSettings
  private let interrupts: Interrupts
  private let environment: (String) -> String?
  private let clock: any Clock<Duration>
  private let terminal: Terminal
  private let willShow: (UnsafeRawBufferPointer) -> Void

  private var state = State.passing
  private var held: [UInt8] = []
  /// The beginning of the pager's output, to show if the pager fails.
  private var paged: [UInt8] = []
  private var heldErrors: [UInt8] = []
  private var droppedErrors = 0
  private var patienceTimer: Task<Void, Never>?
  private var initialSettings: termios?

  private enum State {
    case passing
    /// Results are held until it is known whether they fit.
    case holding(RowCount, limit: Int)
    case paging(PagerProcess)
    /// The statement has ended, and the user is still in the pager. Output is held.
    case leaving
  }

  /// Creates a screen over any streams, for tests.
  ///
  /// - Parameters:
  ///   - name: the program's name, at the beginning of notices.
  ///   - settings: the settings with the pager's name.
  ///   - interrupts: ends a blocked write to a pager, and shares Ctrl-C with it.
  ///   - environment: returns the value of an environment variable.
  ///   - terminal: where results and errors go.
  ///   - clock: measures how long results are held.
  ///   - willShow: called before text is written to the terminal.
  init(
    name: String, settings: ShellSettings, interrupts: Interrupts,
    environment: @escaping (String) -> String?, terminal: Terminal,
    clock: any Clock<Duration> = ContinuousClock(),
    willShow: @escaping (UnsafeRawBufferPointer) -> Void = { _ in }
  ) {
    self.name = name
    self.settings = settings
    self.interrupts = interrupts
    self.environment = environment
    self.clock = clock
    self.terminal = terminal
    self.willShow = willShow
  }

  /// A terminal, and the streams to it.
  struct Terminal {
    let results: any ByteSink
    let errors: any ByteSink
    /// The terminal, which becomes a pager's standard output.
    let descriptor: Int32
    /// Returns the terminal's size, or nil if it is unknown, which means no pager.
    let size: () -> (columns: Int, rows: Int)?
  }

  /// Creates a screen over the process's standard output and standard error.
  package convenience init(
    name: String, settings: ShellSettings, interrupts: Interrupts,
    environment: @escaping (String) -> String?,
    willShow: @escaping (UnsafeRawBufferPointer) -> Void
  ) {
    let terminal = Terminal(
      results: DescriptorSink(
        descriptor: STDOUT_FILENO, name: "standard output",
        isInterrupted: { interrupts.flag.isRaised }),
      errors: DescriptorSink(
        descriptor: STDERR_FILENO, name: "standard error",
        isInterrupted: { TerminationSignals.hasArrived.isRaised }),
      descriptor: STDOUT_FILENO, size: { TerminalControl.size(of: STDOUT_FILENO) })
    self.init(
      name: name, settings: settings, interrupts: interrupts, environment: environment,
      terminal: terminal, willShow: willShow)
  }

  /// The stream for results.
  package var output: any ByteSink {
    Stream(write: { try self.write($0) }, showNow: { try self.pass() })
  }

  /// The stream for errors and notices.
  package var errors: any ByteSink {
    Stream(write: { try self.writeError($0) }, showNow: {})
  }

  package func beginStatement() {
    initialSettings = TerminalControl.settings(of: terminal.descriptor)
    hold()
  }

  package func endStatement() async {
    defer { restoreTerminal() }
    // If writing to the terminal fails, there is nowhere to report it.
    try? pass()
    guard case .paging(let pager) = state else { return }
    state = .leaving
    let status = await pager.end()
    state = .passing
    interrupts.isShared.lower()
    if let status { takeBack(from: pager, failedWith: status) }
    paged = []
    try? showHeld()
    showHeldErrors()
  }

  /// Restores the terminal's settings, in case a program that changed them, such as a pager, was killed.
  private func restoreTerminal() {
    let modes = tcflag_t(ICANON | ECHO | ISIG)
    guard let initialSettings, let current = TerminalControl.settings(of: terminal.descriptor),
      initialSettings.c_lflag & modes & ~current.c_lflag != 0
    else { return }
    TerminalControl.set(terminal.descriptor, to: initialSettings)
  }

  /// The pager with its arguments; nil if the user wants none.
  private var pager: [String]? {
    PagerChoice.words(settings.pager, isWide: isWide, environment: environment)
  }

  /// Whether tables may be wider than the screen.
  private var isWide: Bool { settings.layout == .wide }

  private func hold() {
    guard pager != nil, let size = terminal.size() else { return }
    // The next prompt needs one row.
    state = .holding(RowCount(columns: size.columns, wraps: !isWide), limit: size.rows - 1)
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws {
    switch state {
    case .passing: try put(bytes, to: terminal.results)
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
        startPatienceTimer()
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
    try put(bytes, to: terminal.errors)
  }

  private func put(_ bytes: UnsafeRawBufferPointer, to sink: any ByteSink) throws {
    willShow(bytes)
    try sink.write(bytes)
  }

  /// Stops holding results, unless a pager shows them.
  private func pass() throws {
    guard case .holding = state else { return }
    state = .passing
    try showHeld()
  }

  /// Writes the held results, and continues to hold later ones.
  private func show() throws {
    guard case .holding = state else { return }
    state = .passing
    hold()
    try showHeld()
  }

  private func showHeld() throws {
    patienceTimer?.cancel()
    patienceTimer = nil
    defer { held = [] }
    if !held.isEmpty { try held.withUnsafeBytes { try put($0, to: terminal.results) } }
  }

  /// Shows the held results after a while, if no more follow.
  private func startPatienceTimer() {
    guard patienceTimer == nil, !held.isEmpty else { return }
    patienceTimer = Task { [clock, weak self] in
      guard (try? await clock.sleep(for: Self.patience)) != nil, !Task.isCancelled else { return }
      try? self?.show()
    }
  }

  private func page() throws {
    guard let words = pager else { return try pass() }
    let pager: PagerProcess
    do {
      pager = try PagerProcess(words, terminal: terminal.descriptor) { [interrupts] in
        interrupts.flag.isRaised
      }
    } catch {
      state = .passing
      notify("\(ShellError(error).message); set pager chooses another pager")
      return try showHeld()
    }
    patienceTimer?.cancel()
    patienceTimer = nil
    state = .paging(pager)
    interrupts.isShared.raise()
    defer { held = [] }
    try held.withUnsafeBytes { try give($0, to: pager) }
  }

  private func give(_ bytes: UnsafeRawBufferPointer, to pager: PagerProcess) throws {
    paged += bytes.prefix(max(0, Self.maximum - paged.count))
    try pager.write(bytes)
  }

  /// Reports that a pager failed, and holds its output again, to show it without a pager.
  private func takeBack(from pager: PagerProcess, failedWith status: Int32) {
    let isCut = pager.isClosed || paged.count == Self.maximum
    notify(
      "the pager '\(pager.name)' ended with status \(status)"
        + (isCut ? ", and what follows may be cut short" : "") + "; set pager chooses another pager"
    )
    held = paged + held
  }

  private func showHeldErrors() {
    if !heldErrors.isEmpty { try? heldErrors.withUnsafeBytes { try put($0, to: terminal.errors) } }
    if droppedErrors > 0 { notify("\(droppedErrors) more bytes of errors were left out") }
    (heldErrors, droppedErrors) = ([], 0)
  }

  private func notify(_ notice: String) {
    let style = OutputStyle(isTerminal: true, columns: terminal.size()?.columns)
    let text = style.lines(of: "\(name): \(notice)").joined(separator: "\n") + "\n"
    try? Array(text.utf8).withUnsafeBytes { try put($0, to: terminal.errors) }
  }
}

/// A stream that calls closures.
@MainActor
private final class Stream: ByteSink {
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

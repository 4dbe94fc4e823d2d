import CoreLoop
import CoreSystem
package import ShellOutput
package import ShellRuntime
import Glibc

/// The live screen of a terminal: its alternate screen, with the keys of a pager.
///
/// It draws when the results, the terminal's size or the position change, and sleeps otherwise.
@MainActor
package final class LiveView: LiveScreen {
  /// Opens the alternate screen, without a cursor and without wrapping.
  private static let begin = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"
  private static let end = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
  /// How long the rest of an escape sequence may take to arrive, in milliseconds.
  private static let patience: Int32 = 50

  private let input: Int32
  private let keys: TerminalInput
  private let output: Int32
  private let style: OutputStyle
  private let interrupts: Interrupts
  private let sink: DescriptorSink
  private let signals = TerminalSignals()
  private var writer = FrameWriter()
  private var viewport: LiveViewport?
  private var bytes: [UInt8] = []
  /// The terminal's previous settings; nil while the screen is closed.
  private var before: termios?
  private var isLeft = false
  private var waiting: Task<Void, any Error>?

  /// Creates a screen over a terminal.
  ///
  /// - Parameters:
  ///   - interrupts: keep other code from drawing while the screen is open.
  ///   - style: the colours, and how the reader writes money and dates.
  package init(
    interrupts: Interrupts, style: OutputStyle, input: Int32 = STDIN_FILENO,
    output: Int32 = STDOUT_FILENO
  ) {
    self.interrupts = interrupts
    self.style = style
    self.input = input
    keys = TerminalInput(input)
    self.output = output
    sink = DescriptorSink(descriptor: output, name: "the terminal") {
      interrupts.flag.isRaised || TerminationSignals.hasArrived.isRaised
    }
  }

  package var textStyle: OutputStyle {
    OutputStyle(
      isTerminal: true, columns: size.columns - LiveLines.margin, colors: style.colors,
      locale: style.locale)
  }

  /// Whether standard input and output are a terminal that can show a screen.
  package static var isPossible: Bool {
    TerminalLineReader.isPossible && !TerminalControl.isDumb
  }

  package func open() throws {
    guard let settings = TerminalControl.settings(of: input) else {
      throw ShellError(system: "cannot read the terminal's settings")
    }
    TerminationSignals.guardTerminal()
    TerminalGuard.arm(input: input, output: output, marksPaste: false, hasScreen: true)
    signals.install()
    interrupts.isShared.raise()
    before = settings
    enter()
  }

  package func show(_ page: LivePage) {
    if viewport == nil {
      viewport = LiveViewport(page, size: size, style: style)
    } else {
      viewport?.show(page)
    }
    draw()
  }

  package func untilLeft() async throws {
    while !isLeft {
      try Task.checkCancellation()
      readKeys()
      handle(signals.take())
      if isLeft { return }
      try await wait()
    }
  }

  package func leave() {
    isLeft = true
    waiting?.cancel()
  }

  package func close() {
    guard before != nil else { return }
    exit()
    before = nil
    interrupts.isShared.lower()
    let missed = signals.uninstall()
    TerminalGuard.disarm()
    if missed.contains(SIGTSTP) { TerminalSignals.stop() }
  }

  private var size: (columns: Int, rows: Int) {
    TerminalControl.size(of: output) ?? (columns: 80, rows: 24)
  }

  /// Sets up the terminal: keys arrive one at a time and are not echoed.
  ///
  /// Ctrl-C and Ctrl-Z still send signals.
  private func enter() {
    guard var settings = before else { return }
    settings.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON)
    TerminalControl.set(input, to: settings)
    write(Self.begin)
    writer.reset()
    viewport?.resize(to: size)
    draw()
  }

  private func exit() {
    write(Self.end)
    if let before { TerminalControl.set(input, to: before) }
  }

  private func draw() {
    guard before != nil, let viewport else { return }
    write(writer.update(to: viewport.frame, columns: viewport.size.columns))
  }

  private func write(_ text: String) {
    guard !text.isEmpty else { return }
    // A terminal that is gone is noticed when its keys are read.
    try? Array(text.utf8).withUnsafeBytes { try sink.write($0) }
  }

  private func wait() async throws {
    // Also if the wait throws: the caller writes to the terminal afterwards.
    defer { CrashReport.provideStack() }
    let task = Task { [descriptors = [input, signals.descriptor].filter { $0 >= 0 }] in
      try await Readiness.wait(for: descriptors)
    }
    waiting = task
    do {
      try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    } catch is CancellationError where isLeft {
      // The results have ended.
    }
  }

  private func readKeys() {
    var hasKeys = false
    while Readiness.isReadable(keys.descriptor) {
      var piece = [UInt8](repeating: 0, count: 256)
      let count = read(keys.descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { break }
      guard count > 0 else { return leave() }
      bytes += piece[..<count]
      hasKeys = true
      if bytes.last == 0x1B { waitForRest() }
    }
    guard hasKeys else { return }
    for key in LiveKey.take(from: &bytes, isAll: true) {
      if key == .redraw { writer.reset() }
      if viewport?.handle(key) == true { return leave() }
    }
    draw()
  }

  /// Waits for the rest of an escape sequence, which arrives at once if there is one.
  private func waitForRest() {
    var request = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    poll(&request, 1, Self.patience)
  }

  private func handle(_ numbers: Set<Int32>) {
    if numbers.contains(SIGTSTP) {
      exit()
      TerminalSignals.stop()
    }
    if numbers.contains(SIGTSTP) || numbers.contains(SIGCONT) {
      enter()
    } else if numbers.contains(SIGWINCH) {
      viewport?.resize(to: size)
      draw()
    }
  }
}

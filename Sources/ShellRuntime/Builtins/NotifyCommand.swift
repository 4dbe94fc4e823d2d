import CoreLoop
import Glibc
import ShellCommands
import ShellOutput

/// Shows a text to a user who may be looking at another window.
struct NotifyCommand: ImmediateCommand {
  let words = Argument<[String]>("WORD", "the text", atLeastOne: true)
  var specification: CommandSpecification {
    CommandSpecification(
      "notify", abstract: "Show a notice, also on the desktop",
      discussion: """
        At a prompt the notice is shown above the line that you type, and by the desktop's \
        notify-send; without a desktop the terminal's bell rings. Elsewhere it is written to standard \
        error.
        """,
      examples: [
        .init("notify done", "shows a notice"),
        .init("products list --all > all.tsv && notify 'the list is there'", "tells of the end"),
      ],
      parameters: [words]
    ).parsingOptions(.knownOnly)
  }

  func runAtOnce(_ invocation: Invocation) throws {
    let text = invocation[words].joined(separator: " ")
    let shell = try invocation.shell.main
    guard let prompt = shell.scope.prompt else { return invocation.console.notify(text) }
    prompt.console.notify(text)
    DesktopNotice.show(text, in: shell)
  }
}

/// A notice on the desktop, or the terminal's bell.
@MainActor
private enum DesktopNotice {
  /// How many programs may run at a time; further notices ring the bell.
  private static let limit = 4
  private static var running = 0

  static func show(_ text: String, in shell: Shell) {
    let environment = shell.host.process.variable
    guard running < limit,
      ["DISPLAY", "WAYLAND_DISPLAY"].contains(where: { environment($0)?.isEmpty == false })
    else { return ring(shell) }
    running += 1
    let words = ["notify-send", "--", TerminalText.cut(TerminalText.escaped(text), to: 500)]
    // The program may hang, so nothing waits for it.
    Task { [weak shell] in
      let isShown = await send(words)
      running -= 1
      if !isShown, let shell { ring(shell) }
    }
  }

  private static func send(_ words: [String]) async -> Bool {
    let program = await offMain { () -> ProgramStage? in
      let null = open("/dev/null", O_RDWR | O_CLOEXEC)
      guard null >= 0 else { return nil }
      defer { close(null) }
      return try? ProgramStage(words, input: null, output: null, errors: null, leadsGroup: true)
    }
    return await program?.wait().status == 0
  }

  private static func ring(_ shell: Shell) {
    guard shell.streams.errorDestination.style.isTerminal else { return }
    try? shell.streams.errors.write("\u{7}")
    try? shell.streams.errors.flush()
  }
}

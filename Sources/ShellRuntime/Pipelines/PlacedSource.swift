import ShellLanguage
import ShellOutput

/// The statements of a block that does not run where it stands: of a definition, or of a test.
@MainActor
final class PlacedSource: StatementSource {
  private let block: PlacedBlock
  private let shell: Shell

  init(_ block: PlacedBlock, _ shell: Shell) {
    (self.block, self.shell) = (block, shell)
  }

  var stopsAtFailure: Bool { true }

  var text: String { block.text }

  func report(_ error: ShellError, in words: [Word], format: OutputFormat?) {
    // The terminal has already echoed ^C.
    if error == .interrupted, shell.scope.prompt != nil { return }
    ErrorReporter(shell).report(
      error.located(in: words), format: format, file: block.place?.name,
      line: block.place?.line, source: block.text)
  }

  func note(_ status: ExitStatus) {}
}

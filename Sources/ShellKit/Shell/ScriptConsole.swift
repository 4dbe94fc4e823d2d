import Glibc

/// The console of a script: it tells on standard error, and nobody answers.
@MainActor
package final class ScriptConsole: Console {
  private let streams: StandardStreams
  private let settings: Settings
  /// Whether standard input is the script itself, so that no command may read it.
  private let scriptIsInput: Bool

  /// Makes a console.
  package init(streams: StandardStreams, settings: Settings, scriptIsInput: Bool) {
    self.streams = streams
    self.settings = settings
    self.scriptIsInput = scriptIsInput
  }

  package var isInteractive: Bool { false }

  package var columns: Int? { streams.destination.style.columns }

  package func notify(_ notice: String) {
    if !settings.isQuiet { streams.tell(notice) }
  }

  package func ask(_ field: Field) async throws -> String {
    throw ShellError(
      .usage, "nobody is there to ask for the \(field.label)", hint: "give \(field.alternative)")
  }

  package func confirm(_ question: String) async throws -> Bool {
    throw ShellError(.usage, "nobody is there to ask: \(question)", hint: "give --yes")
  }

  package func progress(_ progress: Progress?) {}

  package func readInput(upTo maximum: Int) async throws -> String {
    guard !scriptIsInput else {
      throw ShellError(
        .usage, "standard input is the script itself", hint: "run the script with -f or -c")
    }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      if !Readiness.isReadable(STDIN_FILENO) { try await Readiness.wait(for: STDIN_FILENO) }
      let count = read(STDIN_FILENO, &piece, piece.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count >= 0 else {
        throw ShellError(
          .failed, "cannot read standard input: \(String(cString: strerror(errno)))")
      }
      if count == 0 { break }
      bytes += piece[..<count]
      guard bytes.count <= maximum else {
        throw ShellError(.limit, "standard input is longer than \(maximum) bytes")
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ShellError(.usage, "standard input is not UTF-8")
    }
    return text
  }
}

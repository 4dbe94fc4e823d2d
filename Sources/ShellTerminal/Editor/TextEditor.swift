import CoreSystem
import ShellLanguage
import ShellOutput
import ShellRuntime
import Glibc

/// The user's editor, for long texts.
@MainActor
package final class TextEditor {
  private let environment: (String) -> String?
  private var file: String?

  /// Creates the editor named by `$VISUAL` or `$EDITOR`, or else `vi` or `nano`.
  ///
  /// - Parameter environment: returns the value of an environment variable.
  package init(environment: @escaping (String) -> String?) {
    self.environment = environment
  }

  /// Opens the editor on a private file, and waits until the user has left it.
  ///
  /// The main actor is free meanwhile. Ctrl-C goes only to the editor. Returns the new text without
  /// its final newline; nil if it is empty.
  func edit(
    _ text: String, at terminal: (input: Int32, output: Int32)
  ) async throws(ShellError) -> String? {
    let file = try makeFile(with: text)
    self.file = file
    defer { removeFile() }
    let settings = TerminalControl.settings(of: terminal.input)
    defer { if let settings { TerminalControl.set(terminal.input, to: settings) } }

    // Ignored before the editor starts and until it has ended, as in system(3), so that no Ctrl-C meant for
    // the editor arrives late. The editor itself starts with the default action.
    var (ignored, before) = (sigaction(), sigaction())
    ignored.__sigaction_handler.sa_handler = SIG_IGN
    sigaction(SIGINT, &ignored, &before)
    defer { sigaction(SIGINT, &before, nil) }
    let (name, process) = try start(file, at: terminal)
    let end = await process.wait()
    guard end.status == 0 else {
      let reason =
        end.signal.map { "was ended by signal \($0)" } ?? "ended with status \(end.status)"
      throw ShellError(.failed, "'\(name)' \(reason), so the text stays as it was")
    }
    do {
      let edited = try await TextFile.read(file)
      return edited.isEmpty ? nil : edited
    } catch {
      throw ShellError(error.code, "cannot read what '\(name)' has written: \(error.reason)")
    }
  }

  func removeFile() {
    if let file { unlink(file) }
    file = nil
  }

  private func start(
    _ file: String, at terminal: (input: Int32, output: Int32)
  ) throws(ShellError) -> (name: String, ProgramStage) {
    var failure: ShellError?
    for words in Self.choices(environment: environment) {
      do {
        let stage = try ProgramStage(
          words + [file], input: terminal.input, output: terminal.output)
        return (words[0], stage)
      } catch {
        failure = ShellError(error)
      }
    }
    throw ShellError(
      failure?.code ?? .failed, failure?.message ?? "there is no editor",
      hint: "set EDITOR to your editor")
  }

  static func choices(environment: (String) -> String?) -> [[String]] {
    for name in ["VISUAL", "EDITOR"] {
      guard let text = environment(name), let words = ProgramWords.words(of: text) else { continue }
      return [words]
    }
    return [["vi"], ["nano"]]
  }

  /// Creates a file that only the user can read.
  private func makeFile(with text: String) throws(ShellError) -> String {
    let folder = environment("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    let path = "\(folder)/text-\(String(UInt64.random(in: .min ... .max), radix: 36)).txt"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw ShellError(system: "cannot create a file for the editor in '\(folder)'")
    }
    defer { close(descriptor) }
    do {
      // An editor expects a newline at the end of the last line.
      let text = text.isEmpty ? "" : text + "\n"
      try PrivateFile(path: path).write(Array(text.utf8), to: descriptor)
    } catch {
      unlink(path)
      throw ShellError(error)
    }
    return path
  }
}

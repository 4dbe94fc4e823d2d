import ShellCommands
import ShellOutput
import CReadline

extension TerminalLineReader {
  func openEditor() {
    if current?.isEditable == true { current?.wantsEditor = true } else { rl_ding() }
  }

  /// Lets the user edit a text that is no line; empty if the user leaves nothing.
  ///
  /// - Throws: `ShellError` if the editor fails.
  func written(_ text: String) async throws -> String {
    guard !isReading else { throw Self.isBusy }
    willRead()
    isEditing = true
    defer {
      isEditing = false
      hasEnded()
    }
    return try await editor?.edit(text, at: descriptors) ?? ""
  }

  /// Lets the user edit a line, and shows the result; nil if the line stays unchanged, because the
  /// editor failed or the text is empty.
  func edited(_ line: CurrentLine, _ prompt: Prompt) async -> String? {
    let typed = String(decoding: Readline.line, as: UTF8.self)
    keys.forget()
    clearLine()
    seashell_readline_give_up()
    end()
    var text: String?
    isEditing = true
    do throws(ShellError) {
      text = try await editor?.edit(typed, at: descriptors)
    } catch {
      report(error)
    }
    isEditing = false
    showNoticesBetweenLines()
    begin(
      prompt,
      CurrentLine(
        completer: line.completer, isEditable: true, hasHistory: line.hasHistory))
    seashell_readline_type(text ?? typed)
    guard let text else { return nil }
    _ = seashell_readline_show_end()
    write("\n")
    seashell_readline_give_up()
    finish(text)
    return text
  }
}

import Glibc
import SeashellKit
import ShellOutput
import ShellTerminal

@MainActor
struct TerminalChecks {
  let variable: @MainActor (String) -> String?

  var findings: [Finding] {
    let isUTF8 = ReaderLocale(variable: variable).isUTF8
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty }
    return [
      terminal,
      Finding(
        "locale", isUTF8 ? .ok : .warning,
        (locale ?? "none is set") + (isUTF8 ? ", UTF-8" : ", not UTF-8"),
        advice: isUTF8 ? nil : "set LANG to a UTF-8 locale, such as C.UTF-8"),
    ]
  }

  private var terminal: Finding {
    let name = variable("TERM") ?? ""
    guard
      let descriptor = [STDOUT_FILENO, STDERR_FILENO, STDIN_FILENO].first(where: {
        isatty($0) == 1
      })
    else { return Finding("terminal", .ok, "none") }
    let size = TerminalControl.size(of: descriptor).map { "\($0.columns)x\($0.rows)" }
    let isPlain = TerminalControl.isDumb || variable("NO_COLOR")?.isEmpty == false
    let colors = isPlain ? "no colors" : "colors"
    let detail = [name.isEmpty ? "TERM is not set" : name, size, colors].compactMap(\.self)
      .joined(separator: ", ")
    return Finding(
      "terminal", name.isEmpty ? .warning : .ok, detail,
      advice: name.isEmpty ? "set TERM, such as to xterm-256color" : nil)
  }
}

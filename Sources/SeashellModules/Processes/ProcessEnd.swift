import CoreSystem
import Glibc

/// How a module's process ended, and why.
struct ProcessEnd: Sendable {
  /// Its exit status, or the signal that ended it.
  let status: SpawnedProcess.End

  /// The violation for which it was ended, if any.
  let breach: ModuleError?

  let wasAsked: Bool

  /// Whether its output ended in the middle of a line.
  let isMidLine: Bool

  /// The last line that it wrote to standard error; nil if it wrote none.
  let lastErrorLine: String?

  /// Returns this end with a violation that the process's loop did not know.
  func replacing(breach: ModuleError) -> ProcessEnd {
    ProcessEnd(
      status: status, breach: breach, wasAsked: false, isMidLine: false,
      lastErrorLine: lastErrorLine)
  }

  /// The error of a module that ended unexpectedly; nil if it was asked to end.
  var error: ModuleError? {
    if wasAsked { return nil }
    let middle = isMidLine ? " in the middle of a line" : ""
    return ModuleError(breach?.reason ?? sentence + middle, hint: breach?.hint ?? hint)
  }

  /// The status in words: `it ended with status 3`.
  var sentence: String {
    switch status {
    case .status(let status): "it ended with status \(status)"
    case .signal(let number):
      "it was ended by signal \(number) (\(String(cString: strsignal(number)).lowercased()))"
    }
  }

  /// The last line on standard error, quoted and shortened.
  var hint: String? {
    lastErrorLine.map { line in
      "its last line on standard error: '\(line.count > 200 ? line.prefix(200) + "…" : line)'"
    }
  }
}

package import CoreSystem
import Glibc

/// How a module's process ended, and why.
package struct ProcessEnd: Sendable {
  /// Its exit status, or the signal that ended it.
  package let status: SpawnedProcess.End

  /// The violation for which it was ended, if any.
  package let breach: ModuleError?

  package let wasAsked: Bool

  /// Whether its output ended in the middle of a line.
  package let isMidLine: Bool

  /// The last line that it wrote to standard error; nil if it wrote none.
  package let lastErrorLine: String?

  /// Returns this end with a violation that the process's loop did not know.
  func replacing(breach: ModuleError) -> ProcessEnd {
    ProcessEnd(
      status: status, breach: breach, wasAsked: false, isMidLine: false,
      lastErrorLine: lastErrorLine)
  }

  /// The error of a module that ended unexpectedly; nil if it was asked to end.
  package var error: ModuleError? {
    if wasAsked { return nil }
    let middle = isMidLine ? " in the middle of a line" : ""
    return ModuleError(breach?.reason ?? sentence + middle, hint: breach?.hint ?? hint)
  }

  /// The status in words: `it ended with status 3`.
  package var sentence: String {
    switch status {
    case .status(let status): "it ended with status \(status)"
    case .signal(let number):
      "it was ended by signal \(number) (\(String(cString: strsignal(number)).lowercased()))"
    }
  }

  /// The last line on standard error, quoted and shortened.
  package var hint: String? {
    lastErrorLine.map { line in
      "its last line on standard error: '\(line.count > 200 ? line.prefix(200) + "…" : line)'"
    }
  }
}

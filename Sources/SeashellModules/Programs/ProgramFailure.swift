import CoreSystem
import SeashellHosting
import SeashellKit

enum ProgramFailure {
  /// Returns the error for an end; nil if the call succeeded.
  ///
  /// If the exit status is one of the shell's, the last line of standard error is the message. Any other
  /// end means that the module failed.
  static func error(of end: ProcessEnd, tool: String) -> (any Error)? {
    if end.wasAsked { return ModuleError("it was ended during the call") }
    guard end.breach == nil, case .status(let status) = end.status else { return end.error }
    if status == 0 { return end.isMidLine ? end.error : nil }
    guard let code = code(of: status) else { return end.error }
    return ShellError(
      code, end.lastErrorLine ?? "'\(tool)' ended with status \(status)",
      status: ExitStatus(rawValue: status))
  }

  private static func code(of status: Int32) -> ShellError.Code? {
    switch status {
    case 1, 141: .failed
    case 2: .usage
    case 3: .notFound
    case 4: .unauthorized
    case 5: .unconnected
    case 6: .invalid
    case 7: .pluginBroke
    case 8: .unavailable
    case 130: .interrupted
    default: nil
    }
  }
}

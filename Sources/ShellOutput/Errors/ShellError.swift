public import CoreEvents
package import CoreSystem
import Glibc

/// Why a command failed, in the form in which the shell tells it: one line and an exit status.
public struct ShellError: Error, Sendable, Equatable {
  /// What went wrong, as scripts tell it apart; the raw value is the `code` of a JSON error.
  public enum Code: String, Sendable, CaseIterable {
    /// A reason without a code of its own.
    case failed
    /// A bound was passed.
    case limit
    /// The text is not of the shell's grammar.
    case syntax
    /// No such command, module or program.
    case unknownCommand = "unknown_command"
    /// The command exists and its words are wrong.
    case usage
    /// What was asked for does not exist.
    case notFound = "not_found"
    /// A session is needed, or the credentials were refused.
    case unauthorized
    /// The session does not allow it.
    case forbidden
    /// The service was not reached.
    case unconnected
    /// The server refused the data.
    case invalid
    /// A plugin broke.
    case pluginBroke = "plugin_broke"
    /// The service failed, or its answer cannot be understood.
    case unavailable
    /// The user ended it.
    case interrupted

    /// The exit status that goes with the code.
    public var status: ExitStatus {
      switch self {
      case .failed, .limit: .failure
      case .syntax, .unknownCommand, .usage: .usage
      case .notFound: .notFound
      case .unauthorized, .forbidden: .unauthorized
      case .unconnected: .unconnected
      case .invalid: .invalid
      case .pluginBroke: .pluginBroke
      case .unavailable: .unavailable
      case .interrupted: .interrupted
      }
    }
  }

  /// What went wrong.
  public let code: Code

  /// What happened, and where, in a sentence that starts small and has no full stop.
  public let message: String

  /// What to do next, where there is something to do.
  public let hint: String?

  /// The exit status.
  public let status: ExitStatus

  /// What a server said in detail, an object for each of its problems; a JSON error shows them whole.
  public let problems: [JSONValue]

  /// The word at fault, as an index into the command's words; nil where it is the whole command.
  public var word: Int?

  /// The place at fault, in bytes of the statement's source; wins over ``word``.
  public var range: Range<Int>?

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - code: what went wrong.
  ///   - message: what happened. It may quote what came from outside: whoever prints it escapes it.
  ///   - hint: what to do next.
  ///   - problems: what a server said in detail, an object for each of its problems.
  ///   - status: the exit status, where it is not the code's own (a program's).
  ///   - word: the word at fault, counted from the command's first.
  public init(
    _ code: Code, _ message: String, hint: String? = nil, problems: [JSONValue] = [],
    status: ExitStatus? = nil, word: Int? = nil
  ) {
    self.code = code
    self.message = message
    self.hint = hint
    self.problems = problems
    self.status = status ?? code.status
    self.word = word
  }
}

extension ShellError {
  /// Creates the error of a failed system call.
  ///
  /// - Parameters:
  ///   - action: what could not be done: `cannot read 'x.sea'`; the system's reason follows it.
  ///   - code: the value of `errno`.
  package init(system action: String, code: Int32 = errno) {
    self.init(.failed, SystemError(action, code: code).description)
  }
}

extension SystemError: ShellErrorConvertible {
  /// The action and the system's reason.
  package var shellError: ShellError { ShellError(.failed, description) }
}

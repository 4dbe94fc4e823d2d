public import CoreJSON
package import CoreSystem
import FoundationEssentials
import Glibc

/// The error that the shell prints when a command fails, with its exit status.
public struct ShellError: Error, Sendable, Equatable {
  /// The kind of an error, for scripts; its raw value is the `code` of an error in JSON.
  public enum Code: String, Sendable, CaseIterable {
    /// Any other failure.
    case failed
    /// What a test expects is not so.
    case expectation
    /// A limit was exceeded.
    case limit
    /// The statement has a syntax error.
    case syntax
    /// There is no such command, module or program.
    case unknownCommand = "unknown_command"
    /// The command's arguments or options are wrong.
    case usage
    /// The requested resource does not exist.
    case notFound = "not_found"
    /// The user must log in, or the credentials are wrong.
    case unauthorized
    /// The user is not allowed to do this.
    case forbidden
    /// The service could not be reached.
    case unconnected
    /// The server rejected the data as invalid.
    case invalid
    /// A plugin broke.
    case pluginBroke = "plugin_broke"
    /// The service is unavailable, or its response cannot be read.
    case unavailable
    /// The user interrupted the command.
    case interrupted

    /// The exit status of errors with this code.
    public var status: ExitStatus {
      switch self {
      case .failed, .expectation, .limit: .failure
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

  /// The kind of error.
  public let code: Code

  /// What happened: a sentence with a lower-case first letter and no full stop.
  public let message: String

  /// What the user can do, if anything.
  public package(set) var hint: String?

  /// The exit status.
  public let status: ExitStatus

  /// The server's problems, one object for each; they are included in the error's JSON.
  public let problems: [JSONValue]

  /// The body of the answer that refused a request, for `$error.body`.
  package let body: String?

  /// Lines below the error and its source, such as the values that were not expected.
  package private(set) var details: [String] = []

  /// Whether the wrong value came from a variable or a field, so that `try` can handle the error.
  package var isOfData = false

  /// The index of the wrong word among the command's words; nil for the whole command.
  public var word: Int?

  /// The position of the error in the statement's source, in bytes; takes precedence over ``word``.
  public var range: Range<Int>?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: the kind of error.
  ///   - message: what happened. It can quote untrusted text, which the shell escapes.
  ///   - hint: what the user can do.
  ///   - problems: the server's problems, one object for each.
  ///   - status: the exit status; by default, the code's.
  ///   - word: the index of the wrong word among the command's words.
  public init(
    _ code: Code, _ message: String, hint: String? = nil, problems: [JSONValue] = [],
    status: ExitStatus? = nil, word: Int? = nil
  ) {
    self.init(
      code, message, hint: hint, problems: problems, body: nil, status: status, word: word)
  }

  /// Creates the error of a refused request.
  ///
  /// - Parameter body: the body of the answer, without what may be secret in it.
  package init(
    _ code: Code, _ message: String, hint: String? = nil, problems: [JSONValue], body: String?,
    status: ExitStatus? = nil, word: Int? = nil
  ) {
    self.code = code
    self.message = message
    self.hint = hint
    self.problems = problems
    self.body = body
    self.status = status ?? code.status
    self.word = word
  }
}

extension ShellError {
  /// Returns the error with more lines below it.
  package func adding(details: [String]) -> ShellError {
    var error = self
    error.details += details
    return error
  }
}

extension ShellError {
  /// Creates the error of a failed system call.
  ///
  /// - Parameters:
  ///   - action: what failed, such as `cannot read 'x.sea'`; the system's reason follows it.
  ///   - code: the system's error number; nil for the value of `errno`.
  public init(system action: String, code: Int32? = nil) {
    self.init(.failed, SystemError(action, code: code ?? errno).description)
  }
}

extension SystemError: ShellErrorConvertible {
  /// The action and the system's reason.
  package var shellError: ShellError { ShellError(.failed, description) }
}

/// An error that can be converted to a ``ShellError``.
///
/// If a module's own errors conform, its commands can throw them without a conversion.
public protocol ShellErrorConvertible: Error {
  /// The error as the shell prints it.
  var shellError: ShellError { get }
}

extension ShellError: ShellErrorConvertible {
  /// The error itself.
  public var shellError: ShellError { self }
}

extension ShellError {
  /// Converts any error.
  ///
  /// A `CancellationError` becomes ``interrupted``. For an error that is not ``ShellErrorConvertible``,
  /// the message is its `errorDescription` or `description`, or else its type and value.
  public init(_ error: any Error) {
    switch error {
    case let error as any ShellErrorConvertible: self = error.shellError
    case is CancellationError: self = .interrupted
    default: self.init(.failed, Self.message(of: error))
    }
  }

  private static func message(of error: any Error) -> String {
    if let error = error as? any LocalizedError, let text = error.errorDescription { return text }
    if error is any CustomStringConvertible { return "\(error)" }
    let (type, value) = ("\(type(of: error))", "\(error)")
    return value.hasPrefix(type) ? value : "\(type).\(value)"
  }

  /// The error with words added before its message, such as the module's name.
  package func prefixed(_ prefix: String) -> ShellError {
    var error = ShellError(
      code, prefix + message, hint: hint, problems: problems, body: body, status: status)
    error.isOfData = isOfData
    return error
  }

  /// The error of a value that came from a variable or a field.
  package var ofData: ShellError {
    var error = self
    error.isOfData = true
    return error
  }

  /// The error of an interrupted command.
  public static var interrupted: ShellError { ShellError(.interrupted, "interrupted") }
}

/// The error of a command that wrote an invalid result; the shell adds the command's name.
package struct OutputMisuse: ShellErrorConvertible, Equatable {
  /// What the command did, in words that follow its name: `wrote a row before its columns`.
  package let message: String

  init(message: String) { self.message = message }

  /// The error without the command's name.
  package var shellError: ShellError { ShellError(.failed, "a command \(message)") }
}

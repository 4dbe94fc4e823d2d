import Glibc

/// A failed system operation, described for the user.
package struct SystemError: Error, CustomStringConvertible {
  /// The action and the reason: `cannot read 'x.sea': No such file or directory`.
  package let description: String

  /// Creates the error of a failed call.
  ///
  /// - Parameters:
  ///   - action: what could not be done: `cannot read 'x.sea'`.
  ///   - code: the value of `errno`. Read it right after the call.
  package init(_ action: String, code: Int32 = errno) {
    self.init(action, reason: Self.reason(code))
  }

  /// Creates an error with a reason other than an `errno` value.
  package init(_ action: String, reason: String) {
    description = "\(action): \(reason)"
  }

  /// The system's text for an `errno` value: `No such file or directory`.
  package static func reason(_ code: Int32 = errno) -> String { String(cString: strerror(code)) }
}

import Glibc

/// A failed call of the operating system.
package struct SystemError: Error, CustomStringConvertible {
  /// What could not be done: `cannot read 'x.sea'`.
  package let action: String

  /// The value of `errno`.
  package let code: Int32

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - action: what could not be done, in words that a user understands.
  ///   - code: the value of `errno`, read as early as possible after the call.
  package init(_ action: String, code: Int32 = errno) {
    self.action = action
    self.code = code
  }

  /// The action and the reason: `cannot read 'x.sea': No such file or directory`.
  package var description: String { "\(action): \(Self.reason(code))" }

  /// The system's text for an `errno` value: `No such file or directory`.
  package static func reason(_ code: Int32 = errno) -> String { String(cString: strerror(code)) }
}

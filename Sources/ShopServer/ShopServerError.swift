/// Why the shop cannot be served.
package struct ShopServerError: Error, Equatable {
  /// The kinds of failure that callers tell apart.
  package enum Code: Equatable {
    /// The host names no address of this machine.
    case host
    /// Another program listens there already.
    case inUse
    /// The system does not allow it.
    case forbidden
    /// The library that speaks HTTP is missing.
    case library
    /// The system refuses for another reason.
    case system
  }

  /// The kind of failure.
  package let code: Code

  /// What happened, in a sentence that starts small and has no full stop.
  package let message: String

  /// What to do, where there is something to do.
  package let hint: String?

  init(_ code: Code, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }
}

import CoreSystem
import Glibc

/// Why a server cannot listen.
package struct HTTPServerError: Error, Equatable {
  package enum Code: Equatable {
    /// The host is not an address of this machine.
    case host
    /// Another program listens on the port.
    case inUse
    /// This user may not listen on the port.
    case forbidden
    /// Any other system error.
    case system
  }

  package let code: Code

  /// What is wrong, in lower case and without a full stop.
  package let message: String

  /// What to do, if there is advice.
  package let hint: String?

  init(_ code: Code, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }

  init(errno code: Int32, listeningOn host: String, port: Int) {
    switch code {
    case EADDRINUSE:
      self.init(
        .inUse, "port \(port) is already in use",
        hint: "choose another --port; 0 takes a free one")
    case EACCES, EPERM:
      self.init(
        .forbidden, "only root may listen on port \(port)", hint: "choose a --port above 1023")
    case EADDRNOTAVAIL:
      self.init(.host, "'\(host)' is not an address of this machine")
    default:
      self.init(
        .system, "cannot listen on \(host), port \(port): \(SystemError.reason(code))")
    }
  }
}

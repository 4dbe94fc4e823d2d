public import FoundationEssentials
import Glibc

/// A certificate that identifies the client to one server (RFC 8446, section 4.4.2).
///
/// It is presented only to that server's origin, and never to another scheme, host or port, or to a proxy.
public final class ClientCertificate: Sendable {
  /// The path of the certificate, in PEM; the file may also contain certificates of the authorities that
  /// signed it.
  public let certificate: String

  /// The path of the private key, in PEM, unless the certificate's file contains the key.
  public let key: String?

  /// The variable with the key's password, if the key is encrypted.
  public let passwordVariable: String?

  /// The only origin that the certificate is presented to.
  package let origin: Origin

  private let variable: @Sendable (String) -> String?

  /// Creates a certificate from the names of its files, which are read when a connection is made.
  ///
  /// - Parameters:
  ///   - certificate: the path of the certificate.
  ///   - key: the path of the private key; nil if the certificate's file contains the key.
  ///   - passwordVariable: the name of the variable with the key's password.
  ///   - address: an address at the only server that the certificate is presented to.
  ///   - variable: returns the value of a variable, and is called for each request; nil to read the process's
  ///     environment.
  public init(
    _ certificate: String, key: String? = nil, passwordVariable: String? = nil, for address: URL,
    variable: (@Sendable (String) -> String?)? = nil
  ) {
    (self.certificate, self.key, self.passwordVariable) = (certificate, key, passwordVariable)
    self.variable = variable ?? { getenv($0).map { String(cString: $0) } }
    origin = Origin(address)
  }

  /// The path of the file that contains the private key.
  package var keyPath: String { key ?? certificate }

  /// The key's password; empty if it has none.
  ///
  /// - Throws: ``Problem`` if its variable is not set.
  package func password() throws(Problem) -> String {
    guard let passwordVariable else { return "" }
    guard let password = variable(passwordVariable), !password.isEmpty else {
      throw Problem(
        field: .password, message: "is the variable \(passwordVariable), which is not set",
        remedy: "set \(passwordVariable) before the shell starts")
    }
    return password
  }
}

extension ClientCertificate: Hashable {
  /// Compares the files, the origin and the variable's name, but not the password.
  public static func == (left: ClientCertificate, right: ClientCertificate) -> Bool {
    left.certificate == right.certificate && left.key == right.key && left.origin == right.origin
      && left.passwordVariable == right.passwordVariable
  }

  /// Hashes the certificate's path and the origin.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(certificate)
    hasher.combine(origin)
  }
}

extension ClientCertificate {
  /// Why the files or the password cannot be used.
  package struct Problem: Error, Equatable {
    /// The setting at fault, as named in the configuration.
    package enum Field: String {
      case certificate, key, password
    }

    package let field: Field

    /// The text after the field's name: `names a file that cannot be read: '/a.pem'`.
    package let message: String

    package let remedy: String?
  }

  /// Checks that the files can be read, and that other users can neither read nor replace the key.
  package func check() throws(Problem) {
    if key != nil { try checkIsReadable(certificate, .certificate) }
    let field = key == nil ? Problem.Field.certificate : .key
    let status = try checkIsReadable(keyPath, field)
    guard status.st_uid == geteuid() else {
      throw Problem(
        field: field, message: "names the file of a private key that is not yours: '\(keyPath)'",
        remedy: "make a copy that is yours, and that only you can read")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw Problem(
        field: field,
        message: "names the file of a private key that others can read or write: '\(keyPath)'",
        remedy: "make it private: chmod 600 '\(keyPath)'")
    }
  }

  @discardableResult
  private func checkIsReadable(_ path: String, _ field: Problem.Field) throws(Problem) -> stat {
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      access(path, R_OK) == 0
    else {
      throw Problem(
        field: field, message: "names a file that cannot be read: '\(path)'", remedy: nil)
    }
    return status
  }
}

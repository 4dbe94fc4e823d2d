public import FoundationEssentials
import Glibc

/// A certificate by which the client proves to one server who it is (RFC 8446, section 4.4.2).
///
/// Only connections to that server's origin present it: none to another scheme, host or port, nor one to a
/// proxy.
public final class ClientCertificate: Sendable {
  /// The path of the certificate, in PEM; certificates of the authorities that signed it may follow in the
  /// file.
  public let certificate: String

  /// The path of the private key, in PEM; nil if the certificate's file has it.
  public let key: String?

  /// The name of the variable that has the password of the key; nil if the key is not encrypted.
  public let passwordVariable: String?

  /// The only origin that it is presented to.
  package let origin: Origin

  private let variable: @Sendable (String) -> String?

  /// Names the files; they are read when a connection is made.
  ///
  /// - Parameters:
  ///   - certificate: the path of the certificate.
  ///   - key: the path of the private key; nil if the certificate's file has it.
  ///   - passwordVariable: the name of the variable that has the key's password.
  ///   - address: an address of the only server that it is presented to.
  ///   - variable: returns the value of a variable, and is called for each request; nil for the variables
  ///     of the process's environment.
  public init(
    _ certificate: String, key: String? = nil, passwordVariable: String? = nil, for address: URL,
    variable: (@Sendable (String) -> String?)? = nil
  ) {
    (self.certificate, self.key, self.passwordVariable) = (certificate, key, passwordVariable)
    self.variable = variable ?? { getenv($0).map { String(cString: $0) } }
    origin = Origin(address)
  }

  /// The path of the file that has the private key.
  package var keyPath: String { key ?? certificate }

  /// The password of the key; empty if it has none.
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
  /// Compares the files, the origin and the name of the variable, not the password.
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

// Checks.
extension ClientCertificate {
  /// Why the files or the password cannot be used.
  package struct Problem: Error, Equatable {
    /// What it is about, by the names of the configuration.
    package enum Field: String {
      case certificate, key, password
    }

    /// What it is about.
    package let field: Field

    /// The text after the field's name: `names a file that cannot be read: '/a.pem'`.
    package let message: String

    /// What the user can do.
    package let remedy: String?
  }

  /// Checks that the files can be read, and that nobody else can read or replace the key.
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

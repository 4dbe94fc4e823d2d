import Foundation
import Glibc

/// A client's certificate for a test, which is its own authority; removed when the object is released.
public final class ClientIdentity: Sendable {
  /// The path of the certificate, in PEM.
  public let certificate: String

  /// The path of the private key, in PEM, which only the user can read.
  public let key: String

  /// The path of the same key, encrypted with `password`.
  public let encryptedKey: String

  /// The path of a file with both the certificate and the key.
  public let both: String

  /// The folder of all files; tests may add others.
  public let folder: String

  /// Creates a certificate.
  ///
  /// - Parameters:
  ///   - name: the common name, which the server records.
  ///   - isExpired: whether it was valid until yesterday.
  public init(
    _ name: String = "ada", password: String = "opens-the-key", isExpired: Bool = false
  ) throws {
    let parent = FileManager.default.temporaryDirectory.path
    var template = Array("\(parent)/seashell-client-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw FaultServerError("no folder: \(errno)") }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    certificate = folder + "/client.pem"
    key = folder + "/client.key"
    encryptedKey = folder + "/encrypted.key"
    both = folder + "/both.pem"
    let request = folder + "/client.csr"
    try ChildProcess.run([
      "openssl", "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
      "-subj", "/CN=\(name)", "-keyout", key, "-out", request,
    ])
    try ChildProcess.run([
      "openssl", "x509", "-req", "-in", request, "-signkey", key, "-days", isExpired ? "-1" : "2",
      "-out", certificate,
    ])
    try ChildProcess.run([
      "openssl", "pkey", "-in", key, "-aes256", "-passout", "pass:\(password)", "-out",
      encryptedKey,
    ])
    try ChildProcess.run(["sh", "-c", "cat '\(certificate)' '\(key)' >'\(both)'"])
    for file in [key, encryptedKey, both] { chmod(file, 0o600) }
  }

  deinit {
    try? ChildProcess.run(["rm", "-r", folder])
  }
}

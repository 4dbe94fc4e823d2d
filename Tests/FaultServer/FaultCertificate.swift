import Foundation
import Glibc

/// A self-signed certificate for a test, removed when the object is released.
public final class FaultCertificate: Sendable {
  /// The path of the certificate, in PEM.
  public let file: String

  /// The path of its private key, in PEM.
  public let key: String

  /// The folder of both files; tests may add others.
  public let folder: String

  /// Creates a certificate.
  ///
  /// - Parameter name: the subject's alternative name, such as `IP:127.0.0.1`.
  public init(name: String) throws {
    let parent = FileManager.default.temporaryDirectory.path
    var template = Array("\(parent)/seashell-tls-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw FaultServerError("no folder: \(errno)") }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    file = folder + "/certificate.pem"
    key = folder + "/key.pem"
    try ChildProcess.run([
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
      "-nodes", "-days", "2", "-subj", "/CN=seashell test", "-addext", "subjectAltName=\(name)",
      "-keyout", key, "-out", file,
    ])
  }

  deinit {
    try? ChildProcess.run(["rm", "-r", folder])
  }
}

import Glibc

/// A certificate of a test's own, which is its own authority and goes when the test is over.
public final class FaultCertificate: Sendable {
  /// The file of the certificate, in PEM.
  public let file: String

  /// The file of its key, in PEM.
  public let key: String

  /// The folder of both, in which a test may keep what else it needs.
  public let folder: String

  /// Makes a certificate.
  ///
  /// - Parameter name: whom it is for, as OpenSSL writes an alternative name.
  public init(name: String) throws {
    var template = Array("/tmp/seashell-tls-XXXXXX".utf8CString)
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

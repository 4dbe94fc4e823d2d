import FoundationEssentials
import Glibc
import SeashellHosting
import SeashellKit
import SeashellTesting
import Testing

/// The field `clientCertificate` of an environment.
@Suite struct ClientCertificateFieldsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["client.pem", "client.key", "both.pem"] { try folder.write(name, "") }
    for name in ["client.key", "both.pem"] { chmod(folder.file(name), 0o600) }
  }

  private func environment(
    _ fields: String, baseURL: String = "https://a.example:8443/v1"
  ) throws(ConfigurationError) -> APIEnvironment {
    let configuration = try Configuration(
      parsing: """
        { environments: { qa: { baseURL: '\(baseURL)',
          clientCertificate: \(fields) } } }
        """, from: folder.file("config.json"))
    return configuration.environments[0]
  }

  @Test func `a client certificate's paths begin at the file's folder`() throws {
    let environment = try environment(
      "{ certificate: 'client.pem', key: './client.key', password: { env: 'QA_KEY' } }")
    let certificate = try #require(environment.transport.clientCertificate)
    #expect(certificate.certificate == folder.file("client.pem"))
    #expect(certificate.key == folder.file("./client.key"))
    #expect(certificate.passwordVariable == "QA_KEY")
    #expect(
      environment.transport.clientCertificate
        == ClientCertificate(
          folder.file("client.pem"), key: folder.file("./client.key"), passwordVariable: "QA_KEY",
          for: environment.baseURL))
  }

  @Test func `a client certificate's file may contain the key`() throws {
    let certificate = try #require(
      environment("{ certificate: '\(folder.file("both.pem"))' }").transport.clientCertificate)
    #expect(certificate.certificate == folder.file("both.pem"))
    #expect(certificate.key == nil && certificate.passwordVariable == nil)
  }

  @Test(
    arguments: [
      ("'client.pem'", " must be an object, not a string", nil),
      ("{ key: 'client.key' }", ".certificate is missing", "write { certificate:"),
      ("{ certificate: '' }", ".certificate must be the path of a file", nil),
      (
        "{ certificate: 'none.pem', key: 'client.key' }",
        ".certificate names a file that cannot be read: '", nil
      ),
      (
        "{ certificate: 'client.pem', key: 'none.key' }",
        ".key names a file that cannot be read: '", nil
      ),
      (
        "{ certificate: 'client.pem' }",
        ".certificate names the file of a private key that others can read or write: '",
        "make it private: chmod 600 '"
      ),
      (
        "{ certificate: 'both.pem', password: 'geheim' }",
        ".password must be { env: 'NAME' }, not a string", nil
      ),
      (
        "{ certificate: 'both.pem', password: { env: 'a-b' } }",
        ".password.env must be the name of a variable, such as 'API_KEY'", nil
      ),
      (
        "{ certificate: 'both.pem', password: {} }",
        ".password has no env with the name of a variable", "write { env: 'NAME' }"
      ),
    ] as [(String, String, String?)])
  func `a wrong certificate field is an error without the password`(
    fields: String, message: String, hint: String?
  ) throws {
    let error = try #require(throws: ConfigurationError.self) { try environment(fields) }
    #expect(
      error.message.hasPrefix("environments.qa.clientCertificate\(message)"), "\(error.message)")
    #expect(error.hint?.hasPrefix(hint ?? "") ?? (hint == nil), "\(error.hint ?? "")")
    #expect(error.line == 2)
    #expect(!"\(error)".contains("geheim"))
  }

  @Test(arguments: [mode_t(0o640), 0o604, 0o660, 0o602])
  func `a key that others can read or write is refused`(mode: mode_t) throws {
    chmod(folder.file("client.key"), mode)
    let error = try #require(throws: ConfigurationError.self) {
      try environment("{ certificate: 'client.pem', key: 'client.key' }")
    }
    #expect(error.hint == "make it private: chmod 600 '\(folder.file("client.key"))'")
  }

  @Test(.enabled(if: geteuid() == 0, "giving a file to another user is not permitted here"))
  func `a key of another user is refused`() throws {
    #expect(chown(folder.file("client.key"), 65_534, 65_534) == 0)
    let error = try #require(throws: ConfigurationError.self) {
      try environment("{ certificate: 'client.pem', key: 'client.key' }")
    }
    #expect(error.message.contains("a private key that is not yours"), "\(error.message)")
  }

  @Test func `a client certificate requires https`() throws {
    let error = try #require(throws: ConfigurationError.self) {
      try environment("{ certificate: 'both.pem' }", baseURL: "http://127.0.0.1:8080")
    }
    #expect(
      error.message
        == "environments.qa.clientCertificate is only for a baseURL that begins with 'https://'")
  }

  @Test func `an address given for one run has no client certificate`() throws {
    let environment = try environment("{ certificate: 'both.pem' }")
    let other = try APIEnvironment.temporary(
      "https://a.example:8443", like: environment, isInsecure: false)
    #expect(other.transport.clientCertificate == nil)
  }
}

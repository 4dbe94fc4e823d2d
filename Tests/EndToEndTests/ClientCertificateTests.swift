import FaultServer
import Foundation
import TestSupport
import Testing

/// Servers that require a client certificate.
@Suite(.mayBlock) struct ClientCertificateTests {
  private let client: ClientIdentity
  private let server: FaultServer
  private let front: TLSFront
  private let sandbox: Sandbox

  init() throws {
    client = try ClientIdentity()
    server = try FaultServer(.json(Fault.product))
    front = try TLSFront(server, clients: .requires(authority: client.certificate))
    sandbox = try Sandbox(environment: ["SEASHELL_ENV": "dev"])
  }

  private func configure(_ certificate: String?, trusting authorities: String? = nil) throws {
    let field = certificate.map { ", clientCertificate: { \($0) }" } ?? ""
    try sandbox.configure(
      dev: front.url, "certificateAuthorities: '\(authorities ?? front.certificate)'\(field)")
  }

  private var files: String {
    "certificate: '\(client.certificate)', key: '\(client.key)'"
  }

  @Test func `a configured client certificate is accepted`() throws {
    try configure(files)
    let result = try sandbox.seashell("products", "show", "p-1")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("p-1\tMug\t"))
    #expect(front.clients == ["ada"])
    let shown = try sandbox.seashell("env", "show", "-o", "json")
    #expect(shown.output.contains(#""client_certificate":"\#(client.certificate)""#))
  }

  @Test func `a client key may have a password from a variable`() throws {
    let key = try String(contentsOfFile: client.encryptedKey, encoding: .utf8)
    chmod(try sandbox.file("dev.key", key), 0o600)
    try configure(
      "certificate: '\(client.certificate)', key: '~/dev.key', password: { env: 'DEV_KEY' }")
    let right = try sandbox.seashell(
      "products", "show", "p-1", environment: ["DEV_KEY": "opens-the-key"])
    #expect(right.status == 0, "\(right.errors)")
    let wrong = try sandbox.seashell(
      "products", "show", "p-1", environment: ["DEV_KEY": "not-the-password"])
    #expect(wrong.status == 5)
    #expect(wrong.errors.contains("the password of the key is wrong"), "\(wrong.errors)")
    #expect(wrong.errors.contains("check the variable DEV_KEY"), "\(wrong.errors)")
    #expect(!wrong.errors.contains("not-the-password"))
    let missing = try sandbox.seashell("products", "show", "p-1")
    #expect(missing.status == 5)
    #expect(missing.errors.contains("the variable DEV_KEY, which is not set"), "\(missing.errors)")
    #expect(server.requests.count == 1)
  }

  @Test func `a missing client certificate's error names the field`() throws {
    try configure(nil)
    for words in [["products", "show", "p-1"], ["api", "post", "x", "--json", "{}"]] {
      let result = try Program.run(
        Program.seashell.path, words, input: Data(), environment: sandbox.environment,
        directory: sandbox.home)
      #expect(result.status == 5)
      #expect(
        result.errors.contains("127.0.0.1:\(front.port) requires a client certificate"),
        "\(result.errors)")
      #expect(
        result.errors.contains("set clientCertificate of the environment in config.json"),
        "\(result.errors)")
      #expect(!result.errors.contains("may have"), "\(result.errors)")
    }
    #expect(server.requests.isEmpty)
  }

  @Test func `a client key that others can read is refused before sending`() throws {
    try configure(files)
    chmod(client.key, 0o644)
    let result = try sandbox.seashell("products", "show", "p-1")
    #expect(result.status == 2)
    #expect(result.errors.contains("chmod 600 '\(client.key)'"), "\(result.errors)")
    #expect(front.clients.isEmpty)
  }

  @Test func `a redirect to another port gets no client certificate`() throws {
    let other = try TLSFront(server, clients: .asks(authority: client.certificate))
    let redirecting = try FaultServer(
      .status(302, [], headers: ["Location": "\(other.url)/v1/products/p-1"]))
    let own = try TLSFront(redirecting, clients: .requires(authority: client.certificate))
    let both = try sandbox.file(
      "both.pem",
      String(contentsOfFile: own.certificate, encoding: .utf8)
        + String(contentsOfFile: other.certificate, encoding: .utf8))
    try sandbox.configure(
      dev: own.url, "certificateAuthorities: '\(both)', clientCertificate: { \(files) }")
    let result = try sandbox.seashell("products", "show", "p-1")
    #expect(result.status == 0, "\(result.errors)")
    #expect(own.clients == ["ada"])
    #expect(other.clients == ["-"])
  }

  @Test func `doctor presents the client certificate`() throws {
    try configure(files)
    let result = try sandbox.seashell("doctor", "-o", "json")
    #expect(result.output.contains("\(front.url) answered in"), "\(result.output)")
    #expect(Set(front.clients) == ["ada"])
  }
}

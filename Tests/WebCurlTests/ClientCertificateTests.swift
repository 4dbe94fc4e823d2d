import FaultServer
import Foundation
import TestSupport
import Testing
import WebCurl
import WebMessages

/// The servers to which the transport presents a client certificate, and their errors without one.
@Suite(.mayBlock) struct ClientCertificateTests {
  private let client: ClientIdentity
  private let server: FaultServer

  init() throws {
    client = try ClientIdentity()
    server = try FaultServer(.json("[]"))
  }

  private func front(onlyTLS12: Bool = false) throws -> TLSFront {
    try TLSFront(
      server, clients: .requires(authority: client.certificate), onlyTLS12: onlyTLS12)
  }

  private func transport(
    to front: TLSFront, certificate: String? = nil, key: String? = nil,
    password: String? = nil, for address: String? = nil
  ) throws -> CurlTransport {
    let url = try #require(URL(string: address ?? front.url))
    return CurlTransport {
      $0.certificateAuthorities = front.certificate
      $0.clientCertificate = ClientCertificate(
        certificate ?? client.certificate, key: key ?? client.key,
        passwordVariable: password == nil ? nil : "KEY_PASSWORD", for: url,
        variable: { $0 == "KEY_PASSWORD" ? password : nil })
    }
  }

  @Test(arguments: [false, true])
  func `the right client certificate is accepted, and one connection serves all requests`(
    onlyTLS12: Bool
  ) async throws {
    let front = try front(onlyTLS12: onlyTLS12)
    let transport = try transport(to: front)
    for _ in 0..<3 { #expect(try await transport.text(front.url) == "[]") }
    #expect(try await transport.post(front.url, HTTPBody(Data("{}".utf8))).text() == "[]")
    #expect(front.clients == ["ada"])
  }

  @Test func `one file may have both the certificate and the key`() async throws {
    let front = try front()
    let url = try #require(URL(string: front.url))
    let transport = CurlTransport {
      $0.certificateAuthorities = front.certificate
      $0.clientCertificate = ClientCertificate(client.both, for: url)
    }
    #expect(try await transport.text(front.url) == "[]")
    #expect(front.clients == ["ada"])
  }

  @Test func `an encrypted key is opened with its password`() async throws {
    let front = try front()
    let transport = try transport(to: front, key: client.encryptedKey, password: "opens-the-key")
    #expect(try await transport.text(front.url) == "[]")
    #expect(front.clients == ["ada"])
  }

  @Test(arguments: [
    (
      "not-the-password", "the password of the key is wrong, or the key does not belong to it",
      "check the variable KEY_PASSWORD, and the key"
    ),
    (
      nil, "its key has a password",
      "set clientCertificate.password to { env: 'NAME' } in config.json"
    ),
  ])
  func `an encrypted key with a wrong password is reported`(
    password: String?, reason: String, remedy: String
  ) async throws {
    let front = try front()
    let transport = try transport(to: front, key: client.encryptedKey, password: password)
    let error = try #require(await transport.failure(front.url))
    #expect(error.code == .unconnected && error.isLasting)
    #expect(
      error.reason == "cannot use the client certificate '\(client.certificate)': \(reason)")
    #expect(error.remedy == remedy)
    #expect(!"\(error)".contains("not-the-password"))
    #expect(server.requests.isEmpty)
  }

  @Test func `a password variable that is not set is reported before anything is sent`()
    async throws
  {
    let front = try front()
    let transport = try transport(to: front, key: client.encryptedKey, password: "")
    let error = try #require(await transport.failure(front.url))
    #expect(error.isLasting)
    #expect(
      error.reason == "clientCertificate.password is the variable KEY_PASSWORD, which is not set")
    #expect(error.remedy == "set KEY_PASSWORD before the shell starts")
  }

  @Test func `a key that belongs to another certificate is reported`() async throws {
    let front = try front()
    let other = try ClientIdentity("bea")
    let error = try #require(await transport(to: front, key: other.key).failure(front.url))
    #expect(error.code == .unconnected && error.isLasting)
    #expect(
      error.reason.hasSuffix(": the key does not belong to it, or is damaged"), "\(error.reason)")
  }

  @Test func `a file that is not a certificate is reported`() async throws {
    let front = try front()
    let transport = try transport(to: front, certificate: client.folder + "/client.csr")
    let error = try #require(await transport.failure(front.url))
    #expect(error.reason.hasSuffix(": its file has no certificate in PEM"), "\(error.reason)")
  }

  @Test(arguments: [false, true], [HTTPMethod.get, .post])
  func `a server's demand for a client certificate is reported`(
    onlyTLS12: Bool, method: HTTPMethod
  ) async throws {
    let front = try front(onlyTLS12: onlyTLS12)
    let transport = CurlTransport { $0.certificateAuthorities = front.certificate }
    let error = try await #require(throws: TransportError.self) {
      _ = try await transport.post(front.url, nil, method: method).text()
    }
    #expect(error.code == .unconnected && error.isLasting)
    if onlyTLS12 {
      // The older version has no specific alert for it.
      #expect(error.reason.hasSuffix("; the server may require a client certificate"))
    } else {
      #expect(error.reason == "127.0.0.1:\(front.port) requires a client certificate")
      #expect(error.remedy == "set clientCertificate of the environment in config.json")
    }
    #expect(server.requests.isEmpty)
  }

  @Test(arguments: [(false, "unknown ca"), (true, "certificate expired")])
  func `a client certificate that the server rejects is reported`(
    isExpired: Bool, alert: String
  ) async throws {
    let other = try ClientIdentity("bea", isExpired: isExpired)
    let front = try TLSFront(
      server,
      clients: .requires(authority: isExpired ? other.certificate : client.certificate))
    let transport = try transport(to: front, certificate: other.certificate, key: other.key)
    let error = try #require(await transport.failure(front.url))
    #expect(error.code == .unconnected && error.isLasting)
    #expect(
      error.reason
        == "127.0.0.1:\(front.port) does not accept the client certificate: \(alert)")
    #expect(server.requests.isEmpty)
  }

  @Test func `another port or host gets no client certificate`() async throws {
    let asks = try TLSFront(server, clients: .asks(authority: client.certificate))
    for address in ["https://127.0.0.1:1", "https://localhost:\(asks.port)", "http://127.0.0.1"] {
      let transport = try transport(to: asks, for: address)
      #expect(try await transport.text(asks.url) == "[]")
    }
    #expect(asks.clients == ["-", "-", "-"])
  }

  @Test func `a handle that presented the certificate presents it to no other origin`() async throws
  {
    let (own, other) = (
      try TLSFront(server, clients: .asks(authority: client.certificate)),
      try TLSFront(server, clients: .asks(authority: client.certificate))
    )
    let url = try #require(URL(string: own.url))
    let transport = CurlTransport {
      $0.verifiesServer = false
      $0.clientCertificate = ClientCertificate(client.certificate, key: client.key, for: url)
    }
    for address in [own.url, other.url, own.url, other.url] {
      #expect(try await transport.text(address) == "[]")
    }
    #expect(own.clients == ["ada"])
    #expect(other.clients == ["-"])
  }

  @Test func `a client without the certificate uses no connection or TLS session of one with it`()
    async throws
  {
    let asks = try TLSFront(server, clients: .asks(authority: client.certificate))
    let (with, without) = (
      try transport(to: asks), CurlTransport { $0.certificateAuthorities = asks.certificate }
    )
    for _ in 0..<2 {
      #expect(try await with.text(asks.url) == "[]")
      #expect(try await without.text(asks.url) == "[]")
    }
    #expect(asks.clients == ["ada", "-"])
  }

  @Test(arguments: [
    (0o640, "key names the file of a private key that others can read or write"),
    (0o604, "key names the file of a private key that others can read or write"),
    (0o620, "key names the file of a private key that others can read or write"),
  ])
  func `a key that others can read is not used`(mode: mode_t, reason: String) async throws {
    let front = try front()
    chmod(client.key, mode)
    let error = try #require(await transport(to: front).failure(front.url))
    #expect(error.reason == "clientCertificate.\(reason): '\(client.key)'")
    #expect(error.remedy == "make it private: chmod 600 '\(client.key)'")
    #expect(front.clients.isEmpty)
  }
}

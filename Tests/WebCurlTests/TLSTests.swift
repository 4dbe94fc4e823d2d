import WebCurl
import TestSupport
import FaultServer
import Foundation
import Testing
import WebMessages

/// The certificates that the transport trusts.
@Suite(.mayBlock) struct TLSTests {
  @Test func `an untrusted certificate is refused, and nothing is sent`() async throws {
    let server = try FaultServer(.json("[]"))
    let front = try TLSFront(server)
    let error = try #require(await CurlTransport().failure(front.url + "/a?token=t"))
    #expect(error.code == .unconnected)
    #expect(error.isLasting)
    #expect(
      error.reason
        == "cannot verify the certificate of 127.0.0.1:\(front.port): self-signed certificate;"
        + " its authority is not trusted")
    #expect(server.requests.isEmpty)
  }

  @Test func `a file of authorities makes a service trusted`() async throws {
    let server = try FaultServer(.json("[]"), .json("[1]"))
    let front = try TLSFront(server)
    let transport = CurlTransport { $0.certificateAuthorities = front.certificate }
    #expect(try await transport.text(front.url) == "[]")
    #expect(try await transport.text(front.url) == "[1]")
    #expect(server.requests.map(\.connection) == [0, 0])
  }

  @Test func `a file of authorities replaces the system's`() async throws {
    let server = try FaultServer(.json("[]"))
    let (front, other) = (try TLSFront(server), try TLSFront(server))
    let transport = CurlTransport { $0.certificateAuthorities = other.certificate }
    #expect(await transport.failure(front.url)?.code == .unconnected)
    #expect(server.requests.isEmpty)
  }

  @Test func `a certificate for another host is refused`() async throws {
    let server = try FaultServer(.json("[]"))
    let front = try TLSFront(server, name: "DNS:elsewhere.example")
    let transport = CurlTransport { $0.certificateAuthorities = front.certificate }
    let error = try #require(await transport.failure(front.url))
    #expect(error.code == .unconnected)
    #expect(error.isLasting)
    #expect(error.reason.contains("the certificate is for another host"), "\(error.reason)")
    #expect(server.requests.isEmpty)
  }

  @Test(arguments: ["IP:127.0.0.1", "DNS:elsewhere.example"])
  func `without verification any certificate is accepted`(name: String) async throws {
    let server = try FaultServer(.json("[]"))
    let front = try TLSFront(server, name: name)
    let transport = CurlTransport { $0.verifiesServer = false }
    #expect(try await transport.text(front.url) == "[]")
  }

  @Test func `a missing file of authorities is named`() async throws {
    let transport = CurlTransport { $0.certificateAuthorities = "/nowhere/ca.pem" }
    let error = try #require(await transport.failure("https://127.0.0.1:1/"))
    #expect(error.code == .unconnected)
    #expect(error.isLasting)
    #expect(error.reason == "cannot read the file of certificate authorities '/nowhere/ca.pem'")
  }

  @Test func `a file without authorities is rejected`() async throws {
    let server = try FaultServer(.json("[]"))
    let front = try TLSFront(server)
    let transport = CurlTransport { $0.certificateAuthorities = "/etc/hostname" }
    let error = try #require(await transport.failure(front.url))
    #expect(error.code == .unconnected)
    #expect(error.isLasting)
    #expect(error.reason.contains("certificate authorities"), "\(error.reason)")
    #expect(server.requests.isEmpty)
  }

  @Test func `a service without TLS is reported as such`() async throws {
    let server = try FaultServer(.json("[]"))
    let error = try #require(await CurlTransport().failure("https://127.0.0.1:\(server.port)"))
    #expect(error.code == .unconnected)
    #expect(error.isLasting)
    #expect(error.reason.contains("the server may support only http"), "\(error.reason)")
  }

  @Test(arguments: [20, 70, 80]) func `a response cut under TLS is reported as cut`(count: Int)
    async throws
  {
    let server = try FaultServer(.cut(after: count, of: .json("[1,2,3,4,5,6,7,8]")))
    let front = try TLSFront(server)
    let transport = CurlTransport { $0.certificateAuthorities = front.certificate }
    #expect(await transport.failure(front.url)?.code == .cut)
  }
}

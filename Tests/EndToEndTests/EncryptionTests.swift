import FaultServer
import TestSupport
import Foundation
import Testing

/// Servers with certificates, trusted and untrusted.
@Suite(.mayBlock) struct EncryptionTests {
  private let server: FaultServer
  private let front: TLSFront
  private let sandbox: Sandbox

  init() throws {
    server = try FaultServer(.json(Fault.product))
    front = try TLSFront(server)
    sandbox = try Sandbox(environment: ["SEASHELL_ENV": "dev"])
  }

  @Test func `a configured certificate authority is trusted`() throws {
    try sandbox.configure(dev: front.url, "certificateAuthorities: '\(front.certificate)'")
    let result = try sandbox.seashell("products", "show", "p-1")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("p-1\tMug\t"))
    #expect(result.errors == "")
  }

  @Test func `an untrusted certificate is status 5 with the reason`() throws {
    try sandbox.configure(dev: front.url)
    let result = try sandbox.seashell("products", "show", "p-1")
    #expect(result.status == 5)
    #expect(result.errors.contains("certificate"), "\(result.errors)")
    #expect(server.requests.isEmpty)
  }

  @Test func `--insecure accepts an untrusted certificate, with a warning`() throws {
    try sandbox.configure(dev: front.url)
    let result = try sandbox.seashell("--insecure", "products", "show", "p-1")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("p-1\tMug\t"))
    #expect(result.errors.hasPrefix("--insecure: server certificates are not verified"))

    let address = try sandbox.seashell("--insecure", "-e", front.url, "products", "show", "p-1")
    #expect(address.status == 0 && address.output.hasPrefix("p-1\tMug\t"), "\(address.errors)")
    #expect(try sandbox.seashell("-e", front.url, "products", "show", "p-1").status == 5)

    try sandbox.configure(dev: front.url, "production: true")
    let refused = try sandbox.seashell("--insecure", "products", "show", "p-1")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("dev is a production environment"), "\(refused.errors)")
    #expect(server.requests.count == 2)
  }
}

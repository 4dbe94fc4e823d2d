import FaultServer
import Foundation
import TestSupport
import Testing

/// The findings of `doctor` with the built program.
@Suite(.mayBlock) struct DoctorTests {
  private struct Finding: Decodable {
    let check: String
    let status: String
    let detail: String
    let advice: String?
  }

  private func findings(_ result: Program.Result) throws -> [Finding] {
    try JSONDecoder().decode([Finding].self, from: Data(result.output.utf8))
  }

  @Test func `doctor understands a served shop's answer`() throws {
    let served = try ServedShop()
    let home = try served.client()
    let result = try home.seashell("doctor", "-o", "json")
    #expect(result.status == 0, "\(result.errors)")
    let all = try findings(result).filter { $0.check == "environment dev" }
    #expect(all.allSatisfy { $0.status == "ok" })
    #expect(all.first?.detail.hasPrefix("http://127.0.0.1:\(served.port) answered in ") == true)
    #expect(all.last?.detail == "plain JSON, Seashell's shop 1, event feed")
  }

  @Test func `doctor warns of unreachable services, or fails for the current one`()
    throws
  {
    let sandbox = try Sandbox()
    try sandbox.configure(dev: "http://127.0.0.1:1")
    for (environment, status) in [("embedded", "warning"), ("dev", "failed")] {
      let result = try sandbox.seashell("-e", environment, "doctor", "-o", "json")
      #expect(result.status == (status == "failed" ? 1 : 0), "\(result.errors)")
      let found = try findings(result).first { $0.check == "environment dev" }
      #expect(found?.status == status)
      #expect(found?.detail == "127.0.0.1:1 refused the connection")
    }
  }

  @Test func `doctor shows a certificate's end, or why it is not trusted`() throws {
    let front = try TLSFront(try FaultServer(.json("{}")))
    let sandbox = try Sandbox()
    try sandbox.configure(dev: front.url)
    let refused = try findings(try sandbox.seashell("doctor", "-o", "json"))
      .first { $0.check == "environment dev" }
    #expect(refused?.status == "warning")
    #expect(refused?.detail.contains("certificate") == true)
  }

  @Test func `doctor shows every error of a configuration, but no secret`() throws {
    let sandbox = try Sandbox(environment: [
      "https_proxy": "http://user:geheim@127.0.0.1:1", "SEASHELL_TOKEN": "geheim",
      "SEASHELL_ENV": "nowhere",
    ])
    try sandbox.configure(
      dev: "https://user:geheim@dev.example", "format: 'xml', production: 'no'")
    try sandbox.file("config/seashell/rc.sea", "print 'geheim\n")
    for words in [["doctor"], ["-c", "doctor"]] {
      let result = try Program.run(
        Program.seashell.path, ["-o", "json"] + words, input: Data(),
        environment: sandbox.environment, directory: sandbox.home)
      #expect(result.status == 1)
      #expect(!(result.output + result.errors).contains("geheim"))
      let failed = try findings(result).filter { $0.status == "failed" }
      #expect(failed.count { $0.check.hasPrefix("config.json:1:") } == 3, "\(failed)")
      #expect(failed.contains { $0.check == "rc.sea:1:7" })
    }
  }

  @Test func `a write to a production API asks, and a script needs --yes`() throws {
    let server = try FaultServer(.json("{}"))
    let sandbox = try Sandbox(environment: ["SEASHELL_ENV": "dev"])
    try sandbox.configure(dev: server.url, "production: true")
    let refused = try sandbox.seashell("api", "post", "things", "--json", "{}")
    #expect(refused.status == 2)
    #expect(
      refused.errors.contains(
        "can't ask \"Production environment 'dev': Send POST things?\"; pass --yes"))
    #expect(server.requests.isEmpty)
    #expect(try sandbox.seashell("api", "post", "things", "--json", "{}", "--yes").status == 0)
    #expect(server.requests.count == 1)
  }

  /// Whether no program listens at the address of 'dev'.
  private static func isDevFree() throws -> Bool {
    let home = try Sandbox()
    return try Program.run(
      "/bin/bash", ["-c", "exec 3<>/dev/tcp/127.0.0.1/8080"], environment: home.environment,
      directory: home.home
    ).status != 0
  }

  @Test(.enabled(if: try isDevFree(), "another program listens on port 8080"))
  func `the hint for an unreachable 'dev' says how to start the shop`() throws {
    let sandbox = try Sandbox(environment: ["SEASHELL_ENV": "dev", "http_proxy": ""])
    let result = try sandbox.seashell("products", "list")
    #expect(result.status == 5)
    #expect(result.errors.contains("refused the connection"))
    #expect(result.errors.hasSuffix("; start the shop with 'seashell serve'\n"))
    try sandbox.configure(dev: "http://127.0.0.1:1")
    #expect(!(try sandbox.seashell("products", "list")).errors.contains("serve"))
  }
}

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

  /// The description of an API with operations at these paths, none of which has a parameter besides those of its path.
  private static func description(_ paths: [String]) -> String {
    let operations = paths.enumerated().map { index, path in
      #""\#(path)":{"get":{"operationId":"o\#(index)","responses":{"200":{"description":"ok"}}}}"#
    }
    return #"{"openapi":"3.0.0","info":{"title":"F","version":"1"},"paths":{"#
      + operations.joined(separator: ",") + "}}"
  }

  @Test(
    arguments: [
      (
        ["/items", "/{id}/health", "/v1/version", "/v1/status"], "/v1/status", 200, "ok",
        "GET /v1/status answers 200, plain JSON"
      ),
      (["/items", "/"], "/", 401, "ok", "GET / answers 401, plain JSON"),
      (["/items", "/health"], "/health", 404, "warning", "GET /health answers 404, plain JSON"),
      (["/health"], "/health", 503, "warning", "GET /health answers 503, plain JSON"),
      (
        ["/items"], "/", 404, "ok",
        "reachable: its base address answers 404; no operation is described that a check can request"
      ),
    ])
  func `an added API is asked only what it is known to answer`(
    paths: [String], asked: String, answer: Int, status: String, detail: String
  ) throws {
    let server = try FaultServer { request in
      request.target == "/openapi.json"
        ? .json(Self.description(paths)) : .json("{}", status: answer)
    }
    let home = try Sandbox(environment: ["SEASHELL_TOKEN_F": "the-key-of-the-user"])
    try home.succeed("api", "add", "f", server.url, "--environment", "live", "--yes")
    let before = server.requests.count
    let result = try home.seashell("-e", "f:live", "doctor", "-o", "json")
    #expect(result.status == 0, "\(result.errors)")
    let found = try findings(result).filter { $0.check == "environment f:live" }
    #expect(found.first?.detail.hasPrefix("\(server.url) answered in ") == true)
    #expect(found.last?.detail == detail && found.last?.status == status, "\(found)")
    let requests = server.requests.dropFirst(before)
    #expect(requests.map(\.target) == [asked])
    #expect(requests.allSatisfy { $0.header("Authorization") == nil && $0.header("X-Key") == nil })
    server.stop()
    // It is the current one.
    let stopped = try home.seashell("-e", "f:live", "doctor", "-o", "json")
    #expect(stopped.status == 1)
    #expect(
      try findings(stopped).first { $0.check == "environment f:live" }?.status == "failed")
  }

  @Test func `an environment that is an address is checked, and is the current one`() throws {
    let served = try ServedShop()
    let address = "http://127.0.0.1:\(served.port)"
    let home = try Sandbox()
    let result = try home.seashell("-e", address, "doctor", "-o", "json")
    #expect(result.status == 0, "\(result.errors)")
    let found = try findings(result).filter { $0.check == "environment url" }
    #expect(found.first?.detail.hasPrefix("\(address) answered in ") == true)
    #expect(found.last?.detail == "plain JSON, Seashell's shop 1, event feed")
    let refused = try home.seashell("-e", "http://127.0.0.1:1", "doctor", "-o", "json")
    #expect(refused.status == 1)
    #expect(try findings(refused).first { $0.check == "environment url" }?.status == "failed")
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

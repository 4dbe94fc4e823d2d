import Foundation
import TestSupport
import Testing

/// An API whose tokens are issued by another server at another origin.
@Suite(.mayBlock) struct HarbourTests {
  private let issuer: WebApplication
  private let harbour: WebApplication
  private let home: Sandbox

  init() throws {
    issuer = try WebApplication("authorization", "live")
    harbour = try WebApplication("harbour", "live", variables: ["ISSUER": issuer.address])
    home = try Sandbox()
    try home.succeed("api", "add", "hb", harbour.address, "--yes")
    try home.agree(to: issuer.address, of: "hb")
  }

  @Test func `a secret is sent to another origin only with consent`() throws {
    let home = try Sandbox()
    let added = try home.seashell("api", "add", "hb", harbour.address, "--yes")
    #expect(
      added.errors.contains("it also names \(issuer.address), where tokens are requested"),
      "\(added.errors)")
    let login = try home.seashell(
      "session", "login", "hb", "--user", "job", "--password-env", "HB_SECRET",
      environment: ["HB_SECRET": "secret-of-job"])
    #expect(login.status == 2, "\(login.errors)")
    #expect(login.errors.contains(issuer.address), "\(login.errors)")
    #expect(issuer.allRequests.isEmpty)
    let shell = try PromptUser(["session", "login", "hb", "--user", "job"], in: home, columns: 120)
    try shell.see("Send what you type there?")
    try shell.type("y\r")
    try shell.seeCursor(between: "client secret: ")
    try shell.type("secret-of-job\r")
    #expect(try shell.end() == 0)
    try home.succeed("hb", "listBoats")
  }

  private func logIn(_ client: String, secret: String) throws -> Program.Result {
    try home.seashell(
      "session", "login", "hb", "--user", client, "--password-env", "HB_SECRET",
      environment: ["HB_SECRET": secret])
  }

  @Test(arguments: ["job", "poster"])
  func `a client signs in with either form of its secret`(client: String) throws {
    let login = try logIn(client, secret: "secret-of-\(client)")
    #expect(login.status == 0, "\(login.errors)")
    #expect(
      login.errors.contains("signed in to hb:local as \(client) with Jobs"), "\(login.errors)")
    #expect(try home.succeed("hb", "listBoats", "-o", "tsv").contains("Gull"))
    try home.succeed("hb", "addBoat")
    // The secret is sent to the server that issues tokens, and the token to the API.
    #expect(
      harbour.allRequests.allSatisfy { $0.headers["authorization"]?.hasPrefix("Basic") != true })
    #expect(issuer.tokenRequests("client_credentials").filter { $0.status == 200 }.count == 1)
    try home.succeed("hb", "readWeather")
    let weather = harbour.allRequests.filter { $0.path == "/weather" }
    #expect(weather.count == 1 && weather.allSatisfy { $0.credentials.isEmpty })
  }

  @Test func `a client with only the scope to read cannot write`() throws {
    let login = try logIn("reader", secret: "secret-of-reader")
    #expect(login.status == 0, "\(login.errors)")
    try home.succeed("hb", "listBoats")
    let write = try home.seashell("hb", "addBoat", "-o", "json")
    #expect(write.status == 4, "\(write.errors)")
    #expect(write.errors.contains(#""code":"forbidden""#), "\(write.errors)")
    let status = try home.succeed("session", "status", "--all", "-o", "jsonl")
    let row = try #require(status.split(separator: "\n").first { $0.contains(#""api":"hb""#) })
    #expect(!row.contains("write"), "\(row)")
  }

  @Test func `a wrong secret and an unknown client are status 4`() throws {
    for client in ["job", "nobody"] {
      let login = try logIn(client, secret: "wrong-secret")
      #expect(login.status == 4, "\(login.errors)")
      #expect(!login.errors.contains("wrong-secret"), "\(login.errors)")
    }
    #expect(harbour.requests.isEmpty)
  }

  @Test func `a revoked token is replaced, and the write carried out once`()
    throws
  {
    _ = try logIn("job", secret: "secret-of-job")
    try issuer.control("revoke")
    try home.succeed("hb", "addBoat")
    #expect(harbour.requests.filter { $0.method == "POST" }.map(\.status) == [401, 201])
    #expect(issuer.tokenRequests("client_credentials").filter { $0.status == 200 }.count == 2)
  }
}

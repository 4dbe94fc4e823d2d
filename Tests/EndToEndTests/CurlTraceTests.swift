import FaultServer
import Foundation
import TestSupport
import Testing

/// Requests as curl commands, pasted into a shell.
@Suite(.mayBlock) struct CurlTraceTests {
  private static let hasCurl = FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")

  private static func sandbox(_ server: FaultServer) throws -> Sandbox {
    let sandbox = try Sandbox(
      environment: ["SEASHELL_ENV": "dev", "SEASHELL_TOKEN": "token-of-the-user"])
    try sandbox.configure(dev: server.url)
    return sandbox
  }

  /// Runs a command with `--curl`, and returns the only line on its error output.
  private static func line(_ words: [String], in sandbox: Sandbox) throws -> String {
    let result = try Program.run(
      Program.seashell.path, ["--curl"] + words, environment: sandbox.environment,
      directory: sandbox.home)
    let lines = result.errors.split(separator: "\n")
    try #require(lines.count == 1 && result.status == 0, "\(result.errors)")
    return String(lines[0])
  }

  private static let texts = [
    #"{"a":"it's","b":"$HOME `x` \\ \" %d !"}"#, "{\n  \"a\": 1,\n\t\"b\": [2]\n}\n\n", "[]",
    "{\"a\":\"\u{202E}\u{200B}7 猫 👩‍👩‍👧\"}",
  ]

  @Test(
    .enabled(if: hasCurl),
    arguments: [
      ["api", "get", "a b/é", "--query", "q=x&y[0]", "--header", "X-Any: it's"],
      ["api", "delete", "a", "--header", "If-Match: \"1\""], ["api", "post", "a"],
      ["api", "put", "a", "--form", "t=it's; \"5\" @x", "--form", "n=a\nb", "--form", "f=@a.txt"],
    ] + texts.map { ["api", "patch", "a", "--json", $0] })
  func `a traced curl command sends the same request`(words: [String]) throws {
    let server = try FaultServer(.json("{}"))
    let sandbox = try Self.sandbox(server)
    try sandbox.file("a.txt", "of a file\n")
    let line = try Self.line(words, in: sandbox)
    let pasted = try Program.run(
      "/bin/sh", ["-c", line], environment: sandbox.environment, directory: sandbox.home)
    #expect(pasted.status == 0 && pasted.output == "{}", "\(line)\n\(pasted.errors)")
    try #require(server.requests.count == 2)
    let requests = server.requests
    func shown(_ request: FaultRequest) -> String {
      let boundary = request.header("Content-Type")?.split(separator: "boundary=").last ?? "none"
      let fields = request.headers.filter {
        !["user-agent", "accept-encoding", "authorization", "content-length", "host"]
          .contains($0.name.lowercased())
      }.map { "\($0.name): \($0.value)" }.sorted()
      return "\(request.method) \(request.target)\n\(fields)\n\(request.text)"
        .replacing(boundary, with: "BOUNDARY")
    }
    #expect(shown(requests[0]) == shown(requests[1]))
    #expect(requests[0].header("Authorization") == "Bearer token-of-the-user")
    #expect(requests[1].header("Authorization") == "Bearer …")
  }

  @Test(arguments: texts)
  func `a traced curl command has the same words in a shell`(text: String) throws {
    let server = try FaultServer(.json("{}"))
    let sandbox = try Self.sandbox(server)
    let line = try Self.line(["api", "put", "a", "--json", text], in: sandbox)
    // Shows the arguments before the body, and the body at its end.
    let script = """
      curl() { for word do :; done; if [ "$word" = @- ]; then cat; else printf %s "$word"; fi; }
      \(line)
      """
    let pasted = try Program.run(
      "/bin/sh", ["-c", script], environment: sandbox.environment, directory: sandbox.home)
    #expect(pasted.output == text, "\(line)")
    #expect(server.requests.first?.text == text)
  }

  @Test func `with -v the curl command replaces the request's own lines`() throws {
    let server = try FaultServer(.busy(503, retryAfter: "0"), .json(Fault.product))
    let result = try Self.sandbox(server).seashell("-v", "--curl", "products", "show", "p-1")
    let lines = result.errors.split(separator: "\n")
    let curl = """
      curl '\(server.url)/v1/products/p-1' -H 'Authorization: Bearer …' \
      -H 'Accept: application/json, */*;q=0.5'
      """
    #expect(lines.filter { $0.hasPrefix("curl ") } == [Substring(curl), Substring(curl)])
    #expect(
      lines.contains { $0.hasPrefix("< 200") } && lines.contains { $0.hasPrefix("* retry 1") })
    #expect(!lines.contains { $0.hasPrefix(">") } && !result.errors.contains("token-of-the-user"))
  }

  @Test func `set trace curl shows commands, but not for the embedded shop`()
    throws
  {
    let result = try Sandbox().seashell(
      "-c",
      "set trace curl; products show p-1 | get name; set trace off; products show p-2 | get name")
    #expect(result.status == 0)
    #expect(
      result.errors == """
        curl 'http://localhost/v1/products/p-1' -H 'Accept: application/json, */*;q=0.5' \
        # curl cannot reach this service, which is in the program

        """)
  }

  @Test func `no traced curl command has a password`() throws {
    let served = try ServedShop()
    let home = try served.client()
    let result = try home.seashell(
      "--curl", "session", "login", "--user", "demo", "--password-stdin", input: "demo\n")
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.errors.contains(
        " --data-binary @- # give the body on standard input: application/json, "))
    #expect(!result.errors.contains(#""demo""#) && !result.errors.contains("password"))
    #expect(served.end() == 0)
  }
}

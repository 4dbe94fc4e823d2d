import FaultServer
import Foundation
import TestSupport
import Testing

/// Redirects and links, to the same server and to another.
@Suite(.mayBlock) struct ElsewhereTests {
  @Test func `a redirect to another origin carries no credential`() throws {
    let user = try SchemesUser(hasIssuer: true)
    let other = try WebApplication("warehouse", "other")
    for scheme in SignInScheme.all { try user.signIn(scheme) }
    _ = try user.home.seashell("sc", "readMoved", "--to", "\(other.address)/items")
    #expect(user.requests("/moved").map(\.status) == [307])
    #expect(other.allRequests.allSatisfy { $0.credentials.isEmpty })
    // The same host under another name is a different origin, too.
    let port = try #require(user.server.address.split(separator: ":").last)
    let before = user.server.allRequests.count
    _ = try user.home.seashell("sc", "readMoved", "--to", "http://localhost:\(port)/header")
    #expect(
      user.server.allRequests.dropFirst(before).filter { $0.path == "/header" }.allSatisfy {
        $0.credentials.isEmpty
      })
  }

  @Test func `a redirect within the origin keeps the credential`() throws {
    let user = try SchemesUser()
    try user.signIn(.header)
    try user.home.succeed("sc", "readMoved", "--to", "/header")
    #expect(user.requests("/header").map(\.status) == [200])
  }

  @Test func `a key in the query is sent once for each page, and shown nowhere`() throws {
    let user = try SchemesUser()
    try user.signIn(.query)
    // The server repeats the key in the links to its next pages.
    let result = try user.home.seashell("-v", "-c", "sc listPages --all | get number")
    #expect(result.output == "1\n2\n3\n", "\(result.errors)")
    #expect(!result.errors.contains("key-of-query"), "\(result.errors)")
    let queries = user.requests("/query/pages").map(\.query)
    #expect(queries.count == 3)
    for query in queries {
      #expect(
        query.split(separator: "&").filter { $0.hasPrefix("api_key=") }.count == 1, "\(query)")
    }
    let shown = try user.home.seashell("--curl", "sc", "readQuery")
    #expect(shown.status == 0 && !shown.errors.contains("key-of-query"), "\(shown.errors)")
    #expect(try user.home.secrets(with: ["key-of-query"], isInStore: false) == [])
  }

  @Test(arguments: ["description", "configuration"])
  func `a key in the query is known by the name that an API gives it`(source: String) throws {
    let server = try FaultServer(.json(#"{"id":"i-1"}"#))
    let home = try Sandbox()
    let scheme =
      #""components":{"securitySchemes":{"Q":{"type":"apiKey","in":"query","name":"k"}}}"#
    let file = try home.file(
      "openapi.json",
      """
      {"openapi":"3.1.0","info":{"title":"x","version":"1"},"security":[{"Q":[]}],
        \(source == "description" ? scheme : #""components":{}"#),
        "paths":{"/x":{"get":{"operationId":"read"},"post":{"operationId":"write"}}}}
      """)
    let auth =
      source == "description"
      ? "" : ", auth: { type: 'apiKey', in: 'query', name: 'k', value: { env: 'KEY' } }"
    try home.configure(
      """
      { apis: { sc: { description: '\(file)',
        environments: { live: { baseURL: '\(server.url)'\(auth) } } } } }
      """)
    // Typed by the user, it is hidden as a stored one is.
    for script in [
      "set verbose on; sc read --query k=s3cret-word",
      "set verbose on; api get sc:x?k=s3cret-word",
      "sc read --query k=s3cret-word --dry-run", "set trace curl; sc read --query k=s3cret-word",
      "sc read --query k=s3cret-word; print $response.url",
    ] {
      let result = try home.seashell("-c", script, environment: ["KEY": "stored-word"])
      #expect(result.status == 0, "\(script): \(result.errors)")
      let shown = result.output + result.errors
      #expect(!shown.contains("s3cret-word"), "\(script): \(shown)")
      if !script.contains("print") { #expect(shown.contains("k=…"), "\(script): \(shown)") }
    }
    let requests = server.requests.count
    #expect(server.requests.filter { $0.target == "/x?k=s3cret-word" }.count == requests)
    let queued = try home.seashell(
      "-c", "sc write --query k=s3cret-word --later", environment: ["KEY": "stored-word"])
    #expect(queued.status == 2 && queued.errors.contains("'k'"), "\(queued.errors)")
    let posted = try home.seashell(
      "-c", "api post 'sc:x?k=s3cret-word' --later", environment: ["KEY": "stored-word"])
    #expect(posted.status == 2 && posted.errors.contains("'k'"), "\(posted.errors)")
    #expect(try home.secrets(with: ["s3cret-word", "stored-word"]) == [])
    // A write waits without the key, and is sent with it.
    guard source == "configuration" else { return }
    let later = try home.seashell(
      "-e", "sc:live", "-c",
      "sc write --later; queue show q-1 -o json; queue run; sc read; print $response.url",
      environment: ["KEY": "stored-word"])
    #expect(later.status == 0, "\(later.errors)")
    #expect(!(later.output + later.errors).contains("stored-word"), "\(later.output)")
    #expect(
      server.requests.dropFirst(requests).map(\.target)
        == ["/x?k=stored-word", "/x?k=stored-word"])
    #expect(try home.secrets(with: ["stored-word"]) == [])
  }

  @Test func `a server given with -e gets no stored credential`() throws {
    let user = try SchemesUser()
    try user.signIn(.header, .basic, .password)
    let other = try WebApplication("schemes", "other")
    let result = try user.home.seashell("-e", "sc:\(other.address)", "sc", "readHeader")
    #expect(result.status == 4, "\(result.errors)")
    #expect(other.allRequests.allSatisfy { $0.credentials.isEmpty })
  }

  @Test func `a server at another one's address gets none of its credentials`() throws {
    let user = try SchemesUser()
    try user.signIn(.header)
    let other = try WebApplication("schemes", "other")
    try user.home.succeed("api", "remove", "sc", "--yes")
    try user.home.succeed("api", "add", "sc", other.address, "--yes")
    let result = try user.home.seashell("sc", "readHeader")
    #expect(result.status == 4, "\(result.errors)")
    #expect(other.allRequests.allSatisfy { $0.credentials.isEmpty })
  }
}

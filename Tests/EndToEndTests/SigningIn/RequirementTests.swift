import Foundation
import TestSupport
import Testing

/// The credentials sent with a request: exactly those that its operation requires.
@Suite(.mayBlock) struct RequirementTests {
  @Test func `an operation that requires two schemes at once gets both`() throws {
    let user = try SchemesUser()
    try user.signIn(.basic)
    let half = try user.home.seashell("sc", "readBoth")
    #expect(half.status == 4, "\(half.errors)")
    #expect(half.errors.contains("HeaderKey"), "\(half.errors)")
    try user.signIn(.header)
    let answer = try user.home.succeed("sc", "readBoth", "-o", "jsonl")
    #expect(answer.contains(#""schemes":["HeaderKey","BasicAuth"]"#), "\(answer)")
    let last = try #require(user.requests("/both").last)
    #expect(last.credentials == ["authorization", "x-api-key"])
  }

  @Test(arguments: [SignInScheme.header, .basic])
  func `an operation with a choice gets the available credential`(scheme: SignInScheme) throws {
    let user = try SchemesUser()
    try user.signIn(scheme)
    try user.home.succeed("sc", "readEither")
    let last = try #require(user.requests("/either").last)
    #expect(scheme.isSent(last) && last.credentials.count == 1, "\(last)")
  }

  @Test func `an operation with a choice gets only one of two credentials`() throws {
    let user = try SchemesUser()
    try user.signIn(.header, .basic)
    try user.home.succeed("sc", "readEither")
    let last = try #require(user.requests("/either").last)
    #expect(last.credentials.count == 1, "\(last)")
  }

  @Test func `an operation without requirements gets no credential`()
    throws
  {
    let user = try SchemesUser(hasIssuer: true)
    for scheme in SignInScheme.all { try user.signIn(scheme) }
    try user.home.succeed("sc", "readOpen")
    try user.home.succeed("api", "refresh", "sc", "--yes")
    let open = user.server.allRequests.filter {
      ["/open", "/openapi.json"].contains($0.path)
    }
    #expect(open.count >= 3)
    #expect(open.allSatisfy { $0.credentials.isEmpty }, "\(open.flatMap(\.credentials))")
  }

  @Test func `an operation inherits the description's requirement`() throws {
    let user = try SchemesUser()
    try user.signIn(.header, .basic)
    try user.home.succeed("sc", "readPlain")
    #expect(user.requests("/plain").last?.credentials == ["x-api-key"])
  }

  @Test func `an operation does not get another scheme's credential`() throws {
    let user = try SchemesUser()
    try user.signIn(.basic, .bearer, .cookie)
    let result = try user.home.seashell("sc", "readHeader")
    #expect(result.status == 4, "\(result.errors)")
    #expect(user.requests("/header").allSatisfy { $0.credentials.isEmpty })
  }

  @Test(arguments: [["--anonymous", "sc"], ["-c"]])
  func `--anonymous sends no credential`(words: [String]) throws {
    let user = try SchemesUser()
    try user.signIn(.header, .basic)
    for operation in ["readHeader", "readBoth", "readBearer"] {
      let last = words == ["-c"] ? "set anonymous on; sc \(operation)" : operation
      let result = try user.home.seashell(
        words: words + [last], environment: ["SEASHELL_TOKEN_SC": "token-of-variable"])
      #expect(result.status == 4, "\(result.errors)")
    }
    let sent = user.server.requests
    #expect(sent.count == 3)
    #expect(sent.allSatisfy { $0.credentials.isEmpty }, "\(sent.flatMap(\.credentials))")
    try user.home.succeed("sc", "readHeader")
  }

  @Test func `a token in the variable of an API is sent as a bearer token`() throws {
    let user = try SchemesUser(environment: ["SEASHELL_TOKEN_SC": "token-of-bearer"])
    try user.home.succeed("sc", "readBearer")
    #expect(
      user.requests("/bearer").map { $0.headers["authorization"] } == ["Bearer token-of-bearer"])
    try user.home.succeed("sc", "readOpen")
    #expect(user.requests("/open").allSatisfy { $0.credentials.isEmpty })
  }
}

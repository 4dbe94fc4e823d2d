import Foundation
import TestSupport
import Testing

/// Secrets that the server rejects, and accounts without permission.
@Suite(.mayBlock) struct WrongSecretTests {
  @Test(arguments: SignInScheme.sent)
  func `a wrong key, password or token is status 4, unauthorized`(scheme: SignInScheme) throws {
    let user = try SchemesUser()
    // Only the first request shows whether the secret is wrong.
    let login = try user.logIn(scheme, secret: "wrong-secret")
    #expect(login.status == 0, "\(login.errors)")
    let result = try user.home.seashell("sc", scheme.operation, "-o", "json")
    #expect(result.status == 4, "\(result.errors)")
    #expect(result.errors.contains(#""code":"unauthorized""#), "\(result.errors)")
    #expect(!result.errors.contains("wrong-secret"), "\(result.errors)")
    #expect(user.server.requests.last?.credentials.count == 1)
  }

  @Test(arguments: SignInScheme.issued)
  func `a wrong password or client secret does not sign in`(scheme: SignInScheme) throws {
    let user = try SchemesUser(for: scheme)
    let login = try user.logIn(scheme, secret: "wrong-secret")
    #expect(login.status == 4, "\(login.errors)")
    #expect(!login.errors.contains("wrong-secret"), "\(login.errors)")
    // A client's secret may be tried in both places where servers expect it.
    #expect((1...2).contains(user.tokenRequests(scheme).count))
    let result = try user.home.seashell("sc", scheme.operation)
    #expect(result.status == 4, "\(result.errors)")
    #expect(user.server.requests.allSatisfy { !scheme.isSent($0) })
  }

  @Test func `a request without a session is status 4 with advice`() throws {
    let user = try SchemesUser()
    let result = try user.home.seashell("sc", "readHeader")
    #expect(result.status == 4, "\(result.errors)")
    #expect(result.errors.contains("session login"), "\(result.errors)")
    let object = try user.home.seashell("sc", "readHeader", "-o", "json")
    #expect(object.errors.contains(#""code":"unauthorized""#), "\(object.errors)")
  }

  @Test func `a token without the scope is status 4, forbidden`()
    throws
  {
    let user = try SchemesUser(
      environment: ["SC_SECRET": "secret-of-job"],
      auth: """
        { type: 'oauth2', flow: 'clientCredentials', tokenURL: '/token', clientID: 'job',
          clientSecret: { env: 'SC_SECRET' }, scopes: ['read'] }
        """)
    try user.home.succeed("sc", "listJobs")
    let result = try user.home.seashell("sc", "addJob", "-o", "json")
    #expect(result.status == 4, "\(result.errors)")
    #expect(result.errors.contains(#""code":"forbidden""#), "\(result.errors)")
    #expect(user.requests("/jobs").filter { $0.method == "POST" }.map(\.status) == [403])
    #expect(user.server.tokenRequests("client_credentials").map { $0.form?["scope"] } == ["read"])
  }

  @Test func `a scope that is not granted is reported, and the session stays`() throws {
    let user = try SchemesUser()
    try user.signIn(.password)
    let result = try user.home.seashell("sc", "readSecret")
    #expect(result.status == 4, "\(result.errors)")
    #expect(result.errors.contains("admin"), "\(result.errors)")
    try user.home.succeed("sc", "listNotes")
    #expect(user.server.tokenRequests("refresh_token").isEmpty)
  }
}

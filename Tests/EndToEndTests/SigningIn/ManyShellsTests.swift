import Foundation
import TestSupport
import Testing

/// Shells that run at the same time and share a session.
@Suite(.mayBlock) struct ManyShellsTests {
  private static let count = 10

  @Test(arguments: [SignInScheme.password, .client])
  func `ten shells whose token is refused renew it once`(scheme: SignInScheme) async throws {
    let user = try SchemesUser()
    try user.signIn(scheme)
    try user.server.control("expire")
    // No shell may get a new token before all have been refused the old one.
    try user.server.control("hold")
    let home = user.home
    let shells = (1...Self.count).map { _ in
      BlockingExecutor.task { try home.seashell("sc", scheme.operation) }
    }
    let path = scheme.id == "Password" ? "/notes" : "/jobs"
    try block(until: "ten requests that were refused") {
      user.requests(path).filter { $0.status == 401 }.count == Self.count
    }
    try block(until: "a renewal") { try user.server.heldTokens > 0 }
    try user.server.control("release")
    for shell in shells {
      let result = try await shell.value
      #expect(result.status == 0, "\(result.errors)")
    }
    let grant = scheme.id == "Password" ? "refresh_token" : "client_credentials"
    let renewals = user.server.tokenRequests(grant).count - (grant == "refresh_token" ? 0 : 1)
    #expect(renewals == 1)
    #expect(user.requests(path).filter { $0.status == 200 }.count == Self.count)
    #expect(user.requests(path).count == 2 * Self.count)
  }

  @Test(arguments: [SignInScheme.password, .client])
  func `ten shells with a token known to be expired renew it once`(scheme: SignInScheme)
    async throws
  {
    let user = try SchemesUser()
    try user.server.control("lifetime", seconds: 1)
    try user.signIn(scheme)
    try user.server.control("lifetime", seconds: 3_600)
    try user.server.control("expire")
    let home = user.home
    let shells = (1...Self.count).map { _ in
      BlockingExecutor.task { try home.seashell("sc", scheme.operation) }
    }
    for shell in shells {
      let result = try await shell.value
      #expect(result.status == 0, "\(result.errors)")
    }
    #expect(user.server.allRequests.filter { $0.path == "/token" }.count == 2)
  }
}

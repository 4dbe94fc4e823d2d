import SeashellKit
import Testing

@testable import SessionPlugin

/// The account of requests with several credentials.
@Suite struct AccountTests {
  @Test func `an account combines all credentials of an environment`() {
    let key = Credential(secret: Secret("key-of-the-application"), origin: "o")
    let accounts = ["ann", "bob"].map { user in
      SessionMapper.account(of: [key, Credential(user: user, secret: Secret("x"), origin: "o")])
    }
    #expect(accounts[0] != accounts[1])
    #expect(accounts[0]?.hasSuffix("+ann") == true)
    #expect(SessionMapper.account(of: [key]) == key.account)
    #expect(SessionMapper.account(of: []) == nil)
    #expect(SessionMapper.map(from: [], in: "wh:live") == nil)
    let user = SessionMapper.map(
      from: [key, Credential(user: "ann", secret: Secret("x"), origin: "o")], in: "wh:live")
    #expect(user?.name == "ann" && user?.account == accounts[0])
  }
}

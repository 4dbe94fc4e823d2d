import FoundationEssentials
import Testing

@testable import WebAuthorization

@Suite struct SecretTests {
  @Test func `a secret's description does not show it`() throws {
    let token = Secret("access-secret-1")
    let credential = Credential(
      user: "demo", secret: token, accessToken: token, refreshToken: token,
      expiresAt: Date(timeIntervalSince1970: 0), origin: "http://localhost:80")
    var told = ""
    for value in [token, credential] as [Any] {
      told += "\(value)" + String(reflecting: value) + String(describing: Optional(value))
      dump(value, to: &told)
    }
    #expect(told.contains("demo"))
    #expect(!told.contains("secret-1"))
  }

  @Test func `a secret's account name is unique and does not reveal it`() {
    let accounts = ["key-1", "key-2"].map { Credential.account(of: Secret($0)) }
    #expect(Set(accounts).count == 2)
    #expect(Credential(secret: Secret("key-1"), origin: "o").account == accounts[0])
    #expect(Credential(user: "ann", secret: Secret("key-1"), origin: "o").account == "ann")
    #expect(Credential(origin: "o").account == nil)
    #expect(accounts.allSatisfy { !$0.contains("key") })
  }
}

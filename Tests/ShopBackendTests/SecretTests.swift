import Testing

@testable import ShopBackend

@Suite("Tokens and passwords")
struct SecretTests {
  @Test func `tokens are long, and differ`() {
    let tokens = (0..<1_000).map { _ in Token.random().text }
    #expect(Set(tokens).count == 1_000)
    // Every digit of the alphabet occurs: 43,000 draws from 64.
    #expect(Set(tokens.joined()).count == 64)
  }

  @Test func `each password is hashed with its own salt`() throws {
    let (first, second) = (try Password.hash("demo"), try Password.hash("demo"))
    #expect(first != second)
    #expect(Password.matches("demo", first))
    #expect(Password.matches("demo", second))
    #expect(!Password.matches("dem", first))
    #expect(!Password.matches("demo", nil))
    #expect(!Password.matches("demo", ""))
    #expect(!Password.matches("demo\0x", first))
  }
}

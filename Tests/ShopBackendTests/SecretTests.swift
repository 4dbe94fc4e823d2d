import Testing

@testable import ShopBackend

@Suite("Hashes and tokens")
struct SecretTests {
  /// Examples of FIPS 180-4 and NIST's validation suite, and lengths around the end of a block.
  @Test(arguments: [
    ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    ("a", 55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
    ("a", 56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
    ("a", 63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"),
    ("a", 64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
    ("a", 100_000, "6d1cf22d7cc09b085dfc25ee1a1f3ae0265804c607bc2074ad253bcc82fd81ee"),
  ])
  func `SHA-256 is the standard's`(text: String, times: Int, expected: String) {
    let digest = SHA256.digest(String(repeating: text, count: times).utf8)
    let hexadecimal = digest.map { byte in
      String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }
    #expect(hexadecimal.joined() == expected)
  }

  @Test func `tokens are long and never the same`() {
    let tokens = (0..<1_000).map { _ in Token.random().text }
    #expect(Set(tokens).count == 1_000)
    // Every digit of the alphabet occurs: 43,000 draws from 64.
    #expect(Set(tokens.joined()).count == 64)
  }

  @Test func `passwords are hashed under a salt of their own`() throws {
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

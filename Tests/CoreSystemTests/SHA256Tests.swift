import CoreSystem
import Glibc
import SeashellTesting
import Testing

/// The examples of FIPS 180-4 and of NIST's Cryptographic Standards and Guidelines pages.
@Suite struct SHA256Tests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
        + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
    (
      String(repeating: "a", count: 55),
      "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"
    ),
    (
      String(repeating: "a", count: 56),
      "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"
    ),
    (
      String(repeating: "a", count: 63),
      "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"
    ),
    (
      String(repeating: "a", count: 64),
      "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"
    ),
    (
      String(repeating: "a", count: 1_000_000),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ])
  func `The standard's examples have the standard's digests`(text: String, digest: String) {
    #expect(SHA256.digest(of: Array(text.utf8)) == digest)
    let bytes = SHA256.digest(text.utf8).map { byte in
      String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }
    #expect(bytes.joined() == digest)
  }

  @Test func `The digest does not depend on how the bytes are divided`() {
    let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let whole = SHA256.digest(of: bytes)
    for size in [1, 3, 55, 56, 63, 64, 65, 127, 128, 500] {
      var digest = SHA256()
      for start in stride(from: 0, to: bytes.count, by: size) {
        bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { digest.update($0) }
      }
      #expect(digest.finish() == whole)
    }
  }

  @Test(arguments: [0, 1, 64, 262_143, 262_144, 262_145])
  func `A file has the digest of its content`(size: Int) throws {
    let folder = try TemporaryFolder()
    let text = String(repeating: "x", count: size)
    let path = try folder.write("file", text)
    #expect(try digest(ofFile: path) == SHA256.digest(of: Array(text.utf8)))
  }

  @Test func `A folder has no digest`() {
    #expect(throws: (any Error).self) { try digest(ofFile: "/") }
  }

  private func digest(ofFile path: String) throws -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    return try SHA256.digest(ofRest: descriptor, path)
  }
}

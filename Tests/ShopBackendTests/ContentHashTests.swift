import Testing

@testable import ShopBackend

@Suite("A content's hash")
struct ContentHashTests {
  private func hash(_ parts: String...) -> String {
    var hash = ContentHash()
    for part in parts { hash.add(part) }
    return hash.text
  }

  @Test func `a content hash is the same in every process`() {
    #expect(hash("") == "421f21346881f81fdb3dc0497900adf8")
    #expect(hash("a shop, its products and their reviews") == "08d05330e2df029a137aa6e672cb4f47")
  }

  @Test func `a content hash depends on every bit and on part boundaries`() {
    let text = Array("a shop, its products and their reviews, of no round length".utf8)
    var hashes: Set<String> = []
    for index in text.indices {
      for bit in 0..<8 {
        var changed = text
        changed[index] ^= 1 << bit
        var hash = ContentHash()
        hash.add(changed)
        hashes.insert(hash.text)
      }
    }
    #expect(hashes.count == text.count * 8)
    #expect(Set([hash("ab", "c"), hash("a", "bc"), hash("abc"), hash("abc", "")]).count == 4)
    #expect(Set((0..<100).map { hash(String(repeating: "\0", count: $0)) }).count == 100)
  }

  @Test func `both halves of a content hash are spread evenly`() {
    var (first, second) = (Set<Substring>(), Set<Substring>())
    for number in 0..<10_000 {
      let text = hash(String(number))
      #expect(text.utf8.count == 32)
      first.insert(text.prefix(16))
      second.insert(text.suffix(16))
    }
    #expect(first.count == 10_000)
    #expect(second.count == 10_000)
  }
}

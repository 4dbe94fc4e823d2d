import CoreEvents
import FoundationEssentials
import Testing
import WebAPI
import WebMessages

@Suite struct QueueOrderTests {
  private static let now = Date(timeIntervalSince1970: 1_000)

  /// Describes a write: `POST a/b`, with `held`, `later` or `<2` for what it depends on.
  private static func write(_ number: Int, _ text: String) -> QueuedWrite {
    let words = text.split(separator: " ").map(String.init)
    var write = QueuedWrite(
      number: number,
      owner: DataOwner(environment: "dev", address: "https://shop.test/v1", account: "ada"),
      method: HTTPMethod(rawValue: words[0]) ?? .get, path: APIPath(parsing: words[1]),
      createdAt: now)
    if words.contains("held") { write.state = .held }
    write.notBefore = words.contains("later") ? now + 10 : nil
    write.dependsOn = words.first { $0.hasPrefix("<") }.flatMap { Int($0.dropFirst()) }
    return write
  }

  @Test(
    arguments: [
      (["POST a", "POST a", "PUT b/1"], .due, [1, 2, 3]),
      (["POST a held", "POST a", "PUT b/1"], .due, [3]),
      (["POST a later", "POST a", "PUT a/1", "POST b"], .due, [4]),
      (["POST a later", "POST a", "PUT a/1", "POST b"], .all, [1, 2, 3, 4]),
      (["PUT a/1 held", "PUT a/2", "POST a", "POST a/1/b"], .all, [4]),
      (["POST a held", "POST a/q-1/b <1", "POST c <2", "POST d"], .all, [4]),
      (["POST a", "POST b", "POST a"], .only(1), [1]),
      (["POST a later", "POST b"], .only(1), [1]),
      (["POST a held", "POST b"], .only(1), []),
      (["PUT session", "DELETE session"], .due, [1, 2]),
    ] as [([String], QueueSelection, [Int])])
  func `a queued write can be sent depending on earlier writes`(
    writes: [String], selection: QueueSelection, sent: [Int]
  ) {
    var order = QueueOrder(selection, at: Self.now)
    let numbers = writes.enumerated().compactMap { index, text in
      order.decide(Self.write(index + 1, text)) == .send ? index + 1 : nil
    }
    #expect(numbers == sent)
  }

  @Test func `a failing write holds back later ones`() {
    var order = QueueOrder(.only(3), at: Self.now)
    #expect(order.decide(Self.write(1, "POST a")) == .skip)
    #expect(order.decide(Self.write(2, "POST b")) == .skip)
    #expect(order.decide(Self.write(3, "PUT a/7")) == .behind(1))
  }
}

import Testing

@testable import ShellChecks

@Suite struct OutputTailTests {
  private func tail(_ pieces: [String], masked: (String) -> String = { $0 }) -> (String, Int) {
    var tail = OutputTail()
    for piece in pieces { Array(piece.utf8).withUnsafeBytes { tail.append($0) } }
    let taken = tail.take(masked)
    #expect(tail.take(masked) == ("", 0))
    return taken
  }

  @Test func `short output is whole`() {
    #expect(tail(["a\n", "b"]) == ("a\nb", 0))
    #expect(tail([]) == ("", 0))
    let whole = String(repeating: "x", count: OutputTail.limit)
    #expect(tail([whole]) == (whole, 0))
  }

  @Test(arguments: [1, 7, 1 << 20])
  func `of long output the last lines are left, and the count of the other bytes`(size: Int) {
    let line = String(repeating: "é", count: size) + "\n"
    let count = 3 * OutputTail.limit / line.utf8.count + 2
    let (text, dropped) = tail(Array(repeating: line, count: count) + ["end"])
    #expect(text.hasSuffix("end") && text.utf8.count <= OutputTail.limit)
    #expect(!text.contains("\u{FFFD}"))
    #expect(dropped + text.utf8.count == count * line.utf8.count + 3)
    #expect(size > 7 || text.hasPrefix(line))
  }

  @Test func `a secret is found whose beginning is not shown`() {
    let secret = String(repeating: "s", count: 1000)
    let (text, _) = tail([secret, String(repeating: "x", count: OutputTail.limit - 10)]) {
      $0.replacing(secret, with: "…")
    }
    #expect(!text.contains("ss"))
  }
}

@testable import ShellCommands
import Testing

@Suite struct SpellingTests {
  static let names = ["list", "show", "related", "refresh", "more", "products", "print", "prices"]

  @Test(
    "A mistyped word finds the intended name",
    arguments: [
      ("lst", "list"), ("lisst", "list"), ("lits", "list"), ("LIST", "list"), ("shwo", "show"),
      ("prodcuts", "products"), ("prducst", "products"), ("refrehs", "refresh"),
      ("prnit", "print"), ("prod", "products"), ("re", "related"), ("Ref", "refresh"),
    ])
  func found(word: String, name: String) {
    #expect(Spelling.nearest(to: word, among: Self.names) == name)
  }

  @Test(
    "A word that resembles no name finds no suggestion",
    arguments: ["", "l", "x", "wishlist", "prdcst", "lx", "moreover", "how", "sh0vv"])
  func notFound(word: String) {
    let names = word == "how" ? ["list"] : Self.names
    #expect(Spelling.nearest(to: word, among: names) == nil)
  }

  @Test func `The nearest name is suggested, then the first, and last a longer name`() {
    #expect(Spelling.nearest(to: "tables", among: ["cable", "table", "fables"]) == "table")
    #expect(Spelling.nearest(to: "bat", among: ["cat", "rat"]) == "cat")
    #expect(Spelling.nearest(to: "show", among: ["shower-curtain", "snow"]) == "snow")
  }

  @Test func `A very long word is not compared with names`() {
    let word = String(repeating: "a", count: 1 << 20)
    let names = Array(repeating: word, count: 100)
    #expect(Spelling.nearest(to: word, among: names) == nil)
  }
}

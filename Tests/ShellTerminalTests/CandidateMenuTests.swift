import ShellCommands
import ShellOutput
import Testing

@testable import ShellTerminal

@Suite struct CandidateMenuTests {
  private func menu(_ words: [String]) -> CandidateMenu {
    CandidateMenu(
      Completion(start: 0, candidates: words.map { .init($0, abstract: "about \($0)") }),
      original: [], typed: [])
  }

  @Test(
    arguments: [
      ("\t", .next), ("\u{1B}[A", .previous), ("\u{1B}[B", .next), ("\u{1B}OB", .next),
      ("\u{1B}[Z", .previous), ("\u{1B}[5~", .previousPage), ("\u{1B}[6~", .nextPage),
      ("\r", .accept), ("\u{1B}", .leave), ("\u{7}", .leave), ("\u{7F}", .delete),
      ("é", .text("é")),
      ("猫", .text("猫")), ("/", .text("/")),
    ] as [(String, CandidateMenu.Key)])
  func `keys move in the menu`(bytes: String, key: CandidateMenu.Key) throws {
    var menu = menu(["a"])
    let bytes = Array(bytes.utf8)
    for (index, byte) in bytes.enumerated() {
      let read = try menu.read(byte, isLast: index == bytes.count - 1).get()
      #expect(read == (index == bytes.count - 1 ? key : nil))
    }
  }

  @Test(arguments: ["\u{1B}[C", "\u{1B}[200~", "\u{1}", " ", "\u{1B}x"])
  func `other keys are readline's`(text: String) {
    var menu = menu(["a"])
    let bytes = Array(text.utf8)
    var other: [UInt8] = []
    for (index, byte) in bytes.enumerated() where other.isEmpty {
      if case .failure(let rest) = menu.read(byte, isLast: index == bytes.count - 1) {
        other = rest.bytes
      }
    }
    #expect(!other.isEmpty && bytes.starts(with: other))
  }

  @Test func `moving goes round, and pages stop at the ends`() {
    var menu = menu(["a", "b", "c"])
    #expect(menu.word == "")
    menu.move(by: -1)
    #expect(menu.word == "c")
    menu.move(by: 1)
    #expect(menu.word == "a")
    menu.move(by: 10)
    #expect(menu.word == "c")
    menu.move(by: -10)
    #expect(menu.word == "a")
  }

  @Test func `what the user typed is known without what Tab inserted`() {
    let menu = CandidateMenu(
      Completion(start: 0, candidates: [.init("it's-1"), .init("it's-2")]),
      original: Array("it".utf8), typed: Array("it's-".utf8))
    for (word, own) in [("it's-1", "it1"), ("it's-", "it's-"), ("it'", "it'"), ("itx", "itx")] {
      #expect(menu.withoutInserted(Array(word.utf8)) == Array(own.utf8))
    }
  }

  @Test func `Enter takes the only candidate, unless it was typed`() {
    #expect(menu(["a"]).canTakeOnly)
    #expect(!menu(["a", "b"]).canTakeOnly)
    var menu = menu(["a"])
    menu.show(menu.completion, for: Array("a".utf8))
    #expect(menu.isDecided && !menu.canTakeOnly)
  }

  @Test func `the rows fit the screen, scroll with the choice, and say how many more there are`() {
    var menu = menu((1...30).map { "word-\($0)" })
    func rows() -> [String] {
      menu.lines(columns: 24, rows: 4, .standard).map { $0.map(\.text).joined() }
    }
    #expect(
      rows() == [
        "word-1   about word-1", "word-2   about word-2", "word-3   about word-3",
        "… and 27 more, of 30",
      ])
    for _ in 0..<5 { menu.move(by: 1) }
    #expect(
      rows().dropLast() == [
        "word-3   about word-3", "word-4   about word-4", "word-5   about word-5",
      ])
    menu.move(by: -1)
    #expect(menu.lines(columns: 24, rows: 4, .standard)[1][0].style == "7")
    for line in menu.lines(columns: 12, rows: 4, .standard) {
      #expect(TerminalText.width(of: line.map(\.text).joined()) < 24)
    }
  }

  @Test func `a list that is offered in part is said below, also while nothing is found`() {
    var completion = Completion(start: 0, candidates: [.init("a"), .init("b")])
    completion.remark = "the list has 1,030: type to search"
    var menu = CandidateMenu(completion, original: [], typed: [])
    func rows(_ count: Int = 4) -> [String] {
      menu.lines(columns: 60, rows: count, .standard).map { $0.map(\.text).joined() }
    }
    #expect(rows() == ["a", "b", "the list has 1,030: type to search"])
    #expect(rows(2) == ["a", "… and 1 more, of 2; the list has 1,030: type to search"])
    completion.candidates = []
    menu.show(completion, for: Array("zinc".utf8))
    menu.move(by: 1)
    #expect(menu.word == "zinc" && !menu.isDecided)
    #expect(rows() == ["the list has 1,030: type to search"])
  }
}

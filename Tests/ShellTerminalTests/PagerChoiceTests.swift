import Testing
import TestSupport

@testable import ShellTerminal

@Suite(.mayBlock) struct PagerChoiceTests {
  @Test(
    arguments: [
      (nil, [:], ["less", "-RFX"]), (nil, ["PAGER": "more -d"], ["more", "-d"]),
      (nil, ["PAGER": "less"], ["less", "-RFX"]), (nil, ["PAGER": "cat"], nil),
      (nil, ["PAGER": ""], nil), (nil, ["PAGER": "less | cat"], ["less", "-RFX"]),
      (nil, ["PAGER": "'less"], ["less", "-RFX"]), (nil, ["PAGER": "$x"], ["less", "-RFX"]),
      (nil, ["PAGER": "a\nb"], ["less", "-RFX"]), (nil, ["TERM": "dumb"], nil),
      (nil, ["TERM": ""], nil),
      ("", [:], nil), ("", ["PAGER": "more"], nil), ("less", [:], ["less", "-RFX"]),
      ("less -S", ["PAGER": "more"], ["less", "-S"]), ("less -S", ["TERM": "dumb"], nil),
      (#"'my pager' "-x y" a\ b"#, [:], ["my pager", "-x y", "a b"]),
    ] as [(String?, [String: String], [String]?)])
  func `the chosen pager is used`(
    setting: String?, environment: [String: String], words: [String]?
  ) {
    let environment = ["TERM": "xterm"].merging(environment) { $1 }
    #expect(PagerChoice.words(setting) { environment[$0] } == words)
  }

  @Test func `wide tables are not wrapped by less, and other pagers stay as they are`() {
    for setting in [nil, "less"] as [String?] {
      let words = PagerChoice.words(setting, isWide: true) { $0 == "TERM" ? "xterm" : nil }
      #expect(words?.last?.hasSuffix("exec less -RSX") == true)
    }
    #expect(
      PagerChoice.words("less -R", isWide: true) { $0 == "TERM" ? "xterm" : nil } == ["less", "-R"])
  }
}

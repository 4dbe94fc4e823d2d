@testable import ShellOutput
import Testing

@Suite struct `Widths in terminal cells` {
  @Test(arguments: [
    ("", 0), ("abc", 3), (" ~", 2), ("é", 1), ("e\u{301}", 1), ("ß", 1),
    ("世界", 4), ("ｆｕｌｌ", 8), ("ﾊﾝ", 2), ("한국", 4), ("\u{1112}\u{1161}\u{11AB}", 2),
    ("か\u{3099}", 2), ("😀", 2), ("👩‍👩‍👧‍👦", 2), ("👍🏽", 2), ("🇫🇷🇩🇪", 4), ("🇫", 1),
    ("1️⃣", 2), ("❤", 1), ("❤️", 2), ("☕", 2), ("🏴‍☠️", 2), ("❤️‍🔥", 2), ("👩🏾‍🚀", 2),
    ("مرحبا", 5), ("مَرْحَبًا", 5), ("שלום", 4), ("שָׁלוֹם", 4), ("ไทย", 3), ("น้ำ", 2), ("हिन्दी", 5),
    ("a\u{200D}b", 2), ("a\u{200B}b", 2), ("★☆█…", 4), ("Ａ", 2), ("𠮷", 2), ("🫠", 2),
    ("\u{FE0F}", 0),
  ])
  func `the width of text is that drawn by a terminal`(_ text: String, _ width: Int) {
    #expect(TerminalText.width(of: text) == width)
  }

  @Test(arguments: [
    ("hello", 5, "hello"), ("hello", 4, "hel…"), ("hello", 1, "…"), ("hello", 0, ""),
    ("世界地図", 8, "世界地図"), ("世界地図", 7, "世界地…"), ("世界地図", 6, "世界…"),
    ("世界", 2, "…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
    ("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 3, "👩‍👩‍👧‍👦…"), ("🇫🇷🇩🇪", 3, "🇫🇷…"), ("", 3, ""),
  ])
  func `text is cut between characters`(_ text: String, _ width: Int, _ cut: String) {
    #expect(TerminalText.cut(text, to: width) == cut)
  }

  @Test(arguments: [
    ("short", 10, ["short"]),
    ("a few words to fold", 8, ["a few", "words to", "fold"]),
    ("unbreakable", 4, ["unbr", "eaka", "ble"]),
    ("an unbreakable word", 6, ["an", "unbrea", "kable", "word"]),
    ("世界地図を見る", 5, ["世界", "地図", "を見", "る"]),
    ("", 5, [""]),
    ("      ", 3, [""]),
  ])
  func `text is wrapped at blanks, and inside a word that is too long`(
    _ text: String, _ width: Int, _ lines: [String]
  ) {
    #expect(TerminalText.lines(of: text, folding: width) == lines)
  }
}

import Testing

@testable import ShellHelp
@testable import ShellRuntime

/// Text that roff would otherwise interpret.
@Suite struct RoffWriterTests {
  @Test(
    arguments: [
      ("plain words", "plain words"), (#"a \n b"#, #"a \en b"#), ("--all", #"\-\-all"#),
      (".TH x", #"\&.TH x"#), ("'br", #"\(aqbr"#), ("it's", #"it\(aqs"#), ("a.b", "a.b"),
      ("say \"so\"", #"say \(dqso\(dq"#), ("`ls`", #"\(gals\(ga"#), ("~/x^2", #"\(ti/x\(ha2"#),
      ("5 €", #"5 \[u20AC]"#), ("ü", #"\[u00FC]"#), ("🎈", #"\[u1F388]"#),
      ("a\u{1B}[31m\tb\nc", "a [31m b c"), ("a\u{202E}b\u{9B}c\u{E0041}", "a b c "), ("", ""),
    ])
  func `a line of text is escaped for roff`(text: String, roff: String) {
    #expect(RoffWriter.escaped(text) == roff)
  }

  private static func page(_ body: (inout RoffWriter) -> Void) -> [Substring] {
    var roff = RoffWriter(
      title: "X", section: 1, date: "2026-11-22", source: "x 1", manual: "x manual")
    body(&roff)
    return roff.text.split(separator: "\n").dropFirst(4) + []
  }

  @Test func `each sentence has a line, and a blank line separates paragraphs`() {
    let lines = Self.page {
      $0.paragraphs("One. Two, $? and 'a ...' too! Three\n\n.Four", continues: true)
    }
    #expect(lines == ["One.", #"Two, $? and \(aqa ...\(aq too!"#, "Three", ".PP", #"\&.Four"#])
  }

  @Test func `a title and a label are one argument, whatever is in them`() {
    #expect(Self.page { $0.section("A \"B\" …") } == [#".SH "A \(dqB\(dq \[u2026]""#])
    #expect(
      Self.page { $0.item("--x N…", "What.") } == [".TP", #".B "\-\-x N...""#, "What."])
    #expect(Self.page { $0.item("--x", "") } == [".TP", #".B "\-\-x""#, #"\&"#])
  }

  @Test func `lines of an example stay as they are`() {
    let lines = Self.page { $0.example([".a  'b'", #"c \"#]) }
    #expect(
      lines == [".PP", ".RS 4", ".EX", #"\&.a  \(aqb\(aq"#, #"c \e"#, ".EE", ".RE"])
  }

  @Test func `parts of a usage are not broken, and do not end a sentence`() {
    let lines = Self.page { $0.synopsis("x", ["y", "[--n N]…"]) }
    #expect(lines == [#".SY "x""#, #"y\&"#, #"[\-\-n\ N]...\&"#, ".YS"])
  }

  @Test func `references in a manual page are separated by commas`() {
    let lines = Self.page { $0.references([("a", 1), ("b-c", 7)]) }
    #expect(lines == [#".BR "a" (1),"#, #".BR "b\-c" (7)"#])
  }
}

@testable import ShellRuntime
import Testing

/// How a setting is saved in the text of `rc.sea`.
@Suite struct StartupScriptTests {
  @Test(
    "A saved setting replaces the last statement that sets it, or is appended",
    arguments: [
      ("", "set output json\n", 1),
      ("print a", "print a\nset output json\n", 2),
      ("set output csv\n", "set output json\n", 1),
      (
        "# set output csv\n\nset quiet on # q\n",
        "# set output csv\n\nset quiet on # q\nset output json\n", 4
      ),
      (
        "set quiet on\r\nset output csv # c\r\nprint a\r\n",
        "set quiet on\r\nset output json # c\r\nprint a\r\n", 2
      ),
      (
        "set output csv\nset output tsv\nprint a\n",
        "set output csv\nset output json\nprint a\n", 2
      ),
      ("print a; set output csv; print b\n", "print a; set output json; print b\n", 1),
      ("  set  -- 'output'  c\\sv\n", "  set output json\n", 1),
      ("\u{FEFF}set output csv\n", "\u{FEFF}set output json\n", 1),
      // Commands that run only sometimes or elsewhere, or only show the value, do not count.
      ("print a && set output csv\n", "print a && set output csv\nset output json\n", 2),
      ("set output csv &\n", "set output csv &\nset output json\n", 2),
      ("set output csv > x\n", "set output csv > x\nset output json\n", 2),
      ("set output\n", "set output\nset output json\n", 2),
      ("set output $a\n", "set output json\n", 1),
      // A statement of several lines stays unchanged.
      (
        "set output csv\nprint 'a\nb'; set output tsv\n",
        "set output csv\nprint 'a\nb'; set output tsv\nset output json\n", 4
      ),
      // The shell skips a line that it cannot parse.
      ("print | | a\nset output csv\n", "print | | a\nset output json\n", 2),
    ])
  func edited(before: String, after: String, line: Int) throws {
    let edited = try StartupScript.setting("output", to: "json", in: Array(before.utf8))
    #expect(String(decoding: edited.text, as: UTF8.self) == after)
    #expect(edited.line == line)
    let again = try StartupScript.setting("output", to: "json", in: edited.text)
    #expect(again.text == edited.text && again.line == line)
  }

  @Test(
    arguments: [
      ("less -S", "set pager 'less -S'"), ("off", "set pager off"), ("", "set pager ''"),
      ("sh -c 'cat >&2'", #"set pager 'sh -c '\''cat >&2'\'''"#),
      ("a\"b$HOME", "set pager 'a\"b$HOME'"),
      ("a\\b;c", "set pager 'a\\b;c'"), ("-x", "set -- pager -x"), ("#x", "set pager '#x'"),
      ("é猫", "set pager é猫"), ("~/bin/p", "set pager ~/bin/p"), ("!x", "set pager !x"),
    ])
  func `a saved value is quoted so that it is parsed back`(value: String, line: String) throws {
    let text = try StartupScript.setting("pager", to: value, in: []).text
    #expect(String(decoding: text, as: UTF8.self) == line + "\n")
  }

  @Test(arguments: ["a\nb", "a\0b"])
  func `a value that no line can hold is refused`(value: String) {
    #expect(throws: StartupScript.EditingError.value) {
      try StartupScript.setting("pager", to: value, in: [])
    }
  }

  @Test func `a script that ends in the middle of a statement is refused`() {
    #expect(throws: StartupScript.EditingError.unfinished(line: 2)) {
      try StartupScript.setting("pager", to: "off", in: Array("set pager x\nprint 'a\nb\n".utf8))
    }
  }
}

@testable import ShellHelp
import ShellCommands
import ShellOutput
import ShellTestSupport
import Testing

@MainActor @Suite struct HighlightTests {
  let bench: CompletionBench

  init() throws {
    bench = try CompletionBench()
    bench.searchPath = "/usr/bin:/bin"
  }

  /// The parts of a line with their colours: `command:print quoted:'a'`.
  private func parts(
    _ line: String, at cursor: Int? = nil, by completer: ShellCompleter? = nil
  ) -> String {
    let bytes = Array(line.utf8)
    var roles = [Palette.Role?](repeating: nil, count: bytes.count)
    for part in (completer ?? bench.completer).highlights(
      of: line, at: cursor ?? bytes.count)
    {
      for index in part.range { roles[index] = part.role }
    }
    var parts: [String] = []
    var start = 0
    for index in 0...bytes.count where index == bytes.count || roles[index] != roles[start] {
      if start < bytes.count, let role = roles[start] {
        parts.append("\(role.rawValue):\(String(decoding: bytes[start..<index], as: UTF8.self))")
      }
      start = index
    }
    return parts.joined(separator: " ")
  }

  @Test(arguments: [
    ("print a", "command:print"), ("prin", "command:prin"), ("prin a", "unknown:prin"),
    ("xyz", "unknown:xyz"), ("library lend", "command:library command:lend"),
    ("library le", "command:library command:le"),
    ("library le x", "command:library unknown:le"),
    ("library lend ada --weeks 2", "command:library command:lend option:--weeks"),
    ("library lend ada --we", "command:library command:lend option:--we"),
    ("library lend ada --wee 2", "command:library command:lend unknown:--wee"),
    ("library lend ada -w 2 -z", "command:library command:lend option:-w unknown:-z"),
    ("print 'a b' \"c $x d\"", "command:print quoted:'a b' quoted:\"c  variable:$x quoted: d\""),
    ("print 'a b", "command:print unknown:' quoted:a b"), ("print \\'a", "command:print"),
    ("print $x.y[0] ${z} $?", "command:print variable:$x.y[0] variable:${z} variable:$?"),
    ("print '$x' \\$y", "command:print quoted:'$x'"),
    ("print a | where b = 'c'", "command:print stage:where quoted:'c'"),
    ("print a | count", "command:print stage:count"),
    ("print a | cat", "command:print command:cat"),
    ("print a | nosuchprogram ", "command:print unknown:nosuchprogram"),
    ("run ls -l", "command:run command:ls option:-l"), ("! ls", "command:! command:ls"),
    ("let x = print a", "command:let command:print"), ("let x = word", "command:let"),
    ("let x = (1 + $y)", "command:let bracket:( variable:$y bracket:)"),
    ("time library lend --weeks", "command:time command:library command:lend option:--weeks"),
    (
      "for p in print a { print $p }",
      "command:for command:print bracket:{ command:print variable:$p bracket:}"
    ),
    (
      "if $x = 1 { print a } else { xyz }",
      "command:if variable:$x command:print bracket:{ unknown:xyz bracket:}"
    ),
    ("print a; xyz && print b", "command:print unknown:xyz command:print"),
    ("print a > 'file", "command:print unknown:'"),
    ("print a # print 'b'", "command:print"), ("", ""), ("'print' a", "quoted:'print'"),
    ("print a |", "command:print"),
    ("print\nxyz\nprint", "command:print unknown:xyz command:print"),
    ("print (a", "command:print"), ("print `a`", "command:print unknown:`"),
    ("on a.* where b < 3 do print (1)", "command:on command:do command:print bracket:( bracket:)"),
  ])
  func `words have colours by what they are`(line: String, expected: String) {
    #expect(parts(line) == expected)
  }

  @Test(arguments: [
    ("ls --newest", "command:ls option:--newest"), ("ls --ne", "command:ls option:--ne"),
    ("ls --newestly x", "command:ls unknown:--newestly"), ("ls", "command:ls"),
  ])
  func `ls has the options of the place's command`(line: String, expected: String) async throws {
    let bench = try PlaceBench()
    _ = await bench.run("open goods/g-1/opinions")
    #expect(parts(line, by: bench.completer) == expected)
    _ = await bench.run("home")
    #expect(parts("ls --newest x", by: bench.completer) == "command:ls unknown:--newest")
  }

  @Test func `the bracket that matches the one at the cursor is marked`() {
    #expect(parts("print (1 + (2))", at: 6) == "command:print bracket:( bracket:)")
    #expect(parts("print (1 + ')')", at: 15) == "command:print bracket:( quoted:')' bracket:)")
  }

  @Test func `no beginning of a line stops the program`() {
    let line =
      "if ($x.y[*].z = \"a $b\") { on c where d < -3 do each 'e' | where f ~ g } 2>> h; let i = j k"
    for count in 0...line.utf8.count {
      let text = String(decoding: line.utf8.prefix(count), as: UTF8.self)
      for part in bench.completer.highlights(of: text, at: count) {
        #expect(part.range.lowerBound >= 0 && part.range.upperBound <= count)
      }
    }
  }
}

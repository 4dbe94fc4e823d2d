import Foundation
import SeashellTesting
import TestSupport
import Testing

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

  @Test(arguments: [
    ("less 551", false), ("less 590 (GNU regular expressions)", false), ("less 599.1", false),
    ("less 600", true), ("less 643 (PCRE2 regular expressions)", true), ("BusyBox v1.36", false),
  ])
  func `the names of a wide table stay on the screen from version 600 of less`(
    version: String, keepsHeader: Bool
  ) throws {
    let folder = try TemporaryFolder()
    let words = try #require(PagerChoice.words(nil, isWide: true) { $0 == "TERM" ? "xterm" : nil })
    let less = """
      #!/bin/sh
      if [ "$1" = --version ]; then echo '\(version)'; echo 'less comes with NO WARRANTY'; else echo "$@"; fi
      """
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    // The program is written by the shell that runs it: written here, it could still be open in a process that
    // another test starts at this moment, and would be "busy".
    process.arguments = [
      "-c", #"printf %s "$0" >"$PATH/less" && /bin/chmod 755 "$PATH/less" && exec "$@""#, less,
      "/bin/\(words[0])",
    ]
    process.arguments? += words.dropFirst()
    process.environment = ["PATH": folder.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(text == (keepsHeader ? "-RSX --header=1\n" : "-RSX\n"))
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

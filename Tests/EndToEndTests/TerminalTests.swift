import Foundation
import TestSupport
import Testing

/// Output on a terminal, through a real pseudoterminal.
@Suite(.mayBlock) struct TerminalTests {
  @Test(arguments: [120, 80, 40, 20])
  func `a table is never wider than the terminal`(columns: Int) throws {
    let talk = try Conversation.terminal(
      columns: columns,
      ["-q", "-c", "products list; reviews list p-1; products show p-12"],
      in: Sandbox(), environment: ["TERM": "xterm", "NO_COLOR": "1"])
    let (status, text) = try talk.end()
    #expect(status == 0)
    let lines = text.split(separator: "\r\n")
    #expect(lines.count > 30)
    for line in lines { #expect(Self.cells(line) <= columns, "\(line)") }
  }

  @Test func `a terminal gets a table with a header, and colour`() throws {
    let talk = try Conversation.terminal(
      columns: 80, ["products", "list", "--per-page", "1"], in: Sandbox())
    let (_, text) = try talk.end()
    #expect(text.contains("\u{1B}[1mid"))
    #expect(text.contains("18.50"))
  }

  @Test func `api get -o json is indented and coloured at a terminal, and not in a pipe`() throws {
    let line = "api get products/p-1 -o json"
    let talk = try Conversation.terminal(
      columns: 80, ["-q", "-c", line], in: Sandbox(), environment: ["TERM": "xterm"])
    let (status, text) = try talk.end()
    #expect(status == 0)
    #expect(text.contains("{\r\n  \u{1B}[1m\"id\"\u{1B}[0m: \"p-1\","))
    #expect(text.contains("\u{1B}[1m\"price\"\u{1B}[0m: \u{1B}[35m18.5\u{1B}[0m"))
    let changed = try Conversation.terminal(
      columns: 80, ["-q", "-c", "set colors name=4:number=:string=32; \(line)"], in: Sandbox(),
      environment: ["TERM": "xterm"])
    #expect(
      try changed.end().rest.contains("\u{1B}[4m\"id\"\u{1B}[0m: \u{1B}[32m\"p-1\"\u{1B}[0m,"))
    let piped = try Sandbox().seashell("-c", "\(line) | head -2; api get products/p-1 | head -c 11")
    #expect(piped.output == "{\n  \"id\": \"p-1\",\n{\"id\":\"p-1\"")
  }

  @Test(arguments: [["NO_COLOR": "1", "TERM": "xterm"], ["TERM": "dumb"], ["TERM": ""]])
  func `colours can be turned off`(environment: [String: String]) throws {
    let talk = try Conversation.terminal(
      columns: 80, ["-c", "products list; reviews list p-1; nosuch"], in: Sandbox(),
      environment: environment)
    let (status, text) = try talk.end()
    #expect(status == 2)
    // On a slow machine, a spinner erases its line.
    let erased = environment["NO_COLOR"] == nil ? text : text.replacing("\u{1B}[K", with: "")
    #expect(!erased.contains("\u{1B}"))
  }

  @Test(arguments: ["table", "tsv", "json", "jsonl", "csv"])
  func `data of a server cannot control the terminal`(format: String) throws {
    let sandbox = try Sandbox.signedIn()
    let hostile = "\u{1B}]0;owned\u{07}\u{9B}31m\u{202E}\u{7F}\rgone"
    let added = try sandbox.seashell(
      "reviews", "add", "p-44", "--rating", "1", "--comment", hostile)
    #expect(added.status == 0)
    #expect(added.output.contains("\u{1B}]0;owned\u{07}"), "a pipe gets it as it came")

    let talk = try Conversation.terminal(
      columns: 100,
      ["-o", format, "-c", "reviews list p-44; print '\(hostile)'; nosuch '\(hostile)'"],
      // On a slow machine, a spinner erases its line, if the terminal can.
      in: sandbox, environment: ["TERM": "dumb", "NO_COLOR": "1"])
    let (_, text) = try talk.end()
    #expect(text.contains("owned"))
    // TSV's tabs and the line ends, which in CSV include a carriage return, come from the shell.
    let live = text.unicodeScalars.indices.filter { index in
      let scalar = text.unicodeScalars[index]
      let next = text.unicodeScalars[text.unicodeScalars.index(after: index)...].first
      switch scalar {
      case "\n": return false
      case "\t": return format != "tsv"
      case "\r": return next != "\n" && next != "\r"
      default:
        return scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar == "\u{202E}"
      }
    }.map { text.unicodeScalars[$0].value }
    #expect(live.isEmpty, "\(live)")
  }

  /// The number of cells that a line takes, according to Python's Unicode data.
  private static func cells(_ line: Substring) -> Int {
    line.unicodeScalars.reduce(0) { cells, scalar in
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: cells
      default: cells + (Self.isWide(scalar) ? 2 : 1)
      }
    }
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    (0x1100...0x115F).contains(scalar.value) || (0x2E80...0xA4CF).contains(scalar.value)
      || (0xAC00...0xD7A3).contains(scalar.value) || (0xFF00...0xFF60).contains(scalar.value)
      || scalar.properties.isEmojiPresentation
  }
}

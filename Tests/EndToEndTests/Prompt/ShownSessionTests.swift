import Foundation
import TestSupport
import Testing

/// The sessions at the prompt that documents show, typed at a terminal.
@Suite(.mayBlock) struct ShownSessionTests {
  @Test(arguments: [("README.md", 2), ("Documentation/ThePrompt.md", 1)])
  func `a session that a document shows is what a user sees`(page: String, count: Int) throws {
    let shop = try ServedShop()
    let sessions = try TranscriptTests.text(page, shop).components(separatedBy: "```text\n")
      .dropFirst().map { $0.components(separatedBy: "\n```")[0] }
    #expect(sessions.count == count)
    for session in sessions { try Self.check(session, page) }
  }

  /// Types what stands behind prompts and questions, and compares the whole screen.
  private static func check(_ session: String, _ page: String) throws {
    let user = try PromptUser(in: Sandbox(), columns: 120, rows: 60)
    let prompt = /^(?:[\w:]+(?: products\/p-\d)?> |user: |password:|.*\[y\/N\] |.*\): )/
    for line in session.split(separator: "\n") {
      guard let before = line.firstMatch(of: prompt)?.0 else { continue }
      let isSecret = before == "password:"
      try user.seeCursor(between: isSecret ? "password: " : String(before))
      try user.type((isSecret ? "demo" : line.dropFirst(before.count)) + "\r")
    }
    try user.see("the prompt after the last line") { $0.cursorLine.before.hasSuffix("> ") }
    #expect(user.screen.text.contains(session), "\(page)\n\(user.screen.text)")
    try user.type("\u{4}")
    _ = try user.end()
  }
}

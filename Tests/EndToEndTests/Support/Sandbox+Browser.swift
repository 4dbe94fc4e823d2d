import Foundation
import TestSupport
import Testing

extension Sandbox {
  /// Starts the shell for a user with a desktop, whose browser records what it is to open.
  func desktopUser(_ words: String...) throws -> PromptUser {
    let browser = TranscriptTests.root.appending(path: "Tests/WebApplications/desktop").path
    return try PromptUser(
      words, in: self, columns: 400,
      environment: ["DISPLAY": ":0", "PATH": "\(browser):\(environment["PATH"] ?? "")"])
  }

  /// Returns the address that a user's browser was to open, once it was.
  func opened(by user: PromptUser) throws -> String {
    var lines: [String] = []
    try user.wait(for: "a browser that was opened") {
      lines = self.lines("opened")
      return lines.count >= 2
    }
    #expect(lines[0] == "1")
    return lines[1]
  }

  /// Opens an address as a browser does, and returns the page.
  func browse(_ address: String, _ options: String...) throws -> String {
    try Program.run(
      "/usr/bin/curl", options + ["-sS", address], environment: environment, directory: home
    ).output
  }
}

import Glibc
import SeashellKit
import SeashellTesting
import Testing

@testable import SeashellApp

/// The checks of `doctor` that need no other process.
@Suite @MainActor struct ProgramHealthTests {
  @Test(arguments: [
    ("http://proxy.example:3128", "proxy.example:3128"),
    ("http://user:secret@proxy.example:3128/", "proxy.example:3128"),
    ("http://user:se/cr@et@proxy.example:3128", "proxy.example:3128"),
    ("user:secret@proxy", "proxy"), ("proxy:1", "proxy:1"), ("http://user:secret@", ""),
  ])
  func `a proxy is shown without its user and password`(value: String, place: String) {
    let shown = EnvironmentChecks.place(ofProxy: value)
    #expect(!shown.contains("secret") && !shown.contains("user"))
    if !value.hasSuffix("@") { #expect(shown == place) }
  }

  @Test func `each syntax error of a script is found, with its line and column`() {
    let script = """
      print one
      products list |
      print 'two
      lines' > >
      print `date`
      print "open
      """
    let findings = StartupChecks.errors(in: Array(script.utf8))
    #expect(findings.map(\.check) == ["rc.sea:4:8", "rc.sea:5:7", "rc.sea:6:7"])
    #expect(findings.allSatisfy { $0.status == .failed })
  }

  @Test(
    arguments: [
      (0o700, .ok, "folder state"), (0o755, .warning, "folder state"),
      (0o755, .ok, "folder config"), (0o777, .warning, "folder config"),
    ] as [(mode_t, Finding.Status, String)])
  func `a folder's rights are checked`(
    mode: mode_t, status: Finding.Status, check: String
  ) throws {
    let folder = try TemporaryFolder()
    let directories = Directories(name: "orders") { $0.hasPrefix("XDG_") ? folder.path : nil }
    try Directories.make(directories.state)
    chmod(directories.state, mode)
    let finding = FolderChecks(directories).findings.first { $0.check == check }
    #expect(finding?.status == status)
    #expect((finding?.advice == nil) == (status == .ok))
  }

  @Test(arguments: [
    ("xterm-256color", "C.UTF-8", [Finding.Status.ok, .ok]),
    ("xterm-256color", "de_DE.ISO-8859-1", [.ok, .warning]),
  ])
  func `a locale without UTF-8 is a warning`(
    terminal: String, locale: String, statuses: [Finding.Status]
  ) {
    let checks = TerminalChecks { ["TERM": terminal, "LANG": locale][$0] }
    #expect(checks.findings.map(\.status) == statuses)
  }
}

import Foundation
import TestSupport
import Testing

/// A search for every used secret in everything that is written and shown.
@Suite(.mayBlock) struct SecretSearchTests {
  private static let secrets = Array(
    Set(SignInScheme.all.map(\.secret)) + ["ann:password-of-ann", "job:secret-of-job"])

  /// Shows what other processes of the user can see of the shell and of its child.
  private static let processes =
    "! sh -c 'cat /proc/$PPID/cmdline /proc/$PPID/environ /proc/$$/cmdline /proc/$$/environ'"

  @Test func `secrets are in the store only, not in files, output or processes`() throws {
    let user = try SchemesUser(hasIssuer: true)
    var outputs: [(String, Program.Result)] = []
    func run(_ words: [String], input: String = "") throws {
      let result = try Program.run(
        Program.seashell.path, words, input: Data(input.utf8), environment: user.home.environment,
        directory: user.home.home)
      outputs.append((words.joined(separator: " "), result))
    }
    for scheme in SignInScheme.all {
      for options in [["-v"], ["--curl"]] {
        try run(
          options + ["session", "login", "sc", "--scheme", scheme.id, "--password-stdin"]
            + (scheme.user.map { ["--user", $0] } ?? []), input: "\(scheme.secret)\n")
      }
      #expect(outputs.last?.1.status == 0, "\(outputs.last?.1.errors ?? "")")
    }
    try user.server.control("expire")
    for scheme in SignInScheme.all {
      for options in [["-v"], ["--curl"], ["--dry-run"], ["-o", "json"]] {
        try run(options + ["sc", scheme.operation])
      }
    }
    for line in [
      "session status --all", "env show", "api show sc", "doctor", "set", Self.processes,
    ] {
      try run(["-v", "-c", "sc readQuery; sc readBoth; \(line)"])
    }
    try user.server.control("revoke")
    for operation in ["listNotes", "listJobs", "readHeader"] { try run(["-v", "sc", operation]) }
    for (line, result) in outputs {
      for text in [result.output, result.errors] {
        let found = SecretSearch.found(in: Data(text.utf8), Self.secrets)
        #expect(found == [], "\(line)")
      }
    }
    #expect(try user.home.secrets(with: Self.secrets, isInStore: false) == [])
    // Otherwise the search would find nothing anywhere.
    #expect(try user.home.secrets(with: Self.secrets) != [])
  }

  @Test func `typed credentials are neither shown nor in the history`() throws {
    let user = try SchemesUser()
    let shell = try PromptUser(in: user.home, columns: 120)
    try shell.seePrompt()
    for scheme in [SignInScheme.basic, .header, .client] {
      try shell.logIn(scheme)
      try shell.see("signed in to sc:local")
    }
    for file in ["cmdline", "environ"] {
      let content = FileManager.default.contents(atPath: "/proc/\(shell.process)/\(file)") ?? Data()
      #expect(!content.isEmpty)
      #expect(SecretSearch.found(in: content, Self.secrets) == [])
    }
    try shell.seePrompt()
    // A line with a secret typed by mistake is not in the history.
    try shell.type("session login sc --scheme BasicAuth --user ann --password password-of-ann\r")
    try shell.seePrompt()
    try shell.type("\u{4}")
    _ = try shell.end()
    #expect(try user.home.secrets(with: Self.secrets, isInStore: false) == [])
  }

  @Test func `the store of credentials is private`() throws {
    let user = try SchemesUser()
    try user.signIn(.header, .basic, .password)
    let store = user.home.home.appending(path: SecretSearch.store)
    let files = try #require(
      FileManager.default.enumerator(atPath: store.path)?.allObjects as? [String])
    #expect(!files.isEmpty)
    for file in [""] + files {
      let path = file.isEmpty ? store.path : "\(store.path)/\(file)"
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect((mode ?? 0o777) & 0o077 == 0, "\(path)")
    }
  }

  @Test func `a configured secret variable is inherited by no child`() throws {
    let user = try SchemesUser(
      environment: ["SC_KEY": "key-of-header"],
      auth: "{ type: 'apiKey', in: 'header', name: 'X-API-Key', value: { env: 'SC_KEY' } }")
    try user.home.succeed("sc", "readHeader")
    let result = try user.home.succeed("-c", "sc readHeader; ! sh -c 'env | grep -c key-of; true'")
    #expect(result.hasSuffix("\n0\n"), "\(result)")
  }
}

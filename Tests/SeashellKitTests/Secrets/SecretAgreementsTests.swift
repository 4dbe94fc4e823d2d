import CoreJSON
import FoundationEssentials
import Glibc
import SeashellTesting
import ShellCommands
import TestSupport
import Testing

@testable import SeashellKit

/// The user's consent before a secret is sent.
@MainActor
@Suite(.mayBlock) struct SecretAgreementsTests {
  private let folder: TemporaryFolder
  private let origin = "https://api.example.com"

  init() throws {
    folder = try TemporaryFolder()
    chmod(folder.path, 0o700)
  }

  private func agreements(clock: any Clock<Duration> = ContinuousClock()) -> SecretAgreements {
    let path = folder.path
    return SecretAgreements(folder: folder.file("state"), clock: clock) { "\(path):/usr/bin:/bin" }
  }

  private func isAgreed(
    _ agreements: SecretAgreements, _ source: SecretSource, origin: String
  ) async throws -> Bool {
    let console = RecordingConsole(answers: ["no"])
    do {
      try await agreements.check(source, for: "wh:live", origin: origin, console: console)
    } catch let error as ShellError where error.code == .unauthorized {
      return false
    }
    return console.questions.isEmpty
  }

  private func agree(
    _ agreements: SecretAgreements, _ source: SecretSource, origin: String
  ) async throws {
    try await agreements.check(
      source, for: "wh:live", origin: origin, console: RecordingConsole(answers: ["yes"]))
  }

  private func program(_ name: String) throws {
    chmod(try folder.write(name, "#!/bin/sh\n"), 0o700)
  }

  private nonisolated static let words = ["pass", "show", "wh"]
  private nonisolated static let variable = SecretAgreement.Source.variable("WH_KEY")
  private nonisolated static let file = SecretAgreement.Source.file("/home/ann/key")
  private nonisolated static let pass = SecretAgreement.Source.program(
    path: "/usr/bin/pass", words: words)
  private nonisolated static let store = SecretAgreement.Source.store(
    path: "/usr/bin/pass", words: words)
  private nonisolated static let refusal = SecretPolicy.Decision.refuse(
    ShellError(
      .unauthorized, "the program 'pass', which has the secret of wh:live, was not approved",
      hint: "run 'session login wh:live' at a terminal once"))

  @Test(
    arguments: [
      (
        variable, "https://a.test", true,
        .ask("wh:live: send the variable WH_KEY to https://a.test?")
      ),
      (
        file, "https://a.test:8443/v1", true,
        .ask("wh:live: send the content of the file /home/ann/key to https://a.test:8443?")
      ),
      (
        pass, "https://a.test", true,
        .ask("wh:live: run 'pass show wh' (/usr/bin/pass) and send its output to https://a.test?")
      ),
      (
        store, "https://a.test", true,
        .ask("wh:live: store the secret for https://a.test by 'pass show wh' (/usr/bin/pass)?")
      ),
      (variable, "https://a.test", false, .allow), (file, "https://a.test", false, .allow),
      (pass, "https://a.test", false, refusal), (store, "https://a.test", false, refusal),
      (variable, "http://127.0.0.1:8090", true, .allow), (file, "http://[::1]:1", true, .allow),
      (variable, "http://localhost", true, .allow),
      (pass, "http://127.0.0.1", false, refusal),
      (
        pass, "http://127.0.0.1", true,
        .ask("wh:live: run 'pass show wh' (/usr/bin/pass) and send its output to http://127.0.0.1?")
      ),
    ] as [(SecretAgreement.Source, String, Bool, SecretPolicy.Decision)])
  func `a new use of a secret is asked about, allowed or refused`(
    source: SecretAgreement.Source, origin: String, isInteractive: Bool,
    decision: SecretPolicy.Decision
  ) {
    let agreement = SecretAgreement(source, origin: origin)
    let found = SecretPolicy.decision(
      on: agreement, for: "wh:live", isAgreed: false, isInteractive: isInteractive)
    #expect(found == decision)
    #expect(
      SecretPolicy.decision(
        on: agreement, for: "wh:live", isAgreed: true, isInteractive: isInteractive) == .allow)
    #expect(SecretAgreement(agreement.json) == agreement)
  }

  @Test func `the user is asked once about a secret's source and origin`() async throws {
    let console = RecordingConsole(answers: ["yes", "yes", "no", "yes"])
    let key = SecretSource.variable("WH_KEY")
    try await agreements().check(key, for: "wh:live", origin: origin, console: console)
    #expect(console.questions == ["wh:live: send the variable WH_KEY to https://api.example.com?"])
    let agreements = agreements()
    try await agreements.check(key, for: "wh:live", origin: origin + "/v1", console: console)
    #expect(console.questions.count == 1)
    try await agreements.check(
      .variable("OTHER"), for: "wh:live", origin: origin, console: console)
    #expect(console.questions.count == 2)
    let error = await #expect(throws: ShellError.self) {
      try await agreements.check(key, for: "wh:qa", origin: "https://qa.test", console: console)
    }
    #expect(error?.message == "wh:qa: nothing was sent to https://qa.test")
    #expect(error?.code == .unauthorized)
    #expect(try await !isAgreed(agreements, key, origin: "https://qa.test"))
    #expect(try await isAgreed(agreements, key, origin: origin))
    var status = stat()
    #expect(stat(folder.file("state/secrets.json"), &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    #expect(
      try folder.read("state/secrets.json")
        == #"{"agreements":[{"origin":"https://api.example.com","variable":"WH_KEY"},"#
        + #"{"origin":"https://api.example.com","variable":"OTHER"}]}"# + "\n")
  }

  @Test func `two requests at once ask one question`() async throws {
    let console = RecordingConsole(answers: ["yes", "yes", "yes"])
    let agreements = agreements()
    try await withThrowingTaskGroup { group in
      for _ in 0..<2 {
        group.addTask {
          try await agreements.check(
            .variable("WH_KEY"), for: "wh:live", origin: "https://a.test", console: console)
        }
      }
      try await group.waitForAll()
    }
    #expect(console.questions.count == 1)
  }

  @Test func `completion asks nothing, and uses only what the user agreed to`() async throws {
    let console = RecordingConsole(answers: ["yes"])
    let agreements = agreements()
    func check() async throws {
      try await agreements.check(
        .variable("WH_KEY"), for: "wh:live", origin: origin, console: console)
    }
    await #expect(throws: CancellationError.self) {
      try await CompletionTask.$isCurrent.withValue(true) { try await check() }
    }
    #expect(console.questions.isEmpty)
    try await check()
    try await CompletionTask.$isCurrent.withValue(true) { try await check() }
    #expect(console.questions.count == 1)
  }

  @Test func `a program is agreed to with its path and its arguments`() async throws {
    try program("pass")
    let source = SecretSource.command(Self.words)
    let silent = RecordingConsole()
    let agreements = agreements()
    let error = await #expect(throws: ShellError.self) {
      try await agreements.check(source, for: "wh:live", origin: origin, console: silent)
    }
    #expect(
      error?.message == "the program 'pass', which has the secret of wh:live, was not approved")
    try await agree(agreements, source, origin: origin)
    try await self.agreements().check(source, for: "wh:live", origin: origin, console: silent)
    #expect(try await isAgreed(agreements, source, origin: origin))
    #expect(try await !isAgreed(agreements, .command(["pass", "show", "bank"]), origin: origin))
    // Another program of the same name.
    #expect(rename(folder.file("pass"), folder.file("other")) == 0)
    #expect(symlink("other", folder.file("pass")) == 0)
    #expect(try await !isAgreed(agreements, source, origin: origin))
    #expect(unlink(folder.file("pass")) == 0)
    let missing = await #expect(throws: ShellError.self) {
      try await agreements.check(
        .command(["no-such-program"]), for: "wh:live", origin: origin, console: silent)
    }
    #expect(missing?.message == "the program 'no-such-program' for wh:live is not on PATH")
  }

  @Test func `consent to a program that stores a secret is separate`() async throws {
    try program("pass")
    let console = RecordingConsole(answers: ["yes", "yes"])
    let agreements = agreements()
    try await agreements.check(
      .command(Self.words), for: "wh:live", origin: origin, console: console)
    try await agreements.check(
      storingBy: Self.words, for: "wh:live", origin: origin, console: console)
    #expect(console.questions.count == 2)
    try await agreements.check(
      storingBy: Self.words, for: "wh:live", origin: origin, console: RecordingConsole())
  }

  @Test func `several shells keep each other's agreements`() async throws {
    #expect(mkdir(folder.file("state"), 0o700) == 0)
    let path = try folder.write("state/secrets.json", #"{"agreements":[{"origin":"x","new":1}]}"#)
    chmod(path, 0o600)
    let shells = (0..<8).map { _ in agreements() }
    try await withThrowingTaskGroup { group in
      for (index, shell) in shells.enumerated() {
        group.addTask {
          try await agree(shell, .variable("K\(index)"), origin: "https://a.test")
        }
      }
      try await group.waitForAll()
    }
    for index in shells.indices {
      #expect(try await isAgreed(agreements(), .variable("K\(index)"), origin: "https://a.test"))
    }
    #expect(try folder.read("state/secrets.json").contains(#"{"origin":"x","new":1}"#))
  }

  @Test(arguments: ["", "[]", "{}", "{"])
  func `a damaged file of agreements is an error`(text: String) async throws {
    #expect(mkdir(folder.file("state"), 0o700) == 0)
    let path = try folder.write("state/secrets.json", text)
    let error = await #expect(throws: ShellError.self) {
      try await isAgreed(agreements(), .variable("K"), origin: origin)
    }
    #expect(error?.message == "cannot read \(path): it does not have agreements")
  }
}

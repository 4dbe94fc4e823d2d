import Foundation
import Glibc
import TestSupport
import Testing

/// Shells that are killed while they sign in or renew a token.
@Suite(.mayBlock, .serialized) struct KilledSignInTests {
  private static let kills = 50

  /// Starts a shell and kills it at a random moment of its run.
  ///
  /// - Parameter duration: the time that such a run takes, in milliseconds.
  private static func kill(
    _ words: [String], in home: Sandbox, within duration: Int, environment: [String: String] = [:]
  ) throws {
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(null) }
    let process = try Program.spawn(
      Program.seashell.path, words, environment: home.environment.merging(environment) { $1 },
      directory: home.home, descriptors: [null, null, null])
    // The random moment is the point of the test, so there is no condition to wait for.
    poll(nil, 0, Int32.random(in: 0...Int32(duration)))
    Glibc.kill(process, SIGKILL)
    _ = Program.wait(for: process)
  }

  /// The time that a closure takes, in milliseconds.
  private static func measure(_ body: () throws -> Void) rethrows -> Int {
    let time = try ContinuousClock().measure(body)
    return Int(time / .milliseconds(1)) + 5
  }

  private static let login = [
    "session", "login", "sc", "--scheme", "Password", "--user", "ann", "--password-env", "SECRET",
  ]
  private static let secret = ["SECRET": "password-of-ann"]

  @Test func `kills during a sign-in leave no secret behind`()
    throws
  {
    let user = try SchemesUser()
    let duration = try Self.measure { try user.signIn(.password) }
    var signedIn = 0
    for number in 1...Self.kills {
      try user.home.succeed("session", "logout", "sc")
      try Self.kill(Self.login, in: user.home, within: duration, environment: Self.secret)
      let result = try user.home.seashell("sc", "listNotes")
      #expect([0, 4].contains(result.status), "\(number): \(result.status): \(result.errors)")
      #expect(
        result.status == 0 || result.errors.contains("session login"), "\(number): \(result.errors)"
      )
      signedIn += result.status == 0 ? 1 : 0
      #expect(try user.home.secrets(with: ["password-of-ann"], isInStore: false) == [])
      try user.signIn(.password)
    }
    print("kills during a sign-in: \(Self.kills), of which \(signedIn) came too late")
    try user.home.succeed("session", "logout", "sc")
    #expect(try user.home.secrets(with: ["password-of-ann"]) == [])
  }

  @Test func `kills during a renewal keep the session if reuse is allowed`()
    throws
  {
    let user = try SchemesUser()
    try user.server.allowReuse()
    try user.signIn(.password)
    try user.server.control("expire")
    let duration = try Self.measure { try user.home.succeed("sc", "listNotes") }
    for _ in 1...Self.kills {
      try user.server.control("expire")
      try Self.kill(["sc", "listNotes"], in: user.home, within: duration)
      try user.home.succeed("sc", "listNotes")
      #expect(try user.home.secrets(with: ["password-of-ann"], isInStore: false) == [])
    }
    #expect(user.server.tokenRequests("password").count == 1)
    try user.home.succeed("session", "logout", "sc")
    #expect(try user.home.secrets(with: ["password-of-ann"]) == [])
  }

  @Test func `a kill before new tokens arrive leaves a session or an error`()
    throws
  {
    let user = try SchemesUser()
    for _ in 1...5 {
      try user.signIn(.password)
      try user.server.control("expire")
      try user.server.control("hold")
      let shell = try Conversation.pipes(["sc", "listNotes"], in: user.home)
      try block(until: "a renewal") { try user.server.heldTokens > 0 }
      shell.kill()
      _ = try shell.end()
      try user.server.control("release")
      // No shell waits for the lock of a killed process.
      let result = try user.home.seashell("sc", "listNotes")
      #expect(result.status == 4 && result.errors.contains("session login"), "\(result.errors)")
    }
  }
}

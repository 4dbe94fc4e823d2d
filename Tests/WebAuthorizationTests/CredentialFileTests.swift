import FoundationEssentials
import SeashellTesting
import Testing
import WebAPI
import WebMessages

@testable import WebAuthorization

/// When requests read the file of a credential, and when they use the remembered content.
@Suite struct CredentialFileTests {
  private let folder: TemporaryFolder
  private let file: CredentialFile
  private let now = ContinuousClock.now

  init() throws {
    folder = try TemporaryFolder()
    file = Self.file(in: folder)
  }

  private static func file(
    in folder: TemporaryFolder, _ origin: String = "http://localhost:80", kind: String? = nil
  ) -> CredentialFile {
    CredentialFile(
      "\(folder.path)/tokens/test.json", for: origin, kind: kind, clock: ManualClock())
  }

  private static func tokens(_ number: Int) -> Credential {
    Credential(
      user: "demo", accessToken: Secret("access-\(number)"),
      refreshToken: Secret("refresh-\(number)"), expiresAt: Date(), origin: "http://localhost:80")
  }

  private func recent(after seconds: Double = 0) throws -> String? {
    try file.recent(now: now + .seconds(seconds))?.accessToken?.text
  }

  @Test func `a credential's file is read at most once a second`() async throws {
    let other = Self.file(in: folder)
    try await file.save(Self.tokens(1))
    #expect(try recent() == "access-1")
    try await other.save(Self.tokens(2))
    #expect(try recent() == "access-1")
    #expect(try recent(after: 60) == "access-2")
  }

  @Test func `the absence of a session is remembered for a second too`() async throws {
    let other = Self.file(in: folder)
    #expect(try recent() == nil)
    try await other.save(Self.tokens(1))
    #expect(try recent() == nil)
    #expect(try recent(after: 60) == "access-1")
  }

  @Test func `a change by this process, or a 401, is seen at once`() async throws {
    let other = Self.file(in: folder)
    try await file.save(Self.tokens(1))
    #expect(try recent() == "access-1")
    try await file.save(Self.tokens(2))
    #expect(try recent() == "access-2")
    try await other.save(Self.tokens(3))
    // After a 401 the authorizer reads the file.
    #expect(try file.current()?.accessToken?.text == "access-3")
    #expect(try recent() == "access-3")
    try await file.remove()
    #expect(try recent() == nil)
  }

  @Test func `a credential for another origin is not returned, but stays`() async throws {
    try await file.save(Self.tokens(1))
    let elsewhere = Self.file(in: folder, "http://localhost:81")
    #expect(try elsewhere.recent() == nil)
    #expect(elsewhere.exists)
    #expect(try recent() == "access-1")
  }

  @Test func `a credential of another kind of scheme is not returned`() async throws {
    let kinds = [nil, "basic", "oauth2 clientCredentials"]
    for (kind, other) in [(kinds[1], kinds[2]), (kinds[2], kinds[1]), (kinds[0], kinds[1])] {
      try await Self.file(in: folder, kind: kind).save(Self.tokens(1))
      #expect(try Self.file(in: folder, kind: kind).recent() != nil)
      #expect(try Self.file(in: folder, kind: other).recent() == nil)
    }
  }

  @Test func `a credential file that could not be read is read again`() async throws {
    try await file.save(Self.tokens(1))
    try Data("{".utf8).write(to: URL(filePath: file.path))
    #expect(throws: AuthorizationError.self) { try recent(after: 60) }
    try await Self.file(in: folder).save(Self.tokens(2))
    #expect(try recent(after: 120) == "access-2")
  }

  @Test func `a credential file of the first format, without a scheme, is read`() throws {
    let old =
      #"{"access_token":"a-1","refresh_token":"r-1","expires_at":"2030-01-02T03:04:05Z","#
      + #""user":"demo","origin":"http://localhost:80"}"#
    try write(old)
    let credential = try #require(try file.current())
    #expect(credential.accessToken == Secret("a-1") && credential.user == "demo")
    #expect(credential.account == "demo" && credential.scopes == nil)
  }

  @Test(arguments: [0o640, 0o604, 0o620, 0o666])
  func `a file that other users may read or change is refused`(mode: Int) async throws {
    try await file.save(Self.tokens(1))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
    #expect(
      throws: AuthorizationError.unreadable(
        "cannot read the session: cannot read \(file.path): other users may read or change it; "
          + "run chmod 600 \(file.path)")
    ) { try file.current() }
    try await file.save(Self.tokens(2))
    #expect(try file.current()?.accessToken?.text == "access-2")
  }

  @Test(arguments: ["k\\r\\nX-Other: 1", "k\\u0000"])
  func `a stored key with a control character is damaged`(key: String) throws {
    try write(#"{"secret":"\#(key)","origin":"http://localhost:80"}"#)
    #expect(
      throws: AuthorizationError.unreadable("the session file \(file.path) is damaged")
    ) { try file.current() }
  }

  @Test func `a credential that cannot be stored is kept in memory, for all objects of its path`()
    async throws
  {
    try folder.write("tokens", "in the way")
    await #expect(throws: AuthorizationError.self) { try await file.save(Self.tokens(1)) }
    #expect(try file.current() == nil && !file.exists && !file.hasFolder)
    file.hold(Self.tokens(1))
    let other = Self.file(in: folder)
    #expect(try recent() == "access-1" && other.current()?.accessToken?.text == "access-1")
    #expect(other.exists)
    #expect(try Self.file(in: folder, "http://localhost:81").current() == nil)
    #expect(try Self.file(in: folder, kind: "basic").current() == nil)
    // Tokens are renewed in memory, too.
    _ = try await other.withLock { try await other.replace { Self.tokens(2) } }
    #expect(try recent() == "access-2")
    try await file.remove()
    #expect(try other.current() == nil && !other.exists)
    // Once there is a folder, it is used.
    file.hold(Self.tokens(3))
    try FileManager.default.removeItem(atPath: folder.file("tokens"))
    try await file.save(Self.tokens(4))
    #expect(try other.current()?.accessToken?.text == "access-4")
    #expect(file.hasFolder)
  }

  /// Issues tokens, and counts them.
  private actor CountingIssuer: TokenIssuer {
    private(set) var count = 0

    func renew(_ held: Credential, isBackground: Bool) async throws -> Credential {
      count += 1
      await Task.yield()
      return CredentialFileTests.tokens(count)
    }

    func revoke(_ held: Credential) async throws -> Bool { false }
  }

  @Test func `tokens for a configured client need no folder, and are requested once`() async throws
  {
    try folder.write("tokens", "in the way")
    let issuer = CountingIssuer()
    let given = Credential(user: "demo", secret: Secret("s"), origin: "http://localhost:80")
    let authorizer = TokenAuthorizer(
      CredentialFile(
        "\(folder.path)/tokens/test.json", for: "http://localhost:80", clock: ContinuousClock()),
      issuer, source: { given })
    let fields = try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var request = APIRequest(path: "items")
          try await authorizer.authorize(&request)
          return request.headers["Authorization"]
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(fields == Array(repeating: "Bearer access-1", count: 8))
    #expect(await issuer.count == 1)
  }

  private func write(_ text: String) throws {
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/tokens", withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: file.path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
  }
}

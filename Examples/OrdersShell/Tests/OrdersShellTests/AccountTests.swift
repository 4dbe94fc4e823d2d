import FoundationEssentials
import Glibc
import OrdersPlugin
import OrdersStub
import SeashellKit
import SeashellTesting
import Testing

@testable import AccountPlugin

@Suite @MainActor struct AccountTests {
  private static let key = "key-of-ada"
  private static let scriptedLogin = "account login --key-stdin"

  let folder: TemporaryFolder
  let transport: StubTransport

  init() throws {
    folder = try TemporaryFolder()
    let stub = StubOrders()
    transport = StubTransport { try await stub.send($0) }
  }

  /// A shell with the modules `account` and `orders`, which keeps its files in the folder.
  private func harness(
    _ transport: (any Transport)? = nil, environment: String = "test", answers: [String] = [],
    input: String? = Self.key + "\n", storage: (any OfflineStorage)? = nil
  ) throws -> (ShellHarness, AccountModule) {
    let harness = try ShellHarness(
      transport ?? self.transport, environment: environment,
      console: RecordingConsole(answers: answers, input: input), directory: folder.path,
      storage: storage)
    let module = AccountModule(harness.context)
    try harness.load(module)
    try harness.load(OrdersModule(harness.context))
    return (harness, module)
  }

  /// The keys of the requests, in order.
  private var keys: [String?] { transport.requests.map { $0.headers["X-Api-Key"] } }

  /// The file of the key on an environment.
  private func path(_ environment: String = "test") -> String {
    folder.file("test/keys/\(environment).json")
  }

  // MARK: Signing in

  @Test func `the key is asked for without echo, checked and stored for its owner alone`()
    async throws
  {
    let (harness, _) = try harness(answers: [Self.key])
    let events = EventRecorder(harness.bus)
    #expect(await harness.run("account login").status == 0)
    #expect(harness.console.questions == ["key"])
    #expect(harness.console.notices == ["signed in as ada on test"])
    #expect(keys == [Self.key])
    #expect(events.events(of: SignedIn.self) == [SignedIn(user: "ada", environment: .test)])
    #expect(events.names.contains(DataInvalidated.name))
    var status = stat()
    #expect(lstat(path(), &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test func `every module's requests have the key, also after a new start`() async throws {
    let (harness, _) = try harness()
    #expect(await harness.run("\(Self.scriptedLogin); orders show o-1").status == 0)
    #expect(keys == [Self.key, Self.key])
    let (other, _) = try self.harness()
    #expect(await other.run("account status").output == "ada\ttest\n")
    #expect(await other.context.user.update()?.name == "ada")
    #expect(keys == Array(repeating: Self.key, count: 3))
  }

  @Test(arguments: [
    ("wrong", 4, "test does not accept the key; sign in with 'account login'"),
    ("two words", 2, "the key is empty or has characters that a key cannot have"),
    ("", 2, "the key is empty or has characters that a key cannot have"),
  ])
  func `a wrong key is an error, and the stored one stays`(
    key: String, status: Int32, message: String
  ) async throws {
    let (harness, _) = try harness()
    _ = await harness.run(Self.scriptedLogin)
    harness.console.input = key
    let result = await harness.run(Self.scriptedLogin)
    #expect(result.status == status)
    #expect(result.errors.contains(message), "\(result.errors)")
    _ = await harness.run("orders list")
    #expect(keys.last == Self.key)
  }

  @Test func `a script without a key fails with 2 and a hint`() async throws {
    let (harness, _) = try harness(input: nil)
    let (status, _, errors) = await harness.run("account login")
    #expect(status == 2 && errors.contains("--key-stdin"), "\(errors)")
    #expect(transport.requests.isEmpty)
  }

  // MARK: Where the key goes

  @Test func `the key is sent to no other origin`() async throws {
    let (harness, _) = try harness()
    _ = await harness.run(Self.scriptedLogin)
    let elsewhere = try #require(URL(string: "https://elsewhere.test/orders"))
    _ = try await APIRequest(url: elsewhere).response(on: harness.context.client)
    let another = harness.context.client(for: try APIEnvironment("rates", "http://localhost"))
    _ = try await APIRequest(path: "orders").response(on: another)
    #expect(keys == [Self.key, nil, nil])
    // As if the user had switched the environment after the request was made.
    var request = APIRequest(url: elsewhere)
    try await AccountServiceProvider.makeAuthorizer(on: harness.context, signInHint: "")
      .authorize(&request)
    #expect(request.headers["X-Api-Key"] == nil)
  }

  @Test func `another environment has no key, nor one whose address has changed`() async throws {
    let (harness, _) = try harness()
    _ = await harness.run(Self.scriptedLogin)
    let (live, _) = try self.harness(environment: "live")
    #expect(await live.run("account status").status == 4)
    _ = await live.run("orders list")
    #expect(keys.last == .some(nil))

    let stored = try folder.read("test/keys/test.json")
    try folder.write(
      "test/keys/live.json", stored.replacing("localhost:80", with: "elsewhere:80"))
    #expect(stored != (try folder.read("test/keys/live.json")))
    _ = await live.run("orders list")
    #expect(keys.last == .some(nil))
  }

  @Test func `an account's request gets its own key or is not sent`() async throws {
    let (harness, _) = try harness()
    _ = await harness.run(Self.scriptedLogin)
    let client = harness.context.client
    for (account, key) in [("ada", Self.key), (nil, nil)] {
      var request = APIRequest(path: "orders")
      request.owner = client.environment.owner(account: account)
      _ = try await request.response(on: client)
      #expect(keys.last == .some(key))
    }
    let count = transport.requests.count
    var request = APIRequest(path: "orders")
    request.owner = client.environment.owner(account: "bob")
    await #expect(throws: APIError.self) { try await request.response(on: client) }
    #expect(transport.requests.count == count)
  }

  @Test func `no line of the trace, of an error or of a description shows the key`() async throws {
    let lines = "set verbose on; \(Self.scriptedLogin); orders list; set trace curl; orders list"
    let failing = StubTransport(status: 403, json: #"{"errors":[{"detail":"key-of-ada"}]}"#)
    for transport in [transport, failing] as [any Transport] {
      let (harness, module) = try harness(transport)
      let (_, output, errors) = await harness.run(lines)
      #expect(!harness.trace.isEmpty)
      let texts = [output, errors, "\(module.state)"] + harness.trace + harness.console.notices
      #expect(!texts.joined().contains(Self.key), "\(texts)")
    }
    let key = try AccountKey(Self.key)
    #expect("\(key) \(String(reflecting: key))" == "… …")
  }

  @Test func `a damaged file is an error that names it, and a new sign-in replaces it`()
    async throws
  {
    try FileManager.default.createDirectory(
      atPath: folder.file("test/keys"), withIntermediateDirectories: true)
    try folder.write("test/keys/test.json", #"{"key":"key-of-ada"}"#)
    let (harness, _) = try harness()
    let (status, _, errors) = await harness.run("orders list")
    #expect(status == 1 && errors.contains("the key file \(path()) is damaged"), "\(errors)")
    #expect(await harness.run("\(Self.scriptedLogin); orders list").status == 0)
    try folder.write("test/keys/test.json", "{}")
    #expect(await harness.run("account logout; orders list").status == 0)
  }

  // MARK: The end

  @Test func `signing out removes the key and what was stored of the user`() async throws {
    let storage = MemoryOfflineStorage { _ in MemoryRecordStore() }
    let (harness, module) = try harness(storage: storage)
    let events = EventRecorder(harness.bus)
    _ = await harness.run("\(Self.scriptedLogin); account logout")
    let owner = harness.context.client.environment.owner(account: "ada")
    #expect(!FileManager.default.fileExists(atPath: path()))
    #expect(storage.removed == [owner])
    #expect(
      events.events(of: SignedOut.self)
        == [SignedOut(user: "ada", environment: .test, owner: owner)])
    #expect(module.state.account == nil && harness.context.user.current == nil)
    _ = await harness.run("orders list")
    #expect(keys.last == .some(nil))
    #expect(await harness.run("account logout").status == 4)
  }

  @Test func `--keep leaves what was stored of the user`() async throws {
    let storage = MemoryOfflineStorage { _ in MemoryRecordStore() }
    let (harness, _) = try harness(storage: storage)
    #expect(await harness.run("\(Self.scriptedLogin); account logout --keep").status == 0)
    #expect(storage.removed.isEmpty)
  }

  @Test func `a refused key posts the 401 once, and the account is forgotten`() async throws {
    let (harness, module) = try harness(
      StubTransport { [stub = StubOrders()] request in
        request.url.path.hasSuffix("orders")
          ? HTTPResponse(status: 401) : try await stub.send(request)
      })
    let events = EventRecorder(harness.bus)
    _ = await harness.run(Self.scriptedLogin)
    #expect(module.state.account == Account(user: "ada", environment: .test))
    let (status, _, errors) = await harness.run("orders list")
    #expect(status == 4 && errors.contains("sign in with 'account login'"), "\(errors)")
    #expect(events.events(of: Unauthorized.self).map(\.path) == ["orders"])
    #expect(module.state.account == nil)
  }

  @Test func `an unloaded module adds no key`() async throws {
    let (harness, _) = try harness()
    _ = await harness.run(Self.scriptedLogin)
    try harness.unload("account")
    _ = await harness.run("orders list")
    #expect(keys == [Self.key, nil])
    #expect(harness.context.user.current == nil)
  }

  @Test func `every example works`() async throws {
    let (harness, module) = try harness(answers: [Self.key])
    for failure in await harness.checkExamples(of: module) { Issue.record("\(failure)") }
  }
}

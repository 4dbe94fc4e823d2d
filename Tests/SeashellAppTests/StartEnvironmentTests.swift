import SeashellHosting
import SeashellTesting
import Testing

@testable import SeashellApp

/// The environment on which a shell of another name starts, by its command line, variables and
/// configuration.
@Suite struct StartEnvironmentTests {
  private static let identity = ShellIdentity("orders", version: "1.0")
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func start(
    _ words: [String], builtIn: [APIEnvironment] = [], variables: [String: String] = [:],
    isInteractive: Bool = false
  ) throws -> StartEnvironment {
    let program = Program(
      identity: Self.identity, api: "shop", others: [], builtIn: builtIn,
      options: try StartOptions(words, of: Self.identity),
      directories: Directories(name: "orders") { [path = folder.path] in
        $0 == "XDG_CONFIG_HOME" ? path : nil
      },
      token: "token", isInteractive: isInteractive)
    return try StartEnvironment(program) { variables[$0] }
  }

  private func configure(_ text: String) throws {
    try Directories.make(folder.file("orders"))
    try folder.write("orders/config.json", text)
  }

  private static func live() throws -> APIEnvironment {
    try APIEnvironment("live", "https://orders.example.com/v1")
  }

  @Test func `a shell starts on its own environment, with the token`() throws {
    let start = try start(["print"], builtIn: [Self.live()])
    #expect(start.chosen.name == "live")
    #expect(start.token == "token")
  }

  @Test func `a shell's variable and its configuration choose an environment`() throws {
    try configure("{ environment: 'qa', environments: { qa: { baseURL: 'https://qa.example' } } }")
    let live = try Self.live()
    #expect(try start(["print"], builtIn: [live]).chosen.name == "qa")
    let variables = ["ORDERS_ENV": "live", "SEASHELL_ENV": "nosuch"]
    #expect(try start(["print"], builtIn: [live], variables: variables).chosen.name == "live")
    #expect(try start(["print"]).chosen.name == "qa")
  }

  @Test func `an unknown environment is refused with the only known one`() throws {
    let error = try #require(throws: ShellError.self) {
      try start(["-e", "production", "print"], builtIn: [Self.live()])
    }
    #expect(error.hint == "the only one is 'live'")
  }

  @Test(arguments: [["print"], ["-e", "live", "print"], ["-c", "help"]])
  func `without any environment, a command fails and says how to define one`(
    words: [String]
  ) throws {
    let error = try #require(throws: ShellError.self) { try start(words) }
    #expect(error.status == .usage)
    #expect(error.message == "no environment is defined")
    #expect(error.hint?.contains(folder.file("orders/config.json")) == true)
  }

  @Test(arguments: [["help"], ["--help"], ["version"], ["-V"], ["orders", "list", "--help"]])
  func `without any environment, help and the version are still printed`(words: [String]) throws {
    let start = try start(words)
    #expect(start.isBlocked)
    #expect(start.token == nil)
  }

  @Test func `a broken configuration is ignored at a prompt only if there is an environment`()
    throws
  {
    try configure("{")
    let start = try start([], builtIn: [Self.live()], isInteractive: true)
    #expect(start.chosen.name == "live")
    #expect(start.ignoredError != nil)
    #expect(throws: ConfigurationError.self) { try self.start([], isInteractive: true) }
  }

  // MARK: --config

  @Test(arguments: [["--config=FILE", "print"], ["--config", "FILE", "-f", "x.sea", "--config"]])
  func `another configuration file is read`(words: [String]) throws {
    try configure("{ environment: 'live' }")
    let file = try folder.write(
      "team.json", "{ environment: 'qa', environments: { qa: { baseURL: 'https://qa.example' } } }")
    let options = try StartOptions(
      words.map { $0.replacing("FILE", with: file) }, of: Self.identity)
    let directories = try options.directories(of: Self.identity) { [path = folder.path] in
      $0 == "XDG_CONFIG_HOME" ? path : nil
    }
    #expect(directories.configurationFile == file)
    #expect(directories.configuration == folder.file("orders"))
    let program = Program(
      identity: Self.identity, api: "orders", others: [], builtIn: [try Self.live()],
      options: options,
      directories: directories, token: nil, isInteractive: false)
    let start = try StartEnvironment(program) { _ in nil }
    #expect(start.chosen.name == "qa")
  }

  @Test(arguments: [
    (
      ["--config", "/no/such", "print"],
      "--config: cannot read '/no/such': No such file or directory"
    ),
    (["--config", ""], "--config: cannot read '': No such file or directory"),
    (["--config", "/no/such"], "--config: cannot read '/no/such': No such file or directory"),
    (["--config", "x", "--no-config"], "--config and --no-config cannot be used together"),
  ])
  func `a missing file of --config is an error, even at the prompt`(
    words: [String], message: String
  ) throws {
    let error = try #require(throws: ShellError.self) {
      try StartOptions(words, of: Self.identity).directories(of: Self.identity) { _ in nil }
    }
    #expect(error.message == message)
    #expect(error.status == .usage)
  }

  @Test(arguments: [["help"], ["--version"], ["doctor"], ["complete", "--", "orders", ""]])
  func `help, version, doctor and completion need no configuration file`(words: [String]) throws {
    let options = try StartOptions(
      ["--config", "/no/such"] + words, of: Self.identity, roles: [Examining()])
    let directories = try options.directories(of: Self.identity) { _ in nil }
    #expect(directories.configurationFile == "/no/such")
  }

  @Test func `completion uses the configuration file on the completed line`() throws {
    let options = try StartOptions(
      ["complete", "--", "--config", "/team.json", "env", "use", ""], of: Self.identity)
    #expect(options.configuration == "/team.json")
  }
}

/// The role of `doctor`.
private struct Examining: ProcessRole {
  let word = "doctor"
  let bearsBrokenConfiguration = true
}

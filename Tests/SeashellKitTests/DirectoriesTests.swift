import FoundationEssentials
import Glibc
import SeashellKit
import SeashellTesting
import Testing

@Suite struct DirectoriesTests {
  private static func directories(_ variables: [String: String]) -> Directories {
    Directories(name: "orders") { variables[$0] }
  }

  @Test func `the XDG variables decide the folders`() {
    let directories = Self.directories([
      "HOME": "/home/u", "XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d", "XDG_STATE_HOME": "/s",
    ])
    #expect(directories.configuration == "/c/orders")
    #expect(directories.data == "/d/orders")
    #expect(directories.state == "/s/orders")
  }

  @Test(arguments: [nil, "", "relative", "./relative", "~/state"] as [String?])
  func `an XDG variable with a relative path is ignored`(value: String?) {
    var variables = ["HOME": "/home/u"]
    for name in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"] { variables[name] = value }
    let directories = Self.directories(variables)
    #expect(directories.configuration == "/home/u/.config/orders")
    #expect(directories.data == "/home/u/.local/share/orders")
    #expect(directories.state == "/home/u/.local/state/orders")
  }

  @Test(arguments: [[:], ["HOME": ""]] as [[String: String]])
  func `without HOME, the user's entry gives the home folder`(variables: [String: String]) throws {
    let entry = try #require(getpwuid(getuid()))
    let home = String(cString: entry.pointee.pw_dir)
    #expect(Self.directories(variables).state == "\(home)/.local/state/orders")
  }

  @Test func `another configuration file leaves the folders as they are`() {
    let directories = Self.directories(["XDG_CONFIG_HOME": "/c"])
    #expect(directories.configurationFile == "/c/orders/config.json")
    let other = directories.reading("/team/orders.json")
    #expect(other.configurationFile == "/team/orders.json")
    #expect(other.configuration == "/c/orders")
    let relative = directories.reading("team.json").configurationFile
    #expect(relative.hasPrefix("/") && relative.hasSuffix("/team.json"))
  }

  @Test func `tests have folders of their own, with what they begin with`() throws {
    let (home, folder) = (try TemporaryFolder(), try TemporaryFolder())
    let user = Self.directories([
      "XDG_CONFIG_HOME": "\(home.path)/c", "XDG_DATA_HOME": "\(home.path)/d",
      "XDG_STATE_HOME": "\(home.path)/s",
    ])
    let names = [
      "modules.json", "modules/a.json", "modules/secrets/a.json", "secrets.json", "history",
      "modules/a.log", "modules/tokens/a.json", "tokens/live.json", "offline/queue.db",
      "places/live/worker", "apis/wh.index",
    ]
    for path in names.map({ "\(user.state)/\($0)" }) + ["\(user.configuration)/rc.sea"] {
      try Directories.make(String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex)))
      try Data("of the user".utf8).write(to: URL(filePath: path))
    }
    #expect(!user.areTemporary)
    let tests = try user.forTests(in: folder.path)
    #expect(tests.areTemporary)
    let copied = Set(names).filter { access("\(tests.state)/\($0)", F_OK) == 0 }
    #expect(copied == Set(names.prefix(4)))
    #expect(access("\(tests.configuration)/rc.sea", F_OK) == 0)
    for path in [tests.configuration, tests.data, tests.state, tests.tokens] {
      #expect(path.hasPrefix("\(folder.path)/"))
    }
    #expect(tests.configurationFile == user.configurationFile)
  }

  @Test func `tests change a copy of the configuration`() async throws {
    let (home, folder) = (try TemporaryFolder(), try TemporaryFolder())
    let user = Self.directories(["XDG_CONFIG_HOME": home.path, "XDG_STATE_HOME": home.path])
    let text = "{ environments: { qa: { baseURL: 'http://127.0.0.1:9' } } }\n"
    try Directories.make(user.configuration)
    try Data(text.utf8).write(to: URL(filePath: user.configurationFile))
    let file = ConfigurationFile(try user.forTests(in: folder.path))
    #expect(try file.read().environments.map(\.name) == ["qa"])
    try await file.edit { try $0.set(["environment"], to: "qa") }
    #expect(try file.read().environment == "qa")
    #expect(file.path == user.configurationFile)
    #expect(try Data(contentsOf: URL(filePath: file.path)) == Data(text.utf8))
  }

  @Test func `directories are made for their owner alone, those above them too`() throws {
    let folder = try TemporaryFolder()
    try Directories.make("\(folder.path)/a/b/c")
    try Directories.make("\(folder.path)/a/b/c")
    for name in ["a", "a/b", "a/b/c"] {
      var status = stat()
      #expect(stat("\(folder.path)/\(name)", &status) == 0)
      #expect(status.st_mode & 0o777 == 0o700)
    }
  }

  @Test func `a folder that cannot be created is named, with the reason`() throws {
    let folder = try TemporaryFolder()
    try Data().write(to: URL(filePath: "\(folder.path)/file"))
    let error = try #require(throws: ShellError.self) {
      try Directories.make("\(folder.path)/file/below")
    }
    #expect(error.message == "cannot create \(folder.path)/file/below: Not a directory")
    #expect(error.status == .failure)
  }
}

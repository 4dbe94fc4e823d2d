import FaultServer
import Foundation
import TestSupport
import Testing

/// `seashell test` changes no file of the user.
@Suite(.mayBlock) struct UserFilesTests {
  /// Every command of the shell's modules that changes something, and the built-in ones that write a file.
  private static let tests = """
    env add top http://127.0.0.1:9
    test 'environments' {
      env add qa http://127.0.0.1:9
      env edit old --url http://127.0.0.1:10
      env use qa
      env remove qa --yes
    }
    test 'environments are as before' {
      expect error 3 { env show qa }
      env show old | expect base_url = 'http://127.0.0.1:9'
      env show top | expect base_url = 'http://127.0.0.1:9'
      env list | where current = true | expect name = dev
    }
    test 'APIs' {
      api add two api.json --url http://127.0.0.1:9 --yes
      two items list --dry-run
      api refresh wh --yes
      api remove wh --yes
      expect error { env show wh:local }
    }
    test 'APIs are as before' {
      wh items list --dry-run
      api list | where name = two | count | expect count = 0
    }
    test 'modules' {
      pictures picture x
      modules add other --yes -- /usr/bin/python3 pictures.py
      other picture x
      modules disable pictures; modules enable pictures
      modules trust pictures --read-only-hints
      modules check pictures; modules reload pictures
      modules list; modules info pictures; modules log pictures; modules grep draw
      expect error 2 { modules login pictures }
      expect error { modules logout pictures }
      expect error { modules new garden --in missing }
      modules remove pictures --yes
    }
    test 'modules are as before' {
      pictures picture x
      modules list | where name = other | count | expect count = 0
    }
    test 'signs in and writes' {
      session login --user demo --password-env SHOP_PASSWORD
      session refresh
      reviews add p-1 --rating 4 --comment fine
      let id = $response.body.id
      reviews edit $id --rating 3
      reviews delete $id --yes
      api post products/p-1/reviews rating:=4 comment=good
      expect 404 { api put no x=1 }
      expect 404 { api patch no x=1 }
      expect 404 { api delete no --yes }
    }
    test 'is not signed in' { expect error { session status } }
    test 'signs out' {
      session login --user demo --password-env SHOP_PASSWORD
      session logout
    }
    test 'the queue' {
      expect error { queue list }
      expect error { reviews add p-1 --rating 4 --comment x --later }
      expect error { queue run }
      expect error { queue retry q-1 }
      expect error { queue drop q-1 --yes }
      expect error { queue clear --yes }
    }
    test 'settings' {
      set --save output json
      set offline auto
      alias list = 'products list'
      cd products
      history clear
    }
    test 'a durable rule' { on --durable worker api.data.updated do print x }
    """

  /// What a file or a folder is: its content, and the time of its last change.
  private struct Entry: Equatable {
    let content: Data?
    let date: Date?
    let mode: Int?
  }

  private func entries(of folders: [String], in home: Sandbox) throws -> [String: Entry] {
    var entries: [String: Entry] = [:]
    for folder in folders {
      let path = home.home.appending(path: folder).path
      for name in [""] + (try FileManager.default.subpathsOfDirectory(atPath: path)) {
        let file = name.isEmpty ? path : "\(path)/\(name)"
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        entries[file] = Entry(
          content: FileManager.default.contents(atPath: file),
          date: attributes[.modificationDate] as? Date,
          mode: attributes[.posixPermissions] as? Int)
      }
    }
    return entries
  }

  /// A home with every file that the shell keeps.
  private func home() throws -> Sandbox {
    let home = try Sandbox(environment: [
      "SHOP_PASSWORD": "demo", "TMPDIR": FileManager.default.temporaryDirectory.path,
    ])
    try home.file("tests/all.sea", Self.tests)
    try home.file(
      "api.json",
      #"{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{"/items":{"get":{"operationId":"listItems"}}}}"#
    )
    let server = TranscriptTests.root.appending(path: "Tests/ModuleServers/pictures.py")
    try home.file("pictures.py", try String(contentsOf: server, encoding: .utf8))
    try home.file("config/seashell/rc.sea", "alias first = 'products list'\n")
    try home.file("state/seashell/history", "products list\n")
    try home.file("state/seashell/places/dev/worker", "7\n")
    return home
  }

  @Test func `the user's files stay as they are, and each test begins with them`() throws {
    let home = try home()
    let served = try ServedShop()
    try home.configure(dev: "http://127.0.0.1:\(served.port)")
    try home.succeed("env", "add", "old", "http://127.0.0.1:9")
    try home.succeed("api", "add", "wh", "api.json", "--url", "http://127.0.0.1:9", "--yes")
    try home.succeed("modules", "add", "pictures", "--yes", "--", "/usr/bin/python3", "pictures.py")
    try home.signIn()
    try home.succeed(
      "-e", "dev", "session", "login", "--user", "demo", "--password-env", "SHOP_PASSWORD")
    try home.succeed("-e", "dev", "--offline", "products", "list")
    try home.succeed(
      "-e", "dev", "reviews", "add", "p-1", "--rating", "4", "--comment", "x", "--later")

    let folders = ["config", "data", "state"]
    let before = try entries(of: folders, in: home)
    for name in [
      "config/seashell/config.json", "config/seashell/rc.sea", "data/seashell/shop.db",
      "state/seashell/history", "state/seashell/modules.json",
      "state/seashell/modules/pictures.json", "state/seashell/places/dev/worker",
    ] {
      #expect(before["\(home.home.path)/\(name)"] != nil, "\(name): \(before.keys.sorted())")
    }
    for name in ["tokens", "queue", "offline", "apis/wh-"] {
      #expect(before.keys.contains { $0.contains(name) }, "\(name): \(before.keys.sorted())")
    }
    let result = try home.seashell("-e", "dev", "test", "tests", "-v")
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains("12 passed"), "\(result.output)")
    let after = try entries(of: folders, in: home)
    for name in Set(before.keys).union(after.keys) where before[name] != after[name] {
      Issue.record("'\(name)' was changed")
    }
    _ = served.end()
  }

  @Test func `a test of a script works on copies, and what is outside of tests does not`() throws {
    let home = try home()
    try home.succeed("env", "add", "old", "http://127.0.0.1:9")
    try home.succeed("modules", "add", "pictures", "--yes", "--", "/usr/bin/python3", "pictures.py")
    try home.file(
      "script.sea",
      """
      test 'changes' {
        env add qa http://127.0.0.1:9; env edit old --url http://127.0.0.1:10; env show qa
        api add two api.json --url http://127.0.0.1:9 --yes; two items list --dry-run
        modules disable pictures; set --save output json
        env remove old --yes
      }
      test 'sees nothing of it' {
        expect error 3 { env show qa }
        env show old | expect base_url = 'http://127.0.0.1:9'
        expect error 2 { two items list --dry-run }
        pictures picture x
        fail 'at the end'
      }
      """)
    let folders = ["config", "state"]
    let before = try entries(of: folders, in: home)
    let result = try home.seashell("-f", "script.sea")
    #expect(result.status == 1)
    #expect(result.errors.contains("at the end"), "\(result.errors)")
    let after = try entries(of: folders, in: home)
    for name in Set(before.keys).union(after.keys) {
      #expect(before[name]?.content == after[name]?.content, "'\(name)' was changed")
    }
    try home.file(
      "script.sea",
      "env add kept http://127.0.0.1:9\ntest 'a' { env show kept; env remove kept --yes }")
    try home.succeed("-f", "script.sea")
    try home.succeed("env", "show", "kept")
  }

  @Test func `a sign-in in a test runs no program that stores the secret`() throws {
    let home = try home()
    try home.file(
      "store.sh", "#!/bin/sh\necho stored >> \"$(dirname \"$0\")/stored\"\ncat > /dev/null\n")
    try home.file("read.sh", "#!/bin/sh\necho of-the-user\n")
    for file in ["store.sh", "read.sh"] {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o700], ofItemAtPath: home.home.appending(path: file).path)
    }
    let folder = home.home.path
    try home.file(
      "config/seashell/config.json",
      """
      { environments: { kept: { baseURL: 'http://127.0.0.1:9', auth: {
        type: 'apiKey', in: 'header', name: 'X-Key', value: { command: ['\(folder)/read.sh'] },
        store: { command: ['\(folder)/store.sh'] } } } } }
      """)
    try home.file(
      "tests/all.sea", "test 'signs in' { session login --password-env SHOP_PASSWORD }")
    let result = try home.seashell("-e", "kept", "test", "tests", "-v")
    #expect(result.output.contains("1 passed"), "\(result.output)\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: "\(folder)/stored"))
  }

  @Test func `a file named by --config stays, too, and its paths begin at its folder`() throws {
    let home = try home()
    try home.file(
      "team/team.json",
      "{ apis: { wh: { description: '../api.json', environments: { qa: { baseURL: 'http://127.0.0.1:9' } } } } }"
    )
    try home.file(
      "tests/all.sea",
      """
      test 'adds' { env add wh:other http://127.0.0.1:9; env show wh:other; wh items list --dry-run }
      test 'is as before' { expect error { env show wh:other }; wh items list --dry-run }
      """)
    let before = try entries(of: ["team"], in: home)
    let result = try home.seashell("--config", "team/team.json", "test", "tests")
    #expect(result.output.contains("2 passed"), "\(result.output)\(result.errors)")
    #expect(try entries(of: ["team"], in: home) == before)
  }

  @Test func `no command of the shell's modules that changes something is left out`() throws {
    struct Module: Decodable {
      struct Command: Decodable {
        let name: String
        let changesData: Bool
      }
      let commands: [Command]
    }
    let home = try Sandbox()
    for name in ["api", "env", "modules", "queue", "reviews", "session"] {
      let help = try home.succeed("help", name, "-o", "json")
      let module = try JSONDecoder().decode(Module.self, from: Data(help.utf8))
      for command in module.commands where command.changesData {
        #expect(Self.tests.contains("\(name) \(command.name)"))
      }
    }
  }
}

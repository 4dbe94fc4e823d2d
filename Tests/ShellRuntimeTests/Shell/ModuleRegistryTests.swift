import ShellRuntime
import ShellTestSupport
@testable import ShellCommands
@testable import ShellOutput
import CoreEvents
import SeashellTesting
import Testing

@MainActor
@Suite struct ModuleRegistryTests {
  private struct Ping: Event {
    static let name = "test.ping"
  }

  private final class Other: FeatureModule {
    let name = "wish"
    let abstract = "Another one"
    let commands: [any Command] = []
  }

  private func command(_ name: String) -> any Command {
    Immediate(specification: .init(name, abstract: "Say \(name)")) { try $0.output.text(name) }
  }

  @Test func `A module's commands exist only while it is loaded`() async throws {
    let test = TestShell()
    let module = SampleModule("wish", commands: [command("add"), command("list")])
    #expect(await test.run("wish add").status == 2)
    try test.shell.modules.load(module)
    #expect(await test.run("wish add") == .init(0, "add\n"))
    #expect(test.shell.modules.modules.map(\.name) == ["shop", "wish"])
    try test.shell.modules.unload("wish")
    #expect(module.unloadings == 1)
    #expect(
      await test.run("wish add")
        == .init(
          2, "",
          """
          test:1: the module 'wish' is disabled; run 'modules enable wish'
            wish add
            ^^^^

          """))
  }

  @Test func `A module may be loaded again after it was unloaded`() async throws {
    let test = TestShell()
    let module = SampleModule("wish", commands: [command("add")])
    for _ in 1...3 {
      try test.shell.modules.load(module)
      #expect(await test.run("wish add").status == 0)
      try test.shell.modules.unload("wish")
    }
  }

  @Test func `Two modules of one name are refused, and the error names both`() throws {
    let test = TestShell()
    try test.shell.modules.load(SampleModule("wish"))
    let error = #expect(throws: ShellError.self) { try test.shell.modules.load(Other()) }
    #expect(error?.message == "two modules are named 'wish': SampleModule and Other")
    #expect(error?.hint == "rename one, or unload it first")
    #expect(test.shell.modules.names == ["shop", "wish"])
  }

  @Test func `A module cannot take the name of one of the shell's own commands`() throws {
    let test = TestShell()
    let error = #expect(throws: ShellError.self) {
      try test.shell.modules.load(SampleModule("help"))
    }
    #expect(error?.message == "the module 'help' has the name of a built-in command")
    #expect(error?.hint == "rename SampleModule")
  }

  @Test func `A module's name alone runs its default command, also with options`() async throws {
    let test = TestShell()
    try test.shell.modules.load(
      SampleModule("wish", commands: [command("add"), command("list")], defaultCommand: "list"))
    for line in ["wish", "wish -o json", "wish list"] {
      #expect(await test.run(line) == .init(0, "list\n"), "\(line)")
    }
    #expect(await test.run("wish add") == .init(0, "add\n"))
    #expect(await test.run("wish nothing").errors.contains("'wish nothing' is not a command"))
    #expect(await test.run("wish -x").errors.contains("wish list has no option '-x'"))
    #expect(await test.run("wish --help") == test.run("help wish"))
    #expect(await test.run("help wish").output.contains("wish add"))
  }

  @Test func `A missing default command is an error when the module is loaded`() throws {
    let test = TestShell()
    let error = #expect(throws: ShellError.self) {
      try test.shell.modules.load(
        SampleModule("wish", commands: [command("add")], defaultCommand: "list"))
    }
    #expect(error?.message == "the module 'wish' has no command 'list', its default command")
  }

  @Test func `A removed module is forgotten, whether it was loaded or not`() async throws {
    let test = TestShell()
    for isUnloaded in [false, true] {
      let module = SampleModule("wish", commands: [command("add")])
      try test.shell.modules.load(module)
      if isUnloaded { try test.shell.modules.unload("wish") }
      test.shell.modules.remove("wish")
      #expect(module.unloadings == 1)
      #expect(test.shell.modules.unloadedModules.isEmpty)
      #expect(await test.run("wish add").errors.contains("'wish' is not a command"))
    }
    test.shell.modules.remove("wish")
  }

  @Test func `Changed commands are created again, unless they are invalid`() async throws {
    final class Changing: FeatureModule {
      let name = "wish"
      let abstract = "Changes"
      var commands: [any Command] = []
    }
    let test = TestShell()
    let module = Changing()
    module.commands = [command("add")]
    try test.shell.modules.load(module)
    module.commands = [command("list")]
    #expect(await test.run("wish list").status == 2)
    try test.shell.modules.reloadCommands(of: "wish")
    #expect(await test.run("wish list") == .init(0, "list\n"))
    #expect(await test.run("wish add").status == 2)
    module.commands = [command("a"), command("a")]
    #expect(throws: ShellError.self) { try test.shell.modules.reloadCommands(of: "wish") }
    #expect(await test.run("wish list") == .init(0, "list\n"))
    #expect(throws: ShellError.self) { try test.shell.modules.reloadCommands(of: "none") }
  }

  @Test
  func `each loaded module is asked to catch up for an unknown command, and for no other line`()
    async throws
  {
    final class Following: FeatureModule {
      let name: String
      let abstract = "Follow"
      var commands: [any Command] { [] }
      var count = 0
      init(_ name: String) { self.name = name }
      func catchUp() { count += 1 }
    }
    let test = TestShell()
    let modules = [Following("one"), Following("two")]
    for module in modules { try test.shell.modules.load(module) }
    #expect(await test.run("print a").status == 0)
    #expect(modules.map(\.count) == [0, 0])
    #expect(await test.run("nosuch").status == 2)
    try test.shell.modules.unload("two")
    #expect(await test.run("nosuch").status == 2)
    #expect(modules.map(\.count) == [2, 1])
  }

  @Test func `A module with two commands of one name is not loaded`() throws {
    let test = TestShell()
    var hasLoaded = false
    let error = #expect(throws: ShellError.self) {
      try test.shell.modules.load(
        SampleModule(
          "wish", commands: [command("add"), command("add")],
          loading: { hasLoaded = true }))
    }
    #expect(error?.message == "the module 'wish': two commands are named 'wish add'")
    #expect(!hasLoaded)
    #expect(test.shell.modules.module("wish") == nil)
  }

  @Test func `A module that cannot load is not registered and gets no events`() throws {
    let test = TestShell()
    let recorder = EventRecorder(test.bus)
    var heard = 0
    let module = SampleModule(
      "wish",
      subscribing: { bus in [bus.subscribeOnMain(to: Ping.self) { _ in heard += 1 }] },
      loading: { throw ShellError(.unauthorized, "no") })
    #expect(throws: ShellError.self) { try test.shell.modules.load(module) }
    test.bus.post(Ping())
    #expect(heard == 0)
    #expect(test.shell.modules.names == ["shop"])
    #expect(recorder.names == ["test.ping"])
  }

  @Test func `Loading and unloading post events when they are done`() throws {
    let test = TestShell()
    var names: [[String]] = []
    let subscriptions = [
      test.bus.subscribeOnMain(to: ModuleLoaded.self) { event in
        names.append([event.module] + test.shell.modules.names)
      },
      test.bus.subscribeOnMain(to: ModuleUnloaded.self) { event in
        names.append([event.module] + test.shell.modules.names)
      },
    ]
    try test.shell.modules.load(SampleModule("wish"))
    try test.shell.modules.unload("wish")
    #expect(names == [["wish", "shop", "wish"], ["wish", "shop"]])
    #expect(subscriptions.count == 2)
  }

  @Test func `Subscriptions end when their module is unloaded`() throws {
    let test = TestShell()
    var heard = 0
    let module = SampleModule(
      "wish", subscribing: { bus in [bus.subscribeOnMain(to: Ping.self) { _ in heard += 1 }] })
    try test.shell.modules.load(module)
    test.bus.post(Ping())
    try test.shell.modules.unload("wish")
    test.bus.post(Ping())
    #expect(heard == 1)
    #expect(!test.bus.hasSubscribers(for: ModuleLoaded.self) || module.unloadings == 1)
  }

  @Test func `A module that is not loaded cannot be unloaded`() throws {
    let test = TestShell()
    let error = #expect(throws: ShellError.self) { try test.shell.modules.unload("wish") }
    #expect(error?.message == "no module is called 'wish'")
    #expect(error?.status == .usage)
  }

  @Test func `Completions of a kind come from all loaded modules, in the order of names`() throws {
    let test = TestShell()
    func source(_ kind: CompletionKind, _ words: String...) -> CompletionSource {
      CompletionSource(kind: kind) { prefix in
        words.filter { $0.hasPrefix(prefix) }.map { .init($0) }
      }
    }
    let modules = ["zoo", "ape", "bee", "cow", "dog"]
    for name in modules {
      try test.shell.modules.load(
        SampleModule(name, completions: [source("a.id", "x-\(name)", "y"), source("b.id", "x")]))
    }
    let found = test.shell.modules.completions(of: "a.id", for: "x").map(\.text)
    #expect(found == ["x-ape", "x-bee", "x-cow", "x-dog", "x-zoo"])
    #expect(test.shell.modules.completions(of: "b.id", for: "").count == 5)
    #expect(test.shell.modules.completions(of: "c.id", for: "").isEmpty)
    for name in modules { try test.shell.modules.unload(name) }
    #expect(test.shell.modules.completions(of: "a.id", for: "x").isEmpty)
  }

  @Test func `A faulty completion source does not displace the others`()
    throws
  {
    let test = TestShell()
    let sources = [
      CompletionSource(answering: "a.id") { _ in (0..<100_000).map { .init("\($0)") } },
      CompletionSource(answering: "a.id") { [unowned test] _ in
        try? test.shell.modules.unload("bee")
        return []
      },
      CompletionSource(kind: "a.id") { [.init($0 + "!")] },
    ]
    for (name, source) in zip(["ape", "bee", "cow"], sources) {
      try test.shell.modules.load(SampleModule(name, completions: [source]))
    }
    let found = test.shell.modules.completions(of: "a.id", for: "x").map(\.text)
    #expect(found.count == CompletionQuery.limit + 1)
    #expect(found.last == "x!")
  }

  @Test(arguments: [
    ("", "Blue mug", true), ("mug", "Blue mug", true), ("MUG", "blue Mug", true),
    ("ug", "Blue mug", false), ("blue m", "Blue mug", true), ("2", "Mug 2", true),
    ("2", "Mug12", false), ("mugs", "mug", false), ("x", "", false), ("é", "École", true),
    ("b", "é-bleu", true), ("bl", "ébleu", false), ("(", "mug (blue)", true),
  ])
  func `Completion finds a name by the beginning of any of its words`(
    prefix: String, name: String, isFound: Bool
  ) {
    #expect(CompletionQuery(prefix: prefix).matches(wordOf: name) == isFound)
  }

  @Test func `Words that begin with the typed text come before names that do`() {
    var matches = CompletionMatches(CompletionQuery(prefix: "m"))
    matches.offer("b", named: "Mug")
    #expect(matches.candidates == [.init("b", "Mug")])
    matches.offer("m1", named: "Bowl")
    matches.offer("c", named: "Mug")
    matches.offer("m2", "of tin")
    matches.offer("x", "made of m")
    #expect(matches.candidates == [.init("m1", "Bowl"), .init("m2", "of tin")])
    for number in 0..<1_000 { matches.offer("m-\(number)", named: "") }
    #expect(matches.isFull)
    #expect(matches.candidates.count == CompletionQuery.limit)
  }
}

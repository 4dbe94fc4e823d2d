@testable import ShellRuntime
import ShellCommands
import ShellOutput
import SeashellTesting
import Testing

@MainActor
@Suite struct ModulesCommandTests {
  private final class Other: SampleModule {}

  private func shell() throws -> TestShell {
    let test = try TestShell()
    try test.shell.modules.load(
      SampleModule(
        "wish", abstract: "Wishes",
        commands: [
          Immediate(specification: .init("add", abstract: "Add")) { try $0.output.text("added") }
        ]))
    return test
  }

  @Test func `a module is unloaded and loaded again by its name`() async throws {
    let test = try shell()
    #expect(
      await test.run("modules unload wish; modules list")
        == .init(0, "shop\tloaded\t6\tThings for sale\nwish\tunloaded\t0\tWishes\n"))
    #expect(await test.run("wish add").status == 2)
    #expect(await test.run("help").output.contains("Wishes") == false)
    #expect(
      await test.run("modules load wish; modules; wish add")
        == .init(
          0, "shop\tloaded\t6\tThings for sale\nwish\tloaded\t1\tWishes\nadded\n"))
  }

  @Test(arguments: [
    ("modules unload", "modules unload needs a MODULE; modules lists them"),
    ("modules load", "modules load needs a MODULE; modules lists them"),
    ("modules list wish", "modules list takes no name"),
    ("modules unload wihs", "no module is called 'wihs'; did you mean 'wish'?"),
    ("modules load wish", "the module 'wish' is already loaded"),
    ("modules unload gone", "the module 'gone' is already unloaded"),
    ("modules load help", "no module is called 'help'"),
    ("gone add", "the module 'gone' is unloaded; run 'modules load gone'"),
    ("help gone", "the module 'gone' is unloaded; run 'modules load gone'"),
  ])
  func `what cannot be done is said`(line: String, message: String) async throws {
    let test = try shell()
    try test.shell.modules.load(SampleModule("gone"))
    try test.shell.modules.unload("gone")
    let outcome = await test.run(line)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("test:1: \(message)\n"), "\(outcome.errors)")
  }

  @Test func `what a module's load throws leaves it unloaded`() async throws {
    let test = try TestShell()
    var isBroken = false
    try test.shell.modules.load(
      SampleModule(
        "wish", loading: { if isBroken { throw ShellError(.unauthorized, "no") } }))
    isBroken = true
    let outcome = await test.run("modules unload wish; modules load wish")
    #expect(outcome.status == 4)
    #expect(outcome.errors.hasPrefix("test:1: no\n"))
    isBroken = false
    #expect(await test.run("modules load wish").status == 0)
  }

  @Test func `an unloaded module's name is free, and a module that takes it replaces it`()
    async throws
  {
    let test = try shell()
    try test.shell.modules.unload("wish")
    try test.shell.modules.load(Other("wish", abstract: "Other wishes"))
    #expect(
      await test.run("modules").output
        == "shop\tloaded\t6\tThings for sale\nwish\tloaded\t0\tOther wishes\n")
    let error = #expect(throws: ShellError.self) {
      try test.shell.modules.load(SampleModule("wish"))
    }
    #expect(error?.message == "two modules are named 'wish': Other and SampleModule")
  }

  @Test func `names are completed where they make sense`() throws {
    let bench = try CompletionBench()
    #expect(bench.labels("modules unload ") == ["library", "shop"])
    #expect(bench.labels("modules load ").isEmpty)
    try bench.test.shell.modules.unload("library")
    #expect(bench.labels("modules unload ") == ["shop"])
    #expect(bench.labels("modules load l") == ["library"])
    #expect(bench.labels("modules list ").isEmpty)
  }
}

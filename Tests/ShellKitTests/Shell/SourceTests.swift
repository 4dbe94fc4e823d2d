import SeashellTesting
import Testing

@testable import ShellKit

@MainActor
@Suite struct SourceTests {
  @Test func `A script sees its arguments, and the outer one sees its own again`() async throws {
    let folder = try TemporaryFolder()
    let inner = try folder.write("inner", "print inner $1 $2\nlet kept = 'yes'\n")
    let outer = try folder.write(
      "outer", "print $1\nsource \(inner) 'a b' -o\nprint $1 $kept; source \(inner) $1 $1\n")
    #expect(
      try await TestShell().run(file: outer, arguments: ["-x", "y"])
        == .init(0, "-x\ninner a b -o\n-x yes\ninner -x -x\n"))
    #expect(
      try await TestShell().run("source \(inner) 1 2; print $1").errors
        .hasPrefix("test:1: $1 is not defined"))
  }

  @Test func `A failing script is told once, with its own file and line`() async throws {
    let folder = try TemporaryFolder()
    let inner = try folder.write("inner", "print a\nshop fail invalid\nprint b\n")
    let outer = try folder.write("outer", "source \(inner) && print c\nprint d\n")
    let told = "\(inner):2: it failed\n  shop fail invalid\n  ^^^^^^^^^^^^^^^^^\n"
    let expected = TestShell.Outcome(6, "a\n", told)
    let test = try TestShell()
    #expect(await test.run(file: outer) == expected)
    #expect(await test.run("source \(outer)") == expected)
    #expect(await test.run(["source", outer]) == expected)
    #expect(await test.run("source \(outer) | cat > /dev/null") == .init(6, "", told))
    #expect(await test.run("source \(outer) || print e").output == "a\ne\n")
    let timed = await test.run("time source \(outer)")
    #expect(timed.status == 6 && timed.errors.hasPrefix(told))
  }

  @Test func `Going on goes on in inner scripts too, and the first failure's status wins`()
    async throws
  {
    let folder = try TemporaryFolder()
    let inner = try folder.write("inner", "shop fail invalid\nprint b\nshop fail not_found\n")
    let test = try TestShell()
    let outcome = await test.run("set keep-going on\nsource \(inner)\nprint c $?")
    #expect(outcome.output == "b\nc 6\n")
    #expect(outcome.status == 6)
    #expect(outcome.errors.split(separator: "\n").count { $0.contains("it failed") } == 2)
  }

  @Test func `A script that is not there fails with 1`() async throws {
    let test = try TestShell()
    let message = "cannot read '/nowhere/x': No such file or directory\n"
    #expect(await test.run(file: "/nowhere/x") == .init(1, "", "seashell: \(message)"))
    #expect(
      await test.run("source /nowhere/x")
        == .init(1, "", "test:1: \(message)  source /nowhere/x\n  ^^^^^^^^^^^^^^^^^\n"))
  }

  @Test(arguments: [false, true])
  func `A folder is no script, and ends the reading`(keepsGoing: Bool) async throws {
    let test = try TestShell()
    test.settings.keepsGoing = keepsGoing
    #expect(
      await test.run(file: "/tmp")
        == .init(1, "", "/tmp:1: cannot read the script: Is a directory\n"))
  }

  @Test func `A script that runs itself is stopped at a bound`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("again", "print x\nsource \(folder.path)/again\n")
    let outcome = try await TestShell().run(file: path)
    #expect(outcome.status == 1)
    #expect(outcome.output.split(separator: "\n").count == 100)
    #expect(
      outcome.errors == "\(path):2: scripts run one another more than 100 deep\n"
        + "  source \(path)\n  \(String(repeating: "^", count: path.count + 7))\n")
  }

  @Test(
    "`exit` ends everything, wherever it stands",
    arguments: [
      ("exit 4\nprint no", 4), ("print a && exit 5; print no", 5), ("exit\nprint no", 0),
      ("shop fail unauthorized || exit; print no", 4), ("exit 0; print no", 0),
      ("exit 7 | cat; print no", 7), ("exit 8 > /dev/null; print no", 8),
      ("time exit 9; print no", 9),
    ])
  func leaving(script: String, status: Int32) async throws {
    let folder = try TemporaryFolder()
    let inner = try folder.write("inner", script + "\nprint no\n")
    let outcome = try await TestShell().run("source \(inner)\nprint no")
    #expect(outcome.status == status)
    #expect(!outcome.output.contains("no"))
    #expect(try await TestShell().run(script).status == status)
  }

  @Test func `What a script writes goes where its command's results go`() async throws {
    let folder = try TemporaryFolder()
    let inner = try folder.write(
      "inner", "print b\nprint a | sort\nprint c > \(folder.path)/own\nshop later; time print d\n")
    let test = try TestShell()
    let outcome = await test.run("source \(inner) > \(folder.path)/out\nprint e")
    #expect(outcome.status == 0 && outcome.output == "e\n")
    #expect(try folder.read("out") == "b\na\nlater\nd\n")
    #expect(try folder.read("own") == "c\n")
    #expect(await test.run("source \(inner) | sort >> \(folder.path)/out").output.isEmpty)
    #expect(try folder.read("out") == "b\na\nlater\nd\na\nb\nd\nlater\n")
  }
}

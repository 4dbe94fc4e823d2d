import ShellRuntime
import ShellTestSupport
import SeashellTesting
import Testing

@MainActor
@Suite struct SourceTests {
  @Test func `A sourced script sees its arguments, and the outer one sees its own again`()
    async throws
  {
    let folder = try TemporaryFolder()
    let inner = try folder.write("inner", "print inner $1 $2\nlet kept = 'yes'\n")
    let outer = try folder.write(
      "outer", "print $1\nsource \(inner) 'a b' -o\nprint $1 $kept; source \(inner) $1 $1\n")
    #expect(
      await TestShell().run(file: outer, arguments: ["-x", "y"])
        == .init(0, "-x\ninner a b -o\n-x yes\ninner -x -x\n"))
    #expect(
      await TestShell().run("source \(inner) 1 2; print $1").errors
        .hasPrefix("test:1: $1 is not defined"))
  }

  @Test(
    "A script reads all of its arguments, their number and its name",
    arguments: [
      ("print $@", "a b  c -o\n"), ("print \"$@\" ${@}", "a b  c -o a b  c -o\n"),
      ("print \"<$@>\"", "<a b  c -o>\n"), ("print $# ${#}", "3 3\n"),
      ("print '$@' \\$#", "$@ $#\n"),
      ("shop list $#", "1\tthing 1\n2\tthing 2\n3\tthing 3\n"),
      ("print $@ | grep -qx 'a b  c -o'", ""),
      ("print x | sh -c 'test $# = 3 && test \"$2\" = \"b  c\"' sh $@", ""),
      ("source $0.2 $@", "3 b  c\n"),
      ("source $0.2; print $#", "0\n3\n"), ("time print $@", "a b  c -o\n"),
      ("print $0", "FILE\n"), ("source $0.3", "FILE.3\n"),
    ])
  func arguments(line: String, output: String) async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("script", line + "\n")
    _ = try folder.write(
      "script.2", "print $# ${2}\n".replacing(" ${2}", with: line.hasSuffix("$@") ? " $2" : ""))
    _ = try folder.write("script.3", "print $0\n")
    let outcome = await TestShell().run(file: path, arguments: ["a", "b  c", "-o"])
    #expect(outcome.output == output.replacing("FILE", with: path))
    #expect(outcome.status == 0)
  }

  @Test(
    "An invalid argument of a sourced script is marked where it was written",
    arguments: [
      ("shop list 3 $@", "shop list takes one argument, and 'a' is one too many", 12, 2),
      ("shop list $@ x", "shop list takes one argument, and 'b' is one too many", 10, 2),
      ("print x > $@", "a redirection takes one file, but $@ has 2 words", 10, 2),
      ("print $3", "$3 is not defined; give the script more arguments", 6, 2),
    ])
  func misfit(line: String, message: String, start: Int, length: Int) async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("script", line + "\n")
    let errors = await TestShell().run(file: path, arguments: ["a", "b"]).errors
    let caret = String(repeating: " ", count: start) + String(repeating: "^", count: length)
    #expect(errors.hasPrefix("\(path):1: \(message)"), "\(errors)")
    #expect(errors.hasSuffix("\n  \(line)\n  \(caret)\n"), "\(errors)")
  }

  @Test func `Without arguments $@ is empty, and without a script $0 is undefined`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "script", "print $# [ $@ ]\nprint a \"$@\"\nprint \"<$@>\"\n$@ || print none\nprint x | $@")
    let outcome = await TestShell().run(file: path)
    #expect(outcome.output == "0 [ ]\na\n<>\nnone\n")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.contains("no program to run: $@ is empty\n  print x | $@\n            ^^\n"))
    #expect(await TestShell().run("print $# [ $@ ]") == .init(0, "0 [ ]\n"))
    #expect(
      await TestShell().run("print $0").errors.hasPrefix(
        "test:1: $0 is not defined; $0 is the name of the running script file; there is none\n"))
  }

  @Test func `A failing script is reported once, with its own file and line`() async throws {
    let folder = try TemporaryFolder()
    let inner = try folder.write("inner", "print a\nshop fail invalid\nprint b\n")
    let outer = try folder.write("outer", "source \(inner) && print c\nprint d\n")
    let told = "\(inner):2: it failed\n  shop fail invalid\n  ^^^^^^^^^^^^^^^^^\n"
    let expected = TestShell.Outcome(6, "a\n", told)
    let test = TestShell()
    #expect(await test.run(file: outer) == expected)
    #expect(await test.run("source \(outer)") == expected)
    #expect(await test.run(["source", outer]) == expected)
    #expect(await test.run("source \(outer) | cat > /dev/null") == .init(6, "", told))
    #expect(await test.run("source \(outer) || print e").output == "a\ne\n")
    let timed = await test.run("time source \(outer)")
    #expect(timed.status == 6 && timed.errors.hasPrefix(told))
  }

  @Test func `--keep-going applies to inner scripts too, and the first failure's status counts`()
    async throws
  {
    let folder = try TemporaryFolder()
    let inner = try folder.write("inner", "shop fail invalid\nprint b\nshop fail not_found\n")
    let test = TestShell()
    let outcome = await test.run("set keep-going on\nsource \(inner)\nprint c $?")
    #expect(outcome.output == "b\nc 6\n")
    #expect(outcome.status == 6)
    #expect(outcome.errors.split(separator: "\n").count { $0.contains("it failed") } == 2)
  }

  @Test func `A missing script fails with 1`() async throws {
    let test = TestShell()
    let message = "cannot read '/nowhere/x': No such file or directory\n"
    #expect(await test.run(file: "/nowhere/x") == .init(1, "", "test: \(message)"))
    #expect(
      await test.run("source /nowhere/x")
        == .init(1, "", "test:1: \(message)  source /nowhere/x\n  ^^^^^^^^^^^^^^^^^\n"))
  }

  @Test(arguments: [false, true])
  func `A folder is not a script, and ends the reading`(keepsGoing: Bool) async throws {
    let test = TestShell()
    test.settings.keepsGoing = keepsGoing
    #expect(
      await test.run(file: "/tmp")
        == .init(1, "", "/tmp:1: cannot read the script: Is a directory\n"))
  }

  @Test func `A script that runs itself is stopped at a bound`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("again", "print x\nsource \(folder.path)/again\n")
    let outcome = await TestShell().run(file: path)
    #expect(outcome.status == 1)
    #expect(outcome.output.split(separator: "\n").count == 100)
    #expect(
      outcome.errors == "\(path):2: commands are nested more than 100 deep\n"
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
    let outcome = await TestShell().run("source \(inner)\nprint no")
    #expect(outcome.status == status)
    #expect(!outcome.output.contains("no"))
    #expect(await TestShell().run(script).status == status)
  }

  @Test func `A sourced script writes where its command's results go`() async throws {
    let folder = try TemporaryFolder()
    let inner = try folder.write(
      "inner", "print b\nprint a | sort\nprint c > \(folder.path)/own\nshop later; time print d\n")
    let test = TestShell()
    let outcome = await test.run("source \(inner) > \(folder.path)/out\nprint e")
    #expect(outcome.status == 0 && outcome.output == "e\n")
    #expect(try folder.read("out") == "b\na\nlater\nd\n")
    #expect(try folder.read("own") == "c\n")
    #expect(await test.run("source \(inner) | sort >> \(folder.path)/out").output.isEmpty)
    #expect(try folder.read("out") == "b\na\nlater\nd\na\nb\nd\nlater\n")
  }
}

import Foundation
import Testing

@Suite struct WaysInTests {
  @Test func `a script comes on standard input`() throws {
    let result = try Sandbox().seashell(input: "print one\nprint two\n")
    #expect(result.output == "one\ntwo\n")
    #expect(result.errors.isEmpty)
    #expect(result.status == 0)
  }

  @Test func `an empty input is an empty script`() throws {
    let result = try Sandbox().seashell()
    #expect(result.output.isEmpty && result.errors.isEmpty && result.status == 0)
  }

  @Test func `a text is run by -c`() throws {
    #expect(try Sandbox().seashell("-c", "print one; print two").output == "one\ntwo\n")
  }

  @Test func `a file is run by -f, with its arguments`() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.file("greet.sea", "print \"$1, $2\"\n")
    #expect(
      try sandbox.seashell("-f", file, "Hello", "--keep-going").output == "Hello, --keep-going\n")
  }

  @Test func `a file can be a program of its own`() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.file("greet", "#!/usr/bin/env -S seashell -f\nprint \"Hello, $1\"\n")
    chmod(file, 0o755)
    let result = try Program.run(
      file, ["Ada"], environment: sandbox.environment, directory: sandbox.home)
    #expect(result.output == "Hello, Ada\n")
  }

  @Test func `a file that is not there has status 1`() throws {
    let result = try Sandbox().seashell("-f", "/nowhere/x.sea")
    #expect(result.status == 1)
    #expect(result.errors.contains("/nowhere/x.sea"))
  }

  @Test func `one command's words are taken as they are`() throws {
    let result = try Sandbox().seashell("print", "$HOME", "a;b", "# c", "it's")
    #expect(result.output == "$HOME a;b # c it's\n")
  }

  @Test(arguments: [["--version"], ["-V"], ["version"], ["-c", "version"]])
  func `the version is told`(words: [String]) throws {
    let sandbox = try Sandbox()
    let result = try Program.run(
      Program.seashell.path, words, environment: sandbox.environment, directory: sandbox.home)
    #expect(result.output.wholeMatch(of: /seashell \d+\.\d+\.\d+\n/) != nil)
    #expect(result.status == 0)
  }

  @Test(arguments: ["-h", "--help"])
  func `the program tells how it is used`(word: String) throws {
    let result = try Sandbox().seashell(word)
    for option in ["--env", "--output", "--keep-going", "--no-config", "--quiet", "--verbose"] {
      #expect(result.output.contains(option))
    }
    #expect(result.status == 0)
  }

  @Test(arguments: [
    (["--keep-goin"], "--keep-going"), (["-o", "yaml", "print"], "yaml"), (["-e", "live"], "live"),
    (["-c"], "-c"), (["-c", "print", "x"], "-c"), (["-c", "print", "-f", "x"], "-f"),
    (["prnt", "x"], "print"),
  ])
  func `a wrong word has status 2 and is named`(words: [String], name: String) throws {
    let sandbox = try Sandbox()
    let result = try Program.run(
      Program.seashell.path, words, environment: sandbox.environment, directory: sandbox.home)
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("seashell: ") && result.errors.contains(name))
    #expect(result.output.isEmpty)
  }

  @Test(arguments: ["-e", "--env"])
  func `the embedded shop can be named`(option: String) throws {
    let result = try Sandbox().seashell(option, "embedded", "-o", "json", "env", "show")
    #expect(result.output.hasPrefix(#"{"name":"embedded","#))
  }

  @Test func `quiet leaves notices out`() throws {
    let sandbox = try Sandbox()
    let words = ["session", "login", "--user", "demo", "--password-stdin"]
    let loud = try Program.run(
      Program.seashell.path, words, input: Data("demo\n".utf8), environment: sandbox.environment,
      directory: sandbox.home)
    let quiet = try Program.run(
      Program.seashell.path, ["-q"] + words, input: Data("demo\n".utf8),
      environment: sandbox.environment, directory: sandbox.home)
    #expect(loud.status == 0 && quiet.status == 0)
    #expect(!loud.errors.isEmpty && quiet.errors.isEmpty)
  }

  @Test func `verbose tells of requests and of nothing secret`() throws {
    let sandbox = try Sandbox()
    try sandbox.signIn()
    let result = try sandbox.seashell("-v", "session", "status")
    #expect(result.errors.contains("GET") && result.errors.contains("200"))
    #expect(!result.errors.contains("Bearer"))
  }
}

import Foundation
import TestSupport
import Testing

@Suite(.mayBlock) struct WaysInTests {
  @Test func `a script is read from standard input`() throws {
    let result = try Sandbox().seashell(input: "print one\nprint two\n")
    #expect(result.output == "one\ntwo\n")
    #expect(result.errors.isEmpty)
    #expect(result.status == 0)
  }

  @Test func `an empty input is an empty script`() throws {
    let result = try Sandbox().seashell()
    #expect(result.output.isEmpty && result.errors.isEmpty && result.status == 0)
  }

  @Test func `-c runs a text`() throws {
    #expect(try Sandbox().seashell("-c", "print one; print two").output == "one\ntwo\n")
  }

  @Test func `-f runs a file with its arguments`() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.file("greet.sea", "print \"$1, $2\"\n")
    #expect(
      try sandbox.seashell("-f", file, "Hello", "--keep-going").output == "Hello, --keep-going\n")
  }

  @Test func `a script file can be run as a program`() throws {
    let sandbox = try Sandbox()
    let text = try sandbox.file("text", "#!/usr/bin/env -S seashell -f\nprint \"Hello, $1\"\n")
    let file = sandbox.home.appending(path: "greet").path
    // A program that another test starts at this moment has this process's files open until it runs, and a
    // file that is open for writing cannot be executed.
    _ = try Program.run(
      "/usr/bin/install", ["-m", "755", text, file], environment: sandbox.environment,
      directory: sandbox.home)
    let result = try Program.run(
      file, ["Ada"], environment: sandbox.environment, directory: sandbox.home)
    #expect(result.output == "Hello, Ada\n")
  }

  @Test func `a missing script file is status 1`() throws {
    let result = try Sandbox().seashell("-f", "/nowhere/x.sea")
    #expect(result.status == 1)
    #expect(result.errors.contains("/nowhere/x.sea"))
  }

  @Test func `the words of a single command are taken literally`() throws {
    let result = try Sandbox().seashell("print", "$HOME", "a;b", "# c", "it's")
    #expect(result.output == "$HOME a;b # c it's\n")
  }

  @Test(arguments: [["--version"], ["-V"], ["version"], ["-c", "version"]])
  func `the version can be printed in each way`(words: [String]) throws {
    let sandbox = try Sandbox()
    let result = try Program.run(
      Program.seashell.path, words, environment: sandbox.environment, directory: sandbox.home)
    #expect(result.output.wholeMatch(of: /seashell \d+\.\d+\.\d+\n/) != nil)
    #expect(result.status == 0)
  }

  @Test(arguments: ["-h", "--help"])
  func `-h and --help print the program's help`(word: String) throws {
    let result = try Sandbox().seashell(word)
    for option in [
      "--env", "--output", "--keep-going", "--config", "--no-config", "--quiet", "--verbose",
    ] {
      #expect(result.output.contains(option))
    }
    #expect(result.status == 0)
  }

  @Test(arguments: [
    (["--keep-goin"], "--keep-going"), (["-o", "yaml", "print"], "yaml"), (["-e", "live"], "live"),
    (["-c"], "-c"), (["-c", "print", "x"], "-c"), (["-c", "print", "-f", "x"], "-f"),
    (["prnt", "x"], "print"),
  ])
  func `a wrong word on the command line is named, status 2`(words: [String], name: String) throws {
    let sandbox = try Sandbox()
    let result = try Program.run(
      Program.seashell.path, words, environment: sandbox.environment, directory: sandbox.home)
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("seashell: ") && result.errors.contains(name))
    #expect(result.output.isEmpty)
  }

  @Test(arguments: ["-o=json", "-ojson", "--output=json"])
  func `the output format may be attached to its option`(option: String) throws {
    let result = try Sandbox().seashell("env", "show", option)
    #expect(result.output.hasPrefix(#"{"name":"embedded","#))
    #expect(try Sandbox().seashell(option, "env", "show").output == result.output)
    let error = try Sandbox().seashell("env", "show", "nosuch", option).errors
    #expect(error.hasPrefix(#"{"error":{"#))
  }

  @Test func `a program option after a command is an error with advice`() throws {
    let result = try Sandbox().seashell("products", "list", "-e", "dev")
    #expect(result.status == 2)
    #expect(
      result.errors
        == "seashell: '-e' is an option of seashell; put it before the command: "
        + "seashell -e dev products list\n")
  }

  @Test(arguments: ["-c", "-f", "words", "input"])
  func `the command line is read although a preloaded library has set a variable`(way: String)
    throws
  {
    let sandbox = try Sandbox()
    let source = try sandbox.file(
      "early.c",
      """
      #include <stdlib.h>
      __attribute__((constructor)) static void early(void) {
        /* env(1), which starts the shell, has the variable already: a new one moves them all. */
        unsetenv("SET_EARLY");
        setenv("SET_EARLY", "yes", 1);
      }
      """)
    let library = "\(sandbox.home.path)/early.so"
    let made = try Program.run(
      "/usr/bin/cc", ["-shared", "-fPIC", "-o", library, source], environment: sandbox.environment,
      directory: sandbox.home)
    try #require(made.status == 0, "\(made.errors)")
    let script = try sandbox.file("a.sea", "print $SET_EARLY $1\n")
    let words: [String] =
      switch way {
      case "-c": ["-c", "print $SET_EARLY a"]
      case "-f": ["-f", script, "a"]
      case "words": ["print", "yes", "a"]
      default: []
      }
    let result = try Program.run(
      Program.seashell.path, words,
      input: Data((words.isEmpty ? "print $SET_EARLY a\n" : "print no\n").utf8),
      environment: sandbox.environment.merging(["LD_PRELOAD": library]) { $1 },
      directory: sandbox.home)
    #expect(result.output == "yes a\n" && result.errors == "" && result.status == 0)
  }

  @Test func `standard error is escaped even without a terminal`() throws {
    let sandbox = try Sandbox()
    let hostile = "\u{1B}]0,x\u{7}\u{9B}\u{202E}"
    let result = try sandbox.seashell(
      "--keep-going", "-c", "print 'a\(hostile)'\n\(hostile)\nprint '\(hostile)")
    #expect(result.output == "a\(hostile)\n")
    #expect(result.errors.contains(#"'\u{1B}]0,x\u{7}\u{9B}\u{202E}' is not a command"#))
    for name in ["json", "table"] {
      let errors = try sandbox.seashell("-o", name, "products", "show", hostile).errors
      #expect(errors.contains("]0,x"))
      #expect(
        !errors.unicodeScalars.contains { "\u{1B}\u{7}\u{9B}\u{202E}".unicodeScalars.contains($0) })
    }
  }

  @Test(arguments: [
    ["login", "--user", "demo", "--password", "hunter2"], ["login", "demo", "hunter2"],
  ])
  func `a password on the command line is shown nowhere`(words: [String]) throws {
    let sandbox = try Sandbox()
    let line = (["session"] + words).joined(separator: " ")
    let script = try sandbox.file("a.sea", "\(line) 'x\n")
    let results = [
      try sandbox.seashell("-c", line), try sandbox.seashell("-c", "print a | cat; \(line)"),
      try sandbox.seashell("-f", script), try sandbox.seashell("-o", "json", "-c", line),
      try sandbox.seashell("-v", "-c", "\(line) $(x)"), try sandbox.seashell(input: line),
      try Program.run(
        Program.seashell.path, ["session"] + words, environment: sandbox.environment,
        directory: sandbox.home),
      try Program.run(
        Program.seashell.path, ["-c"] + ["session"] + words, environment: sandbox.environment,
        directory: sandbox.home),
      try Program.run(
        Program.seashell.path, [line], environment: sandbox.environment, directory: sandbox.home),
    ]
    for result in results {
      #expect(result.status == 2)
      #expect(!(result.errors + result.output).contains("hunter2"), "\(result.errors)")
    }
  }

  @Test(arguments: ["-e", "--env"])
  func `the embedded shop can be chosen by name`(option: String) throws {
    let result = try Sandbox().seashell(option, "embedded", "-o", "json", "env", "show")
    #expect(result.output.hasPrefix(#"{"name":"embedded","#))
  }

  @Test func `--quiet hides notices`() throws {
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

  @Test func `--verbose traces requests without secrets`() throws {
    let sandbox = try Sandbox.signedIn()
    let result = try sandbox.seashell("-v", "session", "status")
    #expect(result.errors.contains("GET") && result.errors.contains("200"))
    #expect(!result.errors.contains("Bearer"))
  }
}

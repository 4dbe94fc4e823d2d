import FaultServer
import Foundation
import SeashellKit
import ShellOutput
import TestSupport
import Testing

@testable import ShellCommands
@testable import ShellLanguage

/// Values from data, in every parameter of every command.
@Suite(.mayBlock) struct DataValuesTests {
  private static let secret = "TOPSECRETFILE"
  private static let input = "TOPSECRETINPUT"

  /// Values that would mean something else if a user wrote them.
  private static let values = [
    "@secret.txt", "@HOME/secret.txt", "@@secret.txt", "@-", "-", "--yes", "--dry-run",
    "--insecure",
    "-o", "-i", "--help", "$HOME", "$(touch made)", "(1 + 2)", "~/secret.txt", "*", "| tee made",
    "> made", "< secret.txt", ".", "..", "./secret.txt", "../x", "..,", "..;/x", "x=@secret.txt",
    "x:=@secret.txt",
  ]

  private static let description = """
    {"openapi":"3.1.0","info":{"title":"Warehouse","version":"1"},"paths":{
    "/items/{id}":{"parameters":[
      {"name":"id","in":"path","required":true,"schema":{"type":"array","items":{"type":"string"}}},
      {"name":"q","in":"query","schema":{"type":"string"}},
      {"name":"X-Note","in":"header","schema":{"type":"string"}}],
     "get":{"operationId":"getItem","responses":{}},"delete":{"operationId":"deleteItem","responses":{}}},
    "/items":{"post":{"operationId":"createItem","requestBody":{"content":{"application/json":
      {"schema":{"type":"object","properties":{"name":{"type":"string"},"note":{"type":"string"}}}}}},
      "responses":{}}},
    "/photos":{"post":{"operationId":"createPhoto","requestBody":{"content":{"multipart/form-data":
      {"schema":{"type":"object","properties":{"file":{"type":"string","format":"binary"},
      "title":{"type":"string"}}}}}},"responses":{}}}}}
    """

  private static let operations = [
    "wh items show", "wh items delete", "wh items add", "wh photos add", "hello greet",
    "clock convert-time",
  ]

  private let home: Sandbox
  private let server: FaultServer

  /// Creates a home with an added API, a program and a server of tools as modules.
  init() throws {
    home = try Sandbox()
    server = try FaultServer { _ in .json("{}") }
    try home.file("secret.txt", Self.secret)
    try home.file("wh.json", Self.description)
    let lines = try Self.values.map { value in
      let text = value.replacing("HOME/", with: home.home.path + "/")
      return String(decoding: try JSONEncoder().encode(["v": text]), as: UTF8.self)
    }
    try home.file("values.jsonl", lines.joined(separator: "\n"))
    let hello = TranscriptTests.root.appending(path: "Examples/Hello/hello.sh").path
    for words in [
      ["api", "add", "wh", "wh.json", "--url", server.url, "--yes"],
      ["modules", "add", "hello", "--program", "--yes", "--", hello],
      ["modules", "add", "clock", "--yes", "--", ModulesTests.clock],
    ] {
      let result = try run(words)
      guard result.status == 0 else { throw Sandbox.Failure(text: result.errors) }
    }
  }

  private func run(_ words: [String], input: String = "") throws -> Program.Result {
    try Program.run(
      Program.seashell.path, words, input: Data(input.utf8), environment: home.environment,
      directory: home.home)
  }

  private struct Help: Decodable {
    struct Module: Decodable {
      let name: String
      let commands: [CommandSpecification]
    }
    let builtins: [CommandSpecification]
    let stages: [CommandSpecification]
    let modules: [Module]
  }

  /// The commands of the program and of what was added, with their paths.
  private func commands() throws -> [(path: String, specification: CommandSpecification)] {
    func page<Page: Decodable>(_ words: [String]) throws -> Page {
      let result = try run(["-o", "json", "help"] + words)
      return try JSONDecoder().decode(Page.self, from: Data(result.output.utf8))
    }
    let help: Help = try page([])
    var commands: [(path: String, specification: CommandSpecification)] = []
    for command in help.builtins + help.stages { commands.append((command.name, command)) }
    for module in help.modules {
      for command in module.commands {
        commands.append(("\(module.name) \(command.name)", command))
      }
    }
    let known = Set(commands.map(\.path))
    for path in Self.operations where !known.contains(path) {
      commands.append((path, try page(path.split(separator: " ").map(String.init))))
    }
    return commands
  }

  /// A word that is only a value from data.
  private static func data(_ value: String) -> Word {
    Word(content: .composed([.variable(.init("v"))]), start: 0, end: 0, isQuoted: false)
      .replaced(by: value, data: DataParts(all: value))
  }

  @Test func `a value from data is the value of its parameter, and no option or file`() throws {
    let commands = try commands()
    #expect(commands.count > 100)
    var count = 0
    for (path, specification) in commands {
      let binder = ArgumentBinder(specification, path: path)
      for value in Self.values {
        for (index, argument) in specification.arguments.enumerated() {
          let words = specification.arguments.indices.map {
            $0 == index ? Self.data(value) : Word("x")
          }
          try check(words, argument.name, value, binder)
          count += 1
        }
        for option in specification.ownOptions where !option.isFlag {
          let attached = Word("--\(option.name)=\(value)")
          var word = attached
          word.data = DataParts([option.name.utf8.count + 3..<attached.text.utf8.count])
          for words in [[Word("--\(option.name)"), Self.data(value)], [word]] {
            try check(words, option.name, value, binder)
            count += 1
          }
        }
      }
    }
    #expect(count > 3000)
  }

  private func check(
    _ words: [Word], _ name: String, _ value: String, _ binder: ArgumentBinder
  ) throws {
    let bound = try BoundArguments(binder, scanning: words, from: 0, at: [:])
    let given = bound.given(name)
    #expect(
      given.last?.text == value && given.last?.reference == .text(value),
      "\(binder.path): \(name) is \(given), not '\(value)'")
    for option in binder.options where option.name != name {
      #expect(!bound.flag(option.name), "\(binder.path): '\(value)' gives --\(option.name)")
    }
    #expect(try binder.longTexts(in: words, from: 0).isEmpty)
  }

  /// Statements in which one parameter after the other is a value from data.
  private static func statements(
    for path: String, _ specification: CommandSpecification
  ) -> [String] {
    let required = specification.arguments.filter(\.isRequired)
    let yes = specification.ownOptions.contains { $0.name == "yes" } ? " --yes" : ""
    func line(_ argument: String?, _ more: String) -> String {
      let arguments = required.map { $0.name == argument ? "$r.v" : "x" }
      return ([path] + arguments).joined(separator: " ") + more + yes
    }
    var statements: [String] = []
    func add(_ lines: [String], namesFile: Bool) {
      // The value of such a parameter names a file, even if it comes from data.
      let values = namesFile ? "$unnamed" : "$all"
      statements += lines.map { "for r in \(values) { try { \($0) } else { } }" }
    }
    for argument in specification.arguments {
      let lines =
        argument.isRequired
        ? [line(argument.name, "")] : [line(nil, " $r.v"), line(nil, " \"x=$r.v\"")]
      add(lines, namesFile: argument.completion == "files")
    }
    for option in specification.ownOptions where !option.isFlag {
      add(
        [line(nil, " --\(option.name) $r.v"), line(nil, " --\(option.name) x=$r.v")],
        namesFile: option.completion == "files")
    }
    return statements
  }

  @Test func `a value from data names no file, no program and no other path in what is sent`()
    throws
  {
    let modules = ["products", "reviews", "wh", "hello", "clock"]
    let names = ["api get", "api post", "api delete", "open", "cd", "ls", "source", "print"]
    var statements = try commands().flatMap { path, specification in
      modules.contains(path.prefix { $0 != " " }.description) || names.contains(path)
        ? Self.statements(for: path, specification) : []
    }
    #expect(statements.count > 100)
    for line in [
      "api get products/$r.v/x", "api get wh:items/$r.v", "api put x note=y$r.v", "$r.v x",
    ] {
      statements.append("for r in $all { try { \(line) } else { } }")
    }
    let script = try home.file(
      "script.sea",
      """
      let all = from jsonl values.jsonl
      let unnamed = from jsonl values.jsonl | where v != './secret.txt'
      \(statements.joined(separator: "\n"))
      """)
    let result = try run(
      ["-q", "-e", server.url, "--keep-going", "-f", script], input: Self.input)
    for text in [result.output, result.errors] {
      #expect(!text.contains(Self.secret) && !text.contains(Self.input))
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: home.home.path)
    #expect(!files.contains("made"))
    let sent = server.record.requests
    #expect(sent.count > 500)
    for request in sent {
      let fields = request.headers.map(\.value).joined(separator: "\n")
      for text in [request.target, fields, request.text] {
        #expect(!text.contains(Self.secret) && !text.contains(Self.input), "\(request)")
      }
      let path = request.target.prefix { $0 != "?" }
      for segment in path.split(separator: "/") {
        #expect(!PercentEncoding.isDots(segment.utf8), "\(request.target)")
      }
    }
    // The same words send the file if they are written.
    let written = try run(["-q", "-e", server.url, "-c", "api post x note=@secret.txt"])
    #expect(written.status == 0)
    #expect(server.record.requests.last?.text.contains(Self.secret) == true)
  }
}

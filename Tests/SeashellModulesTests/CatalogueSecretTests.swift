import Glibc
import SeashellKit
@testable import SeashellModules
import SeashellTesting
import TestSupport
import Testing

/// Secrets of added modules: what counts as one, and where it is stored.
@Suite(.mayBlock) struct CatalogueSecretTests {
  private let folder: TemporaryFolder
  private let catalogue: ModuleCatalogue

  init() throws {
    folder = try TemporaryFolder()
    catalogue = ModuleCatalogue(folder: folder.file("state"))
  }

  private func put(_ name: String, _ text: String) throws {
    try PrivateFile(path: folder.file("state/\(name)")).replace(with: Array(text.utf8))
  }

  private func text(_ name: String) throws -> String { try folder.read("state/\(name)") }

  @Test(
    arguments: [
      (["API_KEY": "hush"], ["API_KEY": "${secret:env API_KEY}"]),
      (["API_KEY": "${KEY}", "B_TOKEN": "Bearer ${env:KEY}"], nil),
      (["API_KEY": "${file:~/.secrets/x}"], nil), (["API_KEY": "", "ZONE": "UTC"], nil),
      (["API_KEY": "${KEY:-hush}"], ["API_KEY": "${secret:env API_KEY}"]),
      (["API_KEY": "a${KEY}"], ["API_KEY": "${secret:env API_KEY}"]),
      (["API_KEY": "${KEY}hush"], ["API_KEY": "${secret:env API_KEY}"]),
    ] as [([String: String], [String: String]?)])
  func `a variable with a credential's name is recorded as a secret`(
    variables: [String: String], result: [String: String]?
  ) {
    var record = ModuleRecord(name: "clock", source: .server(["clock"]))
    record.variables = variables
    let titles = record.takeSecrets()
    #expect(record.variables == result ?? variables)
    #expect(titles == (result == nil ? [] : ["the variable API_KEY"]))
    #expect(record.secrets["env API_KEY"] == (result == nil ? nil : variables["API_KEY"]))
    #expect(record.firstLiteral == nil)
    #expect(!"\(record)".contains("hush") || result == nil)
  }

  @Test(
    arguments: [
      (["x", "--api-key", "hush"], ["x", "--api-key", "${secret:word 2}"]),
      (["x", "--api-key=hush", "-v"], ["x", "--api-key=${secret:word 1}", "-v"]),
      (["x", "API_KEY=hush"], ["x", "API_KEY=${secret:word 1}"]),
      (
        ["x", "--header", "Authorization: Bearer hush"],
        ["x", "--header", "Authorization: ${secret:word 2}"]
      ),
      (
        ["x", "https://a.example/mcp?v=1&api_key=hush#top"],
        ["x", "https://a.example/mcp?v=1&api_key=${secret:word 1}#top"]
      ),
      (
        ["x", "postgres://ada:hush@db.example/shop"],
        ["x", "postgres://ada:${secret:word 1}@db.example/shop"]
      ),
      (["x", "--api-key", "--verbose"], nil), (["x", "--zone=UTC", "key=v", "a:b"], nil),
      (["x", "--header", "Authorization: Bearer ${KEY}"], nil), (["--token"], nil),
      (["x", "https://ada@a.example/?q=1"], nil), (["x", "https://a.example/?"], nil),
    ] as [([String], [String]?)])
  func `a word counts as a secret by its name`(words: [String], result: [String]?) {
    var record = ModuleRecord(name: "clock", source: .server(words))
    let titles = record.takeSecrets()
    #expect(record.commandLine == result ?? words)
    #expect(titles.count == (result == nil ? 0 : 1))
  }

  @Test func `secrets in header fields and a remote address are recorded apart`() throws {
    var record = ModuleRecord(
      name: "far",
      source: .remote(
        url: "https://a.example/mcp?key=hush",
        headers: ["X-Api-Key": "hush", "X-Trace": "on", "Authorization": "Bearer ${KEY}"]))
    #expect(
      record.takeSecrets() == ["the header field X-Api-Key", "'key' of the address"])
    #expect(
      record.source
        == .remote(
          url: "https://a.example/mcp?key=${secret:address key}",
          headers: [
            "X-Api-Key": "${secret:header X-Api-Key}", "X-Trace": "on",
            "Authorization": "Bearer ${KEY}",
          ]))
    let started = try record.expanded(secrets: record.secrets) { $0 == "KEY" ? "k" : nil }
    #expect(
      started.source
        == .remote(
          url: "https://a.example/mcp?key=hush",
          headers: ["X-Api-Key": "hush", "X-Trace": "on", "Authorization": "Bearer k"]))
    let error = #expect(throws: ShellError.self) { try record.expanded { _ in "k" } }
    #expect(error?.message.hasPrefix("the module 'far': its secret '") == true)
  }

  @Test func `a module's secrets are in a private file, removed with it`()
    async throws
  {
    var record = ModuleRecord(name: "clock", source: .server(["/bin/clock"]))
    record.variables = ["API_KEY": "hush-hush"]
    record.takeSecrets()
    try await catalogue.add(record)
    #expect(try !text("modules.json").contains("hush-hush"))
    #expect(try catalogue.secrets(of: "clock")["env API_KEY"] == "hush-hush")
    var status = stat()
    #expect(stat(folder.file("state/modules/secrets/clock.json"), &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    #expect(stat(folder.file("state/modules/secrets"), &status) == 0)
    #expect(status.st_mode & 0o777 == 0o700)
    try await catalogue.remove("clock")
    #expect(access(folder.file("state/modules/secrets/clock.json"), F_OK) != 0)
    #expect(try catalogue.secrets(of: "clock").isEmpty)
  }

  @Test func `credentials that an older version wrote in clear are moved once`() async throws {
    try put(
      "modules.json",
      """
      {"version":1,"modules":[
      {"name":"clock","server":["/bin/clock"],"variables":{"API_KEY":"hush-hush","ZONE":"UTC"}},
      {"name":"far","url":"https://a.example","headers":{"Cookie":"${KEY}"}}
      ]}
      """)
    #expect(try await catalogue.moveSecrets() == ["clock"])
    #expect(try !text("modules.json").contains("hush-hush"))
    #expect(try text("modules.json").contains(#""ZONE":"UTC""#))
    #expect(try catalogue.secrets(of: "clock")["env API_KEY"] == "hush-hush")
    #expect(try await catalogue.moveSecrets().isEmpty)
    let record = try #require(catalogue.records().records.first)
    #expect(
      try record.expanded(secrets: catalogue.secrets(of: "clock")) { _ in nil }.variables
        == ["API_KEY": "hush-hush", "ZONE": "UTC"])
  }

  @Test func `a damaged file of secrets is an error that says so`() throws {
    try put("modules/secrets/clock.json", "[1]")
    let error = #expect(throws: ShellError.self) { try catalogue.secrets(of: "clock") }
    #expect(error?.message.hasPrefix("the secrets of the module 'clock' are damaged (") == true)
  }

  private func started(_ value: String) throws -> String? {
    var record = ModuleRecord(name: "clock", source: .server(["/bin/clock"]))
    record.variables = ["KEY": value]
    return try record.expanded { $0 == "HOME" ? folder.path : nil }.variables["KEY"]
  }

  @Test func `a private file of a secret is read when the module is started`() throws {
    try folder.write("key", "hush-hush\n")
    chmod(folder.file("key"), 0o600)
    #expect(try started("${file:~/key}") == "hush-hush")
    #expect(try started("Bearer ${file:\(folder.file("key"))}!") == "Bearer hush-hush!")
    try folder.write("key", "other")
    #expect(try started("${file:~/key}") == "other")
  }

  @Test(
    arguments: [
      (
        "~/none", 0o600,
        "the secret is in '~/none', which cannot be read: No such file or directory"
      ),
      ("~/key", 0o640, "the secret is in '~/key', which other users can read"),
      ("~/key", 0o602, "the secret is in '~/key', which other users can change"),
      ("key", 0o600, "'${file:key}' does not name a file"),
      ("~/empty", 0o600, "the secret is in '~/empty', which has no text"),
      ("/dev/null", 0o600, "the secret is in '/dev/null', which is not a regular file"),
    ] as [(String, mode_t, String)])
  func `a secret's unsafe file is refused`(path: String, mode: mode_t, message: String) throws {
    try folder.write("key", "hush-hush")
    try folder.write("empty", "\n")
    chmod(folder.file("key"), mode)
    chmod(folder.file("empty"), 0o600)
    let error = #expect(throws: ShellError.self) { try started("${file:\(path)}") }
    #expect(error?.message == "the module 'clock': \(message)")
    #expect(error?.message.contains("hush") == false)
  }

  @Test func `a command line, which all users see, cannot refer to a secret`() throws {
    try folder.write("key", "hush-hush")
    chmod(folder.file("key"), 0o600)
    let record = ModuleRecord(
      name: "clock", source: .server(["/bin/clock", "${file:\(folder.file("key"))}"]))
    let error = #expect(throws: ShellError.self) { try record.expanded { _ in nil } }
    #expect(error?.message.contains("cannot be in a command line") == true)
    #expect(error?.hint?.hasPrefix("pass it as --env 'NAME=${file:") == true)
  }
}

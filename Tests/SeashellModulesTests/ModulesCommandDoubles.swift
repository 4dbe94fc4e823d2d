import Glibc
import SeashellHosting
import SeashellKit
@testable import SeashellModules
@testable import SeashellTesting
import ShellRuntime

/// Runs no modules, but keeps records, and plays the part of a process.
@MainActor
final class StubControl: ModuleControl {
  func catchUp() {}

  unowned let host: any ShellPort
  var records: [ModuleRecord] = []
  var temporaryNames: Set<String> = []
  var statuses: [String: ModuleStatus] = [:]
  var logs: [String: [String]] = [:]
  /// The offer of every module.
  var probe = ModuleProbe(
    offer: ProviderOffer(title: "mcp-time 1.0", dialect: "MCP 2025-11-25"), tools: [],
    commands: [
      CommandSpecification("get-time", abstract: "Tell the time"),
      CommandSpecification(
        "reset", abstract: "Set the clock to zero", parameters: []
      ).confirming("Reset?"),
    ])
  var changes = ToolChanges(from: [], to: [])
  var findings: [ModuleFinding] = []
  /// Thrown by every call.
  var failure: ShellError?
  private(set) var started: [ModuleRecord] = []

  init(host: any ShellPort) { self.host = host }

  func recordedName(ofAPI name: String) -> String? { name == "shop" ? nil : name }

  func record(of name: String) -> ModuleRecord? { records.first { $0.name == name } }

  func probe(_ record: ModuleRecord) async throws -> ModuleProbe {
    started.append(record)
    if let failure { throw failure }
    return probe
  }

  func add(_ record: ModuleRecord) async throws {
    if let failure { throw failure }
    records = (records + [record]).sorted { $0.name < $1.name }
    try host.load(StubModule(record, probe.commands), of: record.api, checksLater: false)
  }

  func remove(_ name: String) async throws {
    records.removeAll { $0.name == name }
    host.remove(name)
  }

  func setEnabled(_ isEnabled: Bool, _ name: String) async throws {
    for index in records.indices where records[index].name == name {
      records[index].isEnabled = isEnabled
      if isEnabled {
        try host.load(
          StubModule(records[index], probe.commands), of: records[index].api, checksLater: false)
      } else {
        host.remove(name)
      }
    }
  }

  func reload(_ name: String) async throws -> ToolChanges {
    if let failure { throw failure }
    return changes
  }

  func signIn(
    _ name: String, client: String?, adding scopes: [String], _ console: any Console
  ) async throws {}

  func signOut(_ name: String) async throws -> Bool { true }

  func log(of name: String) -> [String] { logs[name] ?? [] }

  func trust(_ name: String, data: [String], believesHints: Bool?) async throws {
    for index in records.indices where records[index].name == name {
      records[index].believesHints = believesHints ?? records[index].believesHints
      records[index].dataFiles.formUnion(data)
      try records[index].trustFiles { _ in nil }
    }
  }

  func status(of name: String) -> ModuleStatus { statuses[name] ?? ModuleStatus() }

  func check(_ record: ModuleRecord) async throws -> [ModuleFinding] {
    started.append(record)
    return findings
  }
}

/// A module with commands that print their name.
@MainActor
final class StubModule: FeatureModule {
  let name: String
  let abstract: String
  let commands: [any Command]
  private let loading: () throws -> Void

  init(
    _ name: String, _ abstract: String = "", _ commands: [CommandSpecification] = [],
    loading: @escaping () throws -> Void = {}
  ) {
    self.name = name
    self.abstract = abstract
    self.commands = commands.map { StubCommand(specification: $0) }
    self.loading = loading
  }

  convenience init(_ record: ModuleRecord, _ commands: [CommandSpecification]) {
    self.init(record.name, record.abstract, commands)
  }

  func load(in shell: any ShellPort) throws { try loading() }
}

private struct StubCommand: ImmediateCommand {
  let specification: CommandSpecification

  func runAtOnce(_ invocation: Invocation) throws {
    try invocation.output.text(specification.name)
  }
}

/// A shell with the module `modules`, a built-in module `env`, and a folder that has a program.
@MainActor
final class ModulesBench {
  let folder: TemporaryFolder
  let console = RecordingConsole()
  let harness: ShellHarness
  let control: StubControl

  init() throws {
    folder = try TemporaryFolder()
    harness = try ShellHarness(
      StubTransport { _ in throw ShellError(.failed, "no requests") }, console: console)
    control = StubControl(host: harness.shell.modules)
    try harness.load(
      ModulesModule(
        host: harness.shell.modules, control: control,
        variable: { [path = folder.path] in
          ["PATH": "/proc/nonexistent:\(path)", "HOST": "example.com", "KEY": "k"][$0]
        },
        folder: { [path = folder.path] in path }))
    try harness.load(
      StubModule("env", "Choose an environment", [.init("list", abstract: "List environments")]))
    try program("mcp-server-time")
  }

  func program(_ name: String, _ text: String = "#!/bin/sh\n") throws {
    try folder.write(name, text)
    guard chmod(folder.file(name), 0o755) == 0 else { throw ShellError(system: "cannot chmod") }
  }

  /// Adds the module `clock`, and forgets that it was started.
  func addClock() async throws {
    let result = await harness.run("modules add clock --yes -- mcp-server-time")
    guard result.status == 0 else { throw ShellError(.failed, result.errors) }
  }

  func run(_ line: String) async -> (status: Int32, output: String, errors: String) {
    await harness.run(line)
  }
}

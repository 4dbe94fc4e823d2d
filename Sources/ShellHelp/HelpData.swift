import FoundationEssentials
import ShellCommands
import ShellOutput
import ShellRuntime

@MainActor
struct HelpData {
  private let shell: Shell
  private let help: CommandHelp

  init(_ shell: Shell) {
    self.shell = shell
    help = CommandHelp(shell)
  }

  private struct Module: Encodable {
    let name: String
    let abstract: String
    let commands: [CommandSpecification]
  }

  private struct Named: Encodable {
    let name: String
    let abstract: String
  }

  func write(_ subject: HelpSubject, to output: Output) throws {
    switch subject {
    case .overview:
      let fields = try overview
      try output.record(fields.map { Column($0.name) }, fields.map(\.value))
    case .command(let entry): try writeRecord(entry.specification, to: output)
    case .module(let name): try writeRecord(module(name), to: output)
    case .api(let name):
      try write(
        help.modules.modules(in: name).map { Named(name: "\(name) \($0.name)", abstract: "") },
        to: output)
    case .group(let name, let api):
      try write(
        (help.modules.commands(of: name, in: api)?.summaries ?? []).map {
          Named(name: "\(api) \($0.path)", abstract: $0.command.abstract)
        }, to: output)
    case .topic(let topic): try writeRecord(topic, to: output)
    case .topics:
      try write(help.topics.map { Named(name: $0.name, abstract: $0.abstract) }, to: output)
    case .commands:
      let tables =
        shell.modules.commandModules.map { shell.modules.commands(of: $0.name) }
        + [shell.modules.builtins, shell.modules.everyStage]
      try write(
        tables.flatMap { $0?.summaries ?? [] }.map {
          Named(name: $0.path, abstract: $0.command.abstract)
        }, to: output)
    case .found(let hit, _): try write(hit.subject, to: output)
    case .hits(let hits, _):
      try write(hits.map { Named(name: $0.name, abstract: $0.abstract) }, to: output)
    }
  }

  private var overview: [CellValue.Field] {
    get throws {
      let identity = shell.host.identity
      return [
        .init("name", .text(identity.name)),
        .init("version", .text(identity.version)),
        .init("abstract", .text(identity.abstract)),
        .init("options", try value(OptionSpecification.ofProgram)),
        .init("builtins", try value(shell.modules.builtins.all.map(\.specification))),
        .init("stages", try value(shell.modules.everyStage.all.map(\.specification))),
        .init("modules", try value(shell.modules.commandModules.map { module($0.name) })),
        .init("topics", try value(help.topics)),
        .init("exit_statuses", .list(ExitStatus.meanings.map(Self.value))),
        .init("settings", .list(Setting.all.map(Self.value))),
        .init("environment_variables", .list(shell.facts.variables.map(Self.value))),
        .init("files", .list(shell.facts.files.map(Self.value))),
        .init("pages", .list(ManualPage.all(of: shell).map(Self.value))),
      ]
    }
  }

  private static func value(_ status: ExitStatus, _ meaning: String) -> CellValue {
    .record([
      .init("status", .integer(Int(status.rawValue))), .init("meaning", .text(meaning)),
    ])
  }

  private static func value(_ entry: ProgramFacts.Entry) -> CellValue {
    .record([.init("name", .text(entry.name)), .init("abstract", .text(entry.meaning))])
  }

  private static func value(_ setting: Setting) -> CellValue {
    .record([
      .init("name", .text(setting.name)), .init("abstract", .text(setting.abstract)),
      .init("values", .list(setting.words.map(CellValue.text))),
    ])
  }

  private static func value(_ page: ManualPage) -> CellValue {
    .record([
      .init("name", .text(page.name)), .init("section", .integer(page.section)),
      .init("page", page.page.map(CellValue.text) ?? .null),
    ])
  }

  private func module(_ name: String) -> Module {
    Module(
      name: name, abstract: shell.modules.module(name)?.abstract ?? "",
      commands: shell.modules.specifications(of: name))
  }

  private func write(_ list: [Named], to output: Output) throws {
    try output.columns([Column("name"), Column("abstract")])
    for item in list { try output.row([.text(item.name), .text(item.abstract)]) }
  }

  private func writeRecord(_ content: some Encodable, to output: Output) throws {
    guard case .record(let fields) = try value(content) else { return }
    try output.record(fields.map { Column($0.name) }, fields.map(\.value))
  }

  private func value(_ content: some Encodable) throws -> CellValue {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let value = try CellValue(json: try encoder.encode(content))
    return value.withNamesFirst
  }
}

extension CellValue {
  /// The value, with the field `name` first in each record that has it.
  fileprivate var withNamesFirst: CellValue {
    switch self {
    case .list(let values): return .list(values.map(\.withNamesFirst))
    case .record(let fields):
      let fields = fields.map { Field($0.name, $0.value.withNamesFirst) }
      return .record(fields.filter { $0.name == "name" } + fields.filter { $0.name != "name" })
    default: return self
    }
  }
}

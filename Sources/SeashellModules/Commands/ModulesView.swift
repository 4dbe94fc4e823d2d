import FoundationEssentials
import SeashellKit

enum ModulesView {
  static let columns = [
    "name", "state", "from", "process", "memory", "commands", "last_failure",
  ].map { Column($0) }

  @MainActor
  static func row(_ entry: ModulesState.Entry, in state: ModulesState) -> [CellValue] {
    let status = state.control?.status(of: entry.name) ?? ModuleStatus()
    return [
      .text(entry.name), .text(entry.state.rawValue), .text(origin(of: entry)),
      process(status), status.memory.map { .integer($0) } ?? .null,
      .integer(state.host.specifications(of: entry.name).count), text(status.lastFailure),
    ]
  }

  @MainActor
  static func fields(
    _ entry: ModulesState.Entry, in state: ModulesState
  ) -> [CellValue.Field] {
    let commands = state.host.specifications(of: entry.name).map { CellValue.text($0.name) }
    let common: [CellValue.Field] = [
      .init("name", .text(entry.name)), .init("state", .text(entry.state.rawValue)),
      .init("from", .text(origin(of: entry))), .init("abstract", .text(entry.abstract)),
      .init("commands", .list(commands)),
    ]
    if entry.name == "modules" { return common + [.init("limits", limits(state.limits))] }
    guard let record = entry.record, let control = state.control else { return common }
    let status = control.status(of: record.name)
    var signedIn: [CellValue.Field] = []
    if case .remote = record.source {
      signedIn = [.init("signed_in", .boolean(status.isSignedIn))]
    }
    return common + fields(control.record(of: record.name) ?? record) + signedIn + [
      .init("running", .boolean(status.isRunning)), .init("process", process(status)),
      .init("memory", status.memory.map { .integer($0) } ?? .null),
      .init("last_failure", text(status.lastFailure)),
    ]
  }

  private static func limits(_ limits: ModuleLimits) -> CellValue {
    let seconds = { (duration: Duration) -> CellValue in
      .decimal(Decimal((duration / .milliseconds(1)).rounded()) / 1_000)
    }
    return .record([
      .init("start_seconds", seconds(limits.start)),
      .init("silence_seconds", seconds(limits.silence)),
      .init("idle_seconds", seconds(limits.idle)),
      .init("message_bytes", .integer(limits.messageSize)),
      .init("waiting_messages", .integer(limits.waitingMessages)),
      .init("bytes_per_second", .integer(limits.bytesPerSecond)),
      .init("memory_bytes", .integer(limits.memory)), .init("files", .integer(limits.files)),
      .init("log_bytes", .integer(limits.log)),
    ])
  }

  private static func fields(_ record: ModuleRecord) -> [CellValue.Field] {
    source(record) + [
      .init("variables", names(record.variables)),
      .init("may_request", .list(record.allows.map { .text($0) })),
      .init("read_only_hints", .text(record.believesHints ? "believed" : "not believed")),
      .init("protocol", text(record.offer?.dialect)),
      .init("instructions", text(record.offer?.instructions)),
      .init("resources", record.offer.map { .boolean($0.hasResources) } ?? .null),
    ]
  }

  private static func source(_ record: ModuleRecord) -> [CellValue.Field] {
    switch record.source {
    case .remote(let url, let headers):
      [
        .init("url", .text(url)), .init("headers", names(headers)),
        .init("token_variable", text(record.tokenVariable)),
      ]
    case .server(let words), .program(let words):
      [
        .init("command_line", .text(commandLine(words))),
        .init("files", .record(digests(record))),
        .init("data_files", .list(record.dataFiles.sorted().map { .text($0) })),
        .init("in_development", .boolean(record.isInDevelopment)),
      ]
    }
  }

  /// Returns the beginning of each trusted file's digest, by path.
  static func digests(_ record: ModuleRecord) -> [CellValue.Field] {
    record.digests.sorted { $0.key < $1.key }.map {
      .init($0.key, .text(String($0.value.prefix(12))))
    }
  }

  static func commandLine(_ words: [String]) -> String {
    words.map { word in
      let isPlain =
        !word.isEmpty
        && word.utf8.allSatisfy { byte in
          (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
            || "-_./=:,@%+".utf8.contains(byte) || byte >= 0x80
        }
      return isPlain
        ? word
        : "'"
          + word.split(separator: "'", omittingEmptySubsequences: false)
          .joined(separator: #"'\''"#) + "'"
    }.joined(separator: " ")
  }

  static func source(_ record: ModuleRecord) -> String {
    switch record.source {
    case .server(let words), .program(let words): commandLine(words)
    case .remote(let url, _): url
    }
  }

  static func origin(of entry: ModulesState.Entry) -> String {
    switch entry.record?.source {
    case nil: entry.author ?? (entry.isTemporary ? "--with" : "built in")
    case .server: "server"
    case .remote: "remote"
    case .program: "program"
    }
  }

  /// Returns the names only, since the values may be secret.
  private static func names(_ values: [String: String]) -> CellValue {
    .list(values.keys.sorted().map { .text($0) })
  }

  private static func process(_ status: ModuleStatus) -> CellValue {
    status.process.map { .integer(Int($0)) } ?? .null
  }

  private static func text(_ text: String?) -> CellValue { text.map { .text($0) } ?? .null }
}

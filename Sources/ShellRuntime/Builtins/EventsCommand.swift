import CoreEvents
import CoreJSON
import CoreSystem
import FoundationEssentials
import ShellCommands
import ShellOutput

struct EventsCommand: Command {
  let action = Argument<Action?>("ACTION", "what to do; without it, the events are listed")
  let words = Argument<[String]>(
    "NAME",
    "for post: the event's name, then its fields as FIELD=VALUE; for failed: list, show, retry or drop",
    completion: "events")
  let name = Option<String?>(
    "name", value: "PATTERN", "only events of this name, or of names that begin so: api.data.*",
    completion: "events")
  let count = Option<Int?>("count", "for watch: end after this many events", in: 1...Int.max)
  let from = Option<String?>(
    "from", value: "FILE", "for relay: publish the events that events -o jsonl wrote to FILE",
    completion: "files")
  let all = Flag("all", "for failed retry and failed drop: all events, or those of one name")
  private static let columns = [
    Column("time", hint: .timestamp), Column("event", width: 24), Column("details", width: 60),
  ]
  var specification: CommandSpecification {
    CommandSpecification(
      "events",
      abstract: "List the last 1,000 events, watch, post, relay or retry some",
      discussion: """
        Modules post events: data was inserted, a session is no longer authorized, a module was \
        loaded. The oldest comes first. 'events watch' shows each event as it happens, until Ctrl-C, \
        including changes by other users if the server reports them.

        'events post NAME FIELD=VALUE…' posts an event of your own, for rules and modules. A value that \
        is a number, true or false is one; all else is text.

        'events relay' publishes the events of the current environment's server to the stream that \
        'events' names in its configuration, in order, each once, until Ctrl-C. Several of them may run: \
        one publishes, and another goes on when it ends.

        'events failed list [NAME]' lists the events that workers with --shared have set aside, all or those \
        of NAME; 'events failed show N' shows one, 'events failed retry N…' hands them to their workers \
        again, 'events failed drop N…' forgets them. --all is for all of them: 'events failed retry --all NAME'.
        """,
      examples: [
        .init("events", "lists them, with their times"),
        .init("events --name 'api.data.*'", "lists the changes of data"),
        .init("events post shop.opened floor=2; events --name shop.opened", "posts an event"),
      ],
      parameters: [action, words, name, count, from, all], columns: Self.columns)
  }

  enum Action: String, CaseIterable, ParameterValue {
    case watch, post, relay, failed
  }

  func run(_ invocation: Invocation) async throws {
    let shell = try invocation.shell
    if invocation[action] != .watch, invocation[count] != nil {
      throw invocation.usageError(
        "--count is for 'events watch'", at: count, hint: "events | last 10")
    }
    if invocation[action] != .relay, invocation[from] != nil {
      throw invocation.usageError("--from is for 'events relay'", at: from)
    }
    if invocation[action] != .failed, invocation[all] {
      throw invocation.usageError("--all is for 'events failed'", at: all)
    }
    if invocation[action] == .failed { return try await failed(invocation) }
    if invocation[action] == .post { return try post(invocation) }
    if invocation[action] == .relay { return try await relay(invocation) }
    if let word = invocation[words].first {
      throw invocation.usageError(
        "'\(word)' is too much", at: words, hint: "to choose events, pass --name PATTERN")
    }
    let pattern = try pattern(of: invocation)
    try invocation.output.columns(Self.columns)
    guard invocation[action] != .watch else { return try await watch(pattern, invocation) }
    for entry in shell.events.entries where pattern.matches(entry.name) {
      try invocation.output.row(Self.row(entry))
    }
  }

  private func pattern(of invocation: Invocation) throws -> EventPattern {
    guard let text = invocation[name] else { return .all }
    guard let pattern = EventPattern(parsing: text) else {
      throw invocation.usageError(
        "'\(text)' is not a name of events", at: name,
        hint: "write a dotted name, whose last part may be *: api.data.*")
    }
    return pattern
  }

  private func watch(_ pattern: EventPattern, _ invocation: Invocation) async throws {
    let shell = try invocation.shell
    let stop = try shell.followChanges()
    defer { stop() }
    let excluded: [any Event.Type] =
      pattern.matches(CommandFinished.name) ? [] : [CommandFinished.self]
    let mailbox = shell.host.bus.subscribeAll(capacity: 10_000, excluding: excluded) {
      pattern.matches($0.eventName)
    }
    if shell.isTyped, !shell.settings.isQuiet { shell.streams.report("watching; Ctrl-C ends it") }
    var left = invocation[count] ?? .max
    while let batch = await mailbox.nextBatch() {
      if batch.dropped > 0 {
        shell.streams.report("dropped \(batch.dropped) events that came too fast")
      }
      for entry in batch.events.prefix(left) {
        try invocation.output.row(Self.row(entry))
        left -= 1
      }
      try invocation.output.showNow()
      if left == 0 { return }
    }
    try Task.checkCancellation()
  }

  private static func row(_ entry: EventLog.Entry) throws -> [CellValue] {
    [
      .date(Date(timeIntervalSince1970: entry.time)), .text(entry.name),
      CellValue(try entry.event.content()),
    ]
  }
}

extension EventsCommand {
  private func post(_ invocation: Invocation) throws {
    let shell = try invocation.shell
    guard let name = invocation[words].first else {
      throw ShellError(
        .usage, "the name of the event is missing", hint: "events post shop.opened floor=2")
    }
    guard EventPattern.isName(name) else {
      throw invocation.usageError(
        "'\(name)' is not a name of an event", at: words,
        hint: "write letters, digits, '-' and '_', in parts with dots between them: shop.opened")
    }
    if let prefix = EventRecord.reservedPrefixes.first(where: { (name + ".").hasPrefix($0) }) {
      throw invocation.usageError(
        "only the shell itself posts events whose names begin with '\(prefix)'", at: words,
        hint: "choose a name of your own: shop.opened")
    }
    if invocation[self.name] != nil {
      throw invocation.usageError("--name is for 'events' and 'events watch'", at: self.name)
    }
    var fields = JSONObject()
    for (index, word) in invocation[words].enumerated().dropFirst() {
      try invocation.pointing(at: words, index: index) {
        let (field, value) = try Self.field(word)
        guard fields[field] == nil else {
          throw ShellError(.usage, "the field '\(field)' is given twice")
        }
        fields[field] = value
      }
    }
    shell.host.bus.post(DynamicEvent(eventName: name, payload: .object(fields)))
  }

  private static func field(_ word: String) throws -> (String, JSONValue) {
    guard let sign = word.firstIndex(of: "="), sign > word.startIndex else {
      throw ShellError(
        .usage, "'\(word)' is not a field and its value", hint: "write FIELD=VALUE: floor=2")
    }
    let field = String(word[..<sign])
    if EventRecord.isReserved(field) {
      throw ShellError(
        .usage, "every event has a '\(field)' of its own", hint: "choose another name for the field"
      )
    }
    return (field, value(String(word[word.index(after: sign)...])))
  }

  private static func value(_ text: String) -> JSONValue {
    switch text {
    case "true": .bool(true)
    case "false": .bool(false)
    default:
      JSONNumber(text).map { number in Int(text).map { .integer($0) } ?? .number(number) }
        ?? .string(text)
    }
  }
}

extension EventsCommand {
  static func streams(of shell: Shell) throws -> any EventStreams {
    if let streams = shell.host.streams { return streams }
    throw ShellError(.failed, "\(shell.host.identity.name) has no streams of events")
  }

  private func relay(_ invocation: Invocation) async throws {
    let shell = try invocation.shell
    if let word = invocation[words].first {
      throw invocation.usageError(
        "'\(word)' is too much", at: words, hint: "events relay --from FILE")
    }
    if invocation[name] != nil {
      throw invocation.usageError("--name is for 'events' and 'events watch'", at: name)
    }
    let streams = try Self.streams(of: shell)
    let report: @MainActor (String) -> Void = { shell.report($0) }
    if let file = invocation[from] { return try await streams.relay(from: file, report: report) }
    let work = Task { try await streams.relay(from: nil, report: report) }
    try await invocation.handlingTermination {
      var isTerminated = false
      let termination = Task {
        try await invocation.untilTerminated()
        isTerminated = true
        work.cancel()
      }
      defer { termination.cancel() }
      let result = await withTaskCancellationHandler {
        await work.result
      } onCancel: {
        work.cancel()
      }
      if !isTerminated { try result.get() }
    }
  }
}

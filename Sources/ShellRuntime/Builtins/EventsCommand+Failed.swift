import CoreEvents
import CoreJSON
import FoundationEssentials
import ShellCommands
import ShellOutput

/// `events failed`: what workers have set aside.
extension EventsCommand {
  private enum FailedAction: String, CaseIterable {
    case list, show, retry, drop
  }

  private static let failedColumns = [
    Column("number"), Column("worker"), Column("time", hint: .timestamp),
    Column("event", width: 24),
    Column("id"), Column("tries"), Column("error", width: 40),
  ]

  func failed(_ invocation: Invocation) async throws {
    if invocation[name] != nil {
      throw invocation.usageError("--name is for 'events' and 'events watch'", at: name)
    }
    let words = invocation[self.words]
    guard let action = FailedAction(rawValue: words.first ?? "list") else {
      throw invocation.usageError(
        "'\(words[0])' is not list, show, retry or drop", at: self.words, hint: "events failed list"
      )
    }
    let rest = Array(words.dropFirst())
    let takesAll = action == .retry || action == .drop
    if invocation[all], !takesAll {
      throw invocation.usageError(
        "--all is for 'events failed retry' and 'events failed drop'", at: all)
    }
    if action == .list || invocation[all] {
      if rest.count > 1 {
        throw invocation.usageError(
          "'\(rest[1])' is too much", at: self.words,
          hint: "give the name of one rule's workers, or none")
      }
      if let worker = rest.first, !SharedFollowing.isName(worker) {
        try invocation.pointing(at: self.words, index: 1) {
          throw ShellError(
            .usage, "'\(worker)' is not the name of workers",
            hint: "give the NAME of their --durable, or none")
        }
      }
      let streams = try Self.streams(of: invocation.shell)
      guard action != .list else {
        return try await listFailed(of: rest.first, invocation, streams)
      }
      var numbers: [Int] = []
      try await streams.eachFailed(of: rest.first) { numbers.append($0.number) }
      return try await end(numbers, action, invocation, streams)
    }
    let numbers = try rest.enumerated().map { index, word in
      try invocation.pointing(at: self.words, index: index + 1) {
        guard let number = Int(word), number > 0 else {
          throw ShellError(
            .usage, "'\(word)' is not the number of an event",
            hint: "events failed list shows them")
        }
        return number
      }
    }
    guard let first = numbers.first, action != .show || numbers.count == 1 else {
      throw ShellError(
        .usage, "the number of \(action == .show ? "one event" : "an event") is missing",
        hint: "events failed \(action.rawValue) N; events failed list shows the numbers")
    }
    let streams = try Self.streams(of: invocation.shell)
    guard action != .show else {
      return try show(try await found(first, streams), invocation)
    }
    try await end(numbers, action, invocation, streams)
  }

  private func listFailed(
    of worker: String?, _ invocation: Invocation, _ streams: any EventStreams
  ) async throws {
    try invocation.output.columns(Self.failedColumns)
    try await streams.eachFailed(of: worker) { failed in
      try invocation.output.row([
        .integer(failed.number), .text(failed.worker),
        .date(Date(timeIntervalSince1970: failed.event.time)), .text(failed.event.event.eventName),
        .text(failed.event.id), .integer(failed.event.tries), .text(failed.reason),
      ])
    }
  }

  private func show(_ failed: FailedSharedEvent, _ invocation: Invocation) throws {
    try invocation.output.record(
      Self.failedColumns + [Column("status"), Column("content")],
      [
        .integer(failed.number), .text(failed.worker),
        .date(Date(timeIntervalSince1970: failed.event.time)), .text(failed.event.event.eventName),
        .text(failed.event.id), .integer(failed.event.tries), .text(failed.reason),
        .integer(Int(failed.status.rawValue)), CellValue(failed.event.event.payload),
      ])
  }

  private func found(_ number: Int, _ streams: any EventStreams) async throws -> FailedSharedEvent {
    guard let failed = try await streams.failed(number) else {
      throw ShellError(
        .notFound, "no event \(number) was set aside", hint: "events failed list shows them")
    }
    return failed
  }

  /// Hands events to the workers again, or forgets them.
  private func end(
    _ numbers: [Int], _ action: FailedAction, _ invocation: Invocation, _ streams: any EventStreams
  ) async throws {
    for number in numbers {
      let failed: FailedSharedEvent
      if invocation[all] {
        // Somebody else may have dealt with it meanwhile.
        guard let other = try await streams.failed(number) else { continue }
        failed = other
      } else {
        failed = try await found(number, streams)
      }
      if action == .retry {
        try await streams.retry(failed)
      } else {
        try await streams.drop(failed)
      }
    }
    let shell = try invocation.shell
    guard shell.isTyped, !shell.settings.isQuiet else { return }
    let what = numbers.count == 1 ? "1 event" : "\(numbers.count) events"
    shell.streams.report(
      action == .retry ? "\(what) published again for their workers" : "\(what) dropped")
  }
}

import CoreJSON
import FoundationEssentials
import SeashellKit
import ShellOutput
import WebAPI

/// What can be said of an environment's streams: the server, the streams, the workers and the relay.
@MainActor
struct StreamReport {
  /// One fact, with what to do about it if it is a problem.
  struct Line: Sendable {
    enum Status: Sendable { case fine, warning, failed }

    let status: Status
    let text: String
    let advice: String?
  }

  /// A shorter window forgets ids before a relay or shell that was away publishes again.
  private static let shortestWindow = Duration.seconds(120)

  private let hub: StreamHub
  private let id: EnvironmentID
  private let url: String
  private var lines: [Line] = []

  private init(_ hub: StreamHub, _ id: EnvironmentID, _ url: String) {
    (self.hub, self.id, self.url) = (hub, id, url)
  }

  /// Looks at the streams of an environment, and changes nothing; empty if none are configured.
  static func lines(
    of id: EnvironmentID, in context: ModuleContext, mayAsk: Bool
  ) async -> [Line] {
    let hub = StreamHub.shared(by: context)
    guard let configuration = hub.configuration(of: id) else { return [] }
    var report = StreamReport(hub, id, configuration.url)
    do {
      try await report.look(mayAsk: mayAsk)
    } catch {
      report.add(.failed, ShellError(error))
    }
    return report.lines
  }

  private mutating func look(mayAsk: Bool) async throws {
    let start = ContinuousClock.now
    let streams = try await hub.look(at: id, mayAsk: mayAsk)
    let milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
    add(.fine, "\(url) accepted the connection in \(milliseconds) ms")
    guard try await look(at: streams.events, keeping: streams.subjects.all) else { return }
    guard try await look(at: streams.state, keeping: streams.subjects.allState) else { return }
    try await lookAtWorkers(streams)
    try await lookAtRelay(streams)
  }

  /// Reports a stream; returns false if there is none that can be used.
  private mutating func look(at stream: JetStream, keeping subject: String) async throws -> Bool {
    do {
      try await StreamPreparation(stream, url).check(.init(subjects: [subject]))
    } catch let error as StreamError where error.code == .notFound {
      add(
        .warning, "there is no stream '\(stream.name)' yet",
        "the first shell, relay or worker that uses it makes it")
      return false
    }
    let info = try await stream.info()
    var parts = [
      "stream \(stream.name): \(Self.count(info.messages, "message")), \(info.bytes >> 10) KiB"
    ]
    if info.maximumAge > .zero { parts.append("kept for \(Self.words(info.maximumAge))") }
    if let maximum = info.maximumBytes { parts.append("at most \(maximum >> 10) KiB") }
    parts.append("known ids are dropped for \(Self.words(info.duplicateWindow))")
    let text = parts.joined(separator: ", ")
    if info.duplicateWindow < Self.shortestWindow {
      add(.warning, text, "run nats stream edit \(stream.name) --dupe-window 10m")
    } else if let maximum = info.maximumBytes, info.bytes > maximum / 10 * 9 {
      add(.warning, text, "it is nearly full: run nats stream edit \(stream.name) --max-bytes …")
    } else {
      add(.fine, text)
    }
    return true
  }

  private mutating func lookAtWorkers(_ streams: Streams) async throws {
    for (name, info) in try await streams.events.consumers() {
      let text =
        "workers \(name): \(Self.count(info.waiting, "event")) waiting, \(info.underWay) under way,"
        + " \(Self.count(info.takers, "request")) for more"
      if info.waiting > 0, info.takers == 0, info.underWay == 0 {
        add(.warning, text, "no worker of that name runs; start one")
      } else {
        add(.fine, text)
      }
    }
    let failed = try await FailedEvents(streams).count()
    if failed > 0 {
      add(
        .warning, failed == 1 ? "one event has failed" : "\(failed) events have failed",
        "see 'events failed list'")
    }
  }

  private mutating func lookAtRelay(_ streams: Streams) async throws {
    guard let message = try await streams.state.message(.last(subject: streams.subjects.relay))
    else { return add(.fine, "no relay has published the API's events") }
    let place = try? JSONValue(json: message.data)
    func text(_ key: String) -> String? {
      switch place?[key] {
      case .string(let text)?: TerminalText.escaped(String(text.prefix(80)))
      case .integer(let number)?: String(number)
      default: nil
      }
    }
    let upTo =
      (text("id").map { ", up to the event \($0)" } ?? "")
      + (text("sequence").map { ", message \($0)" } ?? "")
    let second = message.time.prefix(19)
    guard let holder = text("holder") else {
      return add(
        .warning, "no relay publishes the API's events\(upTo), since \(second)Z",
        "start one: events relay")
    }
    if let seconds = message.seconds, Int(Date().timeIntervalSince1970) - seconds > 60 {
      add(
        .warning, "the relay \(holder) has given no sign since \(second)Z\(upTo)",
        "start it again: events relay")
    } else {
      add(.fine, "the relay \(holder) publishes the API's events\(upTo)")
    }
    if let gap = (try? RelayRecord(message))?.place.gap {
      let time = Date(timeIntervalSince1970: TimeInterval(gap.time)).formatted(.iso8601)
      add(.warning, "events before \(time) may be missing: the API no longer had them")
    }
  }

  private mutating func add(_ status: Line.Status, _ text: String, _ advice: String? = nil) {
    lines.append(Line(status: status, text: text, advice: advice))
  }

  private mutating func add(_ status: Line.Status, _ error: ShellError) {
    add(status, error.message, error.hint)
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  private static func words(_ duration: Duration) -> String {
    let seconds = Int(duration.components.seconds)
    switch seconds {
    case 172_800...: return "\(seconds / 86_400) days"
    case 7_200...: return "\(seconds / 3_600) hours"
    case 120...: return "\(seconds / 60) minutes"
    default: return "\(seconds) seconds"
    }
  }
}

import ShellOutput
import ShellRuntime
import Testing
import WebAPI
import WebStreams

@testable import SeashellStreams

extension Streams {
  /// Connects to the streams `shop` of the environment `shop:live` as soon as the server is there.
  static func ready(at url: String) async throws -> Streams {
    let end = ContinuousClock.now + .seconds(120)
    while true {
      do {
        let connection = try await StreamConnection.open(.init(url, name: "test")) { _ in }
        return Streams(EnvironmentID(api: "shop", name: "live"), connection, named: "shop")
      } catch let error as StreamError where [.unreachable, .lost].contains(error.code) {
        if ContinuousClock.now > end { throw error }
      }
    }
  }
}

extension FailedEvents {
  func all() async throws -> [(Int, FailedEvent)] {
    var all: [(Int, FailedEvent)] = []
    try await forEach { all.append(($0, $1)) }
    return all
  }
}

@MainActor
final class WorkerReports {
  var lines: [String] = []
}

@MainActor
final class WorkerLog {
  struct Entry {
    let who: String
    let id: String
    let tries: Int
  }

  var events: [Entry] = []
  var errors: [ShellError] = []
  private var underWay = 0
  private(set) var most = 0

  var ids: [String] { events.map(\.id) }

  func add(_ who: String, _ event: SharedEvent) {
    events.append(Entry(who: who, id: event.id, tries: event.tries))
  }

  func begin() {
    underWay += 1
    most = max(most, underWay)
  }

  func end() { underWay -= 1 }

  /// Waits until there are this many entries.
  func count(_ count: Int) async throws {
    let end = ContinuousClock.now + .seconds(120)
    while events.count < count {
      try #require(ContinuousClock.now < end, "\(events.count) of \(count)")
      await Task.yield()
    }
  }
}

@MainActor
final class WorkerGate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func wait() async {
    if !isOpen { await withCheckedContinuation { waiting.append($0) } }
  }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

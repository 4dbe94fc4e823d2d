import CoreLoop
import CoreSystem
import FoundationEssentials
import ShellCommands
import ShellLanguage
import ShellOutput
import ShellRuntime

/// Runs `watch`: takes snapshots of a statement, and shows them on a screen or as lines of JSON.
@MainActor
final class Watcher {
  private let shell: Shell

  /// How long to wait for the first results before the screen opens without them.
  private static let patience = Duration.milliseconds(300)
  /// How long to wait for a server's answer about its event feed.
  private static let longestSilence = Duration.seconds(3)

  init(_ shell: Shell) {
    self.shell = shell
  }

  /// Watches a statement until the user leaves.
  ///
  /// Throws ``ShellError`` if the statement is invalid, or is interrupted without a terminal;
  /// ``ShellExit`` at SIGTERM; ``OutputClosed`` if the reader of the results is gone.
  func run(_ list: CommandList, text: String) async throws {
    guard let entry = shell.modules.builtins["watch"] else { return }
    let request = try WatchRequest(list, text: text, entry, shell)
    try shell.destination.stream.showNow()
    let screen = shell.scope.outlet == nil ? shell.host.process.liveScreen() : nil
    let source = SnapshotSource(request, shell, for: screen)
    let stop = try shell.host.followOthers?(nil)
    defer { stop?() }
    let stops = try await follow(request)
    defer { for stop in stops { stop() } }
    if let screen {
      try await show(source, of: request, on: screen)
    } else {
      try await write(source)
    }
  }

  /// Follows the changes of the APIs that the statement asks, and returns functions that stop that.
  ///
  /// Throws if the server of one has no event feed, unless the statement runs at intervals too.
  private func follow(_ request: WatchRequest) async throws -> [@MainActor () -> Void] {
    guard let pin = shell.host.pin else { return [] }
    var stops: [@MainActor () -> Void] = []
    do {
      for api in request.apis(in: shell) {
        let targets = shell.targets?.copy() ?? shell.host.environments.requestTargets
        if let api { targets.api = api }
        let known = Waiter<Bool, any Error>()
        stops.append(pin(targets) { known.settle(.success($0)) })
        guard request.every == nil else { continue }
        let hasFeed = try await shell.interrupts.cancelling { [clock = shell.host.clock] in
          try await known.value(within: Self.longestSilence, on: clock)
        }
        guard hasFeed ?? true else {
          throw ShellError(
            .usage, "the API '\(targets.api)' has no event feed, so 'watch' needs --every",
            hint: "watch --every 10 COMMAND")
        }
      }
    } catch {
      for stop in stops { stop() }
      throw error
    }
    return stops
  }

  private func write(_ source: SnapshotSource) async throws {
    let stream = shell.destination.stream
    let interrupts = shell.interrupts
    let handlesSignal = !interrupts.isAtPrompt
    interrupts.termination.begin(handlesSignal: handlesSignal)
    defer { interrupts.termination.end() }
    try await interrupts.cancelling {
      var last = ""
      let snapshots = SnapshotLoop(source, clock: source.clock)
      let ended = Task.immediate {
        if (try? await interrupts.termination.wait(handlesSignal: handlesSignal)) != nil {
          snapshots.stop()
        }
      }
      defer { ended.cancel() }
      try await snapshots.run { snapshot in
        let body = snapshot.body
        guard body != last else { return }
        last = body
        try stream.writeLine(snapshot.jsonText)
        try stream.showNow()
      }
    }
    if interrupts.termination.isRequested { throw ShellExit(status: .success) }
  }

  private func show(
    _ source: SnapshotSource, of request: WatchRequest, on screen: any LiveScreen
  ) async throws {
    let pages = WatchPages(
      statement: SecretGuard(shell).masked(request.text), showsEnd: request.showsEnd)
    let isReady = Waiter<Void, any Error>()
    let clock = shell.host.clock
    var failure: (any Error)?
    let loop = Task {
      do {
        try await SnapshotLoop(source, clock: clock).run {
          screen.show(pages.page(lateBy: $0))
        } _: { snapshot in
          screen.show(pages.page(after: snapshot))
          isReady.settle()
        }
      } catch {
        failure = error
        isReady.settle()
        screen.leave()
      }
    }
    defer { loop.cancel() }
    _ = try await shell.interrupts.cancelling {
      try await isReady.value(within: Self.patience, on: clock)
    }
    if let failure { throw failure }
    // Other output on standard error would garble the screen.
    let errors = shell.streams.errors
    let held = HeldErrors()
    shell.streams.errors = ByteStream(to: held)
    defer {
      try? shell.streams.errors.flush()
      shell.streams.errors = errors
      held.pass(to: errors)
    }
    screen.show(pages.page)
    try screen.open()
    defer { screen.close() }
    do {
      try await shell.interrupts.cancelling { try await screen.untilLeft() }
    } catch {
      guard ShellError(error).code == .interrupted else { throw error }
      // Ctrl-C leaves the screen, as q does.
      shell.interrupts.reset()
    }
    if let failure { throw failure }
  }
}

/// Holds back output on standard error while a screen is open.
@MainActor
private final class HeldErrors: ByteSink {
  private static let maximum = 1 << 20
  private var bytes: [UInt8] = []

  func write(_ bytes: UnsafeRawBufferPointer) {
    self.bytes += bytes.prefix(max(0, Self.maximum - self.bytes.count))
  }

  func pass(to stream: ByteStream) {
    guard !bytes.isEmpty else { return }
    try? stream.write(String(decoding: bytes, as: UTF8.self))
    try? stream.flush()
  }
}

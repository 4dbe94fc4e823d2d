import SeashellKit
import ShellCommands
package import ShellRuntime
import WebAPI

/// Workers, and what they have set aside.
extension ConfiguredStreams {
  package func follow(_ following: SharedFollowing) throws -> @MainActor () async -> Void {
    let hub = StreamHub.shared(by: context)
    let id = RequestTargets.$bound.withValue(following.targets) { environment }
    _ = try hub.required(of: id)
    let console = context.console
    let worker = SharedWorker(following, clock: context.clock) {
      console.notify($0)
    } streams: {
      try await hub.streams(of: id)
    }
    worker.start()
    return { await worker.stop() }
  }

  func eachFailed(
    of worker: String?, _ body: @MainActor (FailedSharedEvent) throws -> Void
  ) async throws {
    try await FailedEvents(streams()).forEach(of: worker) { number, failed in
      try body(Self.shared(number, failed))
    }
  }

  func failed(_ number: Int) async throws -> FailedSharedEvent? {
    try await FailedEvents(streams()).event(number).map { Self.shared(number, $0) }
  }

  func retry(_ failed: FailedSharedEvent) async throws {
    try await FailedEvents(streams()).retry(failed.number)
  }

  func drop(_ failed: FailedSharedEvent) async throws {
    try await FailedEvents(streams()).drop(failed.number)
  }

  private var environment: EnvironmentID { context.apis.current.client.environmentID }

  private func streams() async throws -> Streams {
    try await StreamHub.shared(by: context).streams(of: environment)
  }

  private static func shared(_ number: Int, _ failed: FailedEvent) -> FailedSharedEvent {
    FailedSharedEvent(
      number: number, worker: failed.worker,
      event: SharedEvent(
        id: failed.event.id, event: failed.event.event, time: failed.time, tries: failed.tries),
      status: failed.status, reason: failed.reason)
  }
}

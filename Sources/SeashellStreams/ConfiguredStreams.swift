package import SeashellKit
import ShellCommands
import ShellRuntime
import WebAPI

/// The streams of the environments in the configuration, which are opened at their first use.
@MainActor
package struct ConfiguredStreams: EventStreams {
  unowned let context: ModuleContext

  /// - Parameter context: the context of the shell's own API.
  package init(_ context: ModuleContext) { self.context = context }

  package func relay(
    from file: String?, report: @escaping @MainActor (String) -> Void
  ) async throws {
    let api = context.apis.current
    let (id, environment) = (api.client.environmentID, api.client.connection)
    let streams = try await StreamHub.shared(by: context).streams(of: id)
    let target = "\(streams.events.connection.address), stream '\(streams.events.name)'"
    if let file {
      let (all, repeated) = try await LogReplay(file, to: streams, report: report).run()
      return report(
        "published \(all - repeated) \(all - repeated == 1 ? "event" : "events") to \(target)"
          + (repeated == 0 ? "" : "; it had \(repeated) others already"))
    }
    report("relaying the events of \(id) to \(target); Ctrl-C ends it")
    let targets = RequestTargets(api: api.name, targets: [api.name: environment])
    try await FeedRelay(api.context, targets, to: streams, report: report).run()
  }
}

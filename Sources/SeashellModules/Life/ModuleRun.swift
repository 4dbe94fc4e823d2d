import SeashellKit

/// One run of a module, from its start to its end.
@MainActor
final class ModuleRun {
  let provider: any ToolProvider
  /// The stamps that the module's files had at the start.
  let stamps: [String: FileStamp]
  /// Why it broke while a command used it.
  var failure: ShellError?
  private let lease: GatewayLease?

  init(_ provider: any ToolProvider, lease: GatewayLease?, stamps: [String: FileStamp]) {
    self.provider = provider
    self.lease = lease
    self.stamps = stamps
  }

  /// Whether the module uses the gateway now: it receives events, or sends a request.
  var usesGateway: Bool { lease?.isUsed() ?? false }

  /// Closes the gateway for the module, and ends it with everything that it started.
  func end() async {
    lease?.close()
    await provider.stop()
  }
}

import SeashellKit

@MainActor
final class ModuleRun {
  let provider: any ToolProvider
  let stamps: [String: FileStamp]
  var failure: ShellError?
  private let lease: GatewayLease?

  init(_ provider: any ToolProvider, lease: GatewayLease?, stamps: [String: FileStamp]) {
    self.provider = provider
    self.lease = lease
    self.stamps = stamps
  }

  /// Whether the module uses the gateway now: it has an open event stream or a running request.
  var usesGateway: Bool { lease?.isUsed() ?? false }

  /// Closes the module's gateway, and ends the module with all its processes.
  func end() async {
    lease?.close()
    await provider.stop()
  }
}

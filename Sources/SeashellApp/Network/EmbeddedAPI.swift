package import WebAPI
package import WebMessages

/// An API that runs inside this program, as the environment `embedded`.
package struct EmbeddedAPI: Sendable {
  /// Reports changes in batches; an empty batch marks the end of a check.
  package typealias Watch =
    @Sendable (_ report: @escaping @Sendable ([FeedEvent]) async -> Void) async -> Void

  let transport: any Transport
  let watch: Watch

  /// Creates an embedded API.
  ///
  /// - Parameters:
  ///   - transport: sends requests to the API.
  ///   - watch: reports the changes that other processes make, until its task is cancelled.
  package init(transport: any Transport, watch: @escaping Watch) {
    self.transport = transport
    self.watch = watch
  }
}

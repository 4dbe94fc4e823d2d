public import WebAPI
public import WebMessages

/// An API that runs inside this program, as the environment `embedded`.
public struct EmbeddedAPI: Sendable {
  /// Reports changes in batches; an empty batch marks the end of a check.
  public typealias Watch =
    @Sendable (_ report: @escaping @Sendable ([FeedEvent]) async -> Void) async -> Void

  let version: String?
  let transport: any Transport
  let watch: Watch

  /// Creates an embedded API.
  ///
  /// - Parameters:
  ///   - version: the API's version, which precedes every path; nil if it has none.
  ///   - transport: sends requests to the API.
  ///   - watch: reports the changes that other processes make, until its task is cancelled; by
  ///     default none.
  public init(
    version: String? = nil, transport: any Transport, watch: @escaping Watch = { _ in }
  ) {
    self.version = version
    self.transport = transport
    self.watch = watch
  }
}

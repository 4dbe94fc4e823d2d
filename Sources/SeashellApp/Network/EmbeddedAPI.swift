public import WebAPI
public import WebMessages

/// An API that runs inside this program, as the environment `embedded`.
public struct EmbeddedAPI: Sendable {
  /// Reports changes in batches; an empty batch marks the end of a check.
  public typealias Watch =
    @Sendable (_ report: @escaping @Sendable ([FeedEvent]) async -> Void) async -> Void

  let version: String?
  let honorsIdempotencyKeys: Bool
  let transport: any Transport
  let watch: Watch

  /// Creates an embedded API.
  ///
  /// - Parameters:
  ///   - version: the API's version, which precedes every path; nil for an API without versions.
  ///   - honorsIdempotencyKeys: whether it carries out requests with the same `Idempotency-Key` only once.
  ///   - transport: sends requests to the API.
  ///   - watch: reports the changes that other processes make, until its task is cancelled; by default
  ///     none.
  public init(
    version: String? = nil, honorsIdempotencyKeys: Bool = false, transport: any Transport,
    watch: @escaping Watch = { _ in }
  ) {
    self.version = version
    self.honorsIdempotencyKeys = honorsIdempotencyKeys
    self.transport = transport
    self.watch = watch
  }
}

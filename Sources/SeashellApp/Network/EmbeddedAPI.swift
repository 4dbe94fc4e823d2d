public import WebMessages

/// An API that runs inside this program, as the environment `embedded`.
public struct EmbeddedAPI: Sendable {
  /// Reports changes in batches; an empty batch marks the end of a check.
  public typealias Watch =
    @Sendable (_ report: @escaping @Sendable ([FeedEvent]) async -> Void) async -> Void

  /// Begins to watch at once, and returns what then reports each change that is made after the return.
  public typealias WatchBeginning = @Sendable () -> Watch

  let version: String?
  let honorsIdempotencyKeys: Bool
  let transport: any Transport
  let beginWatch: WatchBeginning

  /// Creates an embedded API.
  ///
  /// - Parameters:
  ///   - version: the API's version, which precedes every path; nil for an API without versions.
  ///   - honorsIdempotencyKeys: whether it carries out requests with the same `Idempotency-Key` only once.
  ///   - transport: sends requests to the API.
  ///   - beginWatch: begins to watch for the changes that other processes make, until the task of what it returns
  ///     is cancelled; by default there are none. It must not wait.
  public init(
    version: String? = nil, honorsIdempotencyKeys: Bool = false, transport: any Transport,
    beginWatch: @escaping WatchBeginning = { { _ in } }
  ) {
    self.version = version
    self.honorsIdempotencyKeys = honorsIdempotencyKeys
    self.transport = transport
    self.beginWatch = beginWatch
  }
}

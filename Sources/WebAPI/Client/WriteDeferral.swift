/// Keeps writes that cannot be sent now, to send them later.
///
/// A client with a deferral asks it about each write. A deferral that keeps a write throws an error, which
/// the caller gets instead of a response.
///
/// It is not asked about requests that are sent without the session's credentials, background requests, and
/// requests whose body contains a password or a token.
public protocol WriteDeferral: Sendable {
  /// Called before a write is sent.
  ///
  /// - Parameter request: the write, before the client's hooks. It has a path, unless its address is not
  ///   under the client's.
  /// - Throws: an error if the write is kept, or must not be sent.
  func willSend(_ request: APIRequest) async throws

  /// Called after a write did not reach the service, or its response was lost.
  ///
  /// - Parameters:
  ///   - request: the write, before the client's hooks, with the key that was sent.
  ///   - error: why it failed; `mayHaveBeenApplied` says whether the service may have received it.
  /// - Throws: an error if the write is kept; otherwise the caller gets `error`.
  func didFail(_ request: APIRequest, _ error: APIError) async throws
}

public import CoreEvents

// The client posts these events. In a shell, two other parts know about the connection too: the store, when
// it answers in place of an unreachable service, and the reader of the server's event feed. The paths are
// without the service's version and without a query.

/// The service could not be reached, or the connection was cut: `APIClientUnconnected`.
///
/// It is posted once per outage, when the circuit breaker opens or a user's request finally fails: since the
/// service could not be reached, the connection was cut, or the answer was not complete within the request's
/// time limit. Further failures post nothing until a request, or the shell's probe, has reached the service
/// and ``Reconnected`` was posted. A client without a circuit breaker cannot recognize an outage, and posts
/// the event for each such failure. Background requests do not post it, except for the event feed: an idle
/// shell learns of an outage from the loss of the feed.
public struct Unconnected: RequestEvent {
  /// The name of these events.
  public static let name = "api.unconnected"

  /// The request.
  public let payload: FailedRequest

  /// Creates an event.
  public init(payload: FailedRequest) { self.payload = payload }
}

/// The service can be reached again after ``Unconnected``.
public struct Reconnected: Event, Hashable {
  /// The name of these events.
  public static let name = "api.reconnected"

  /// The names of the fields.
  public static var fields: [String] { ["environment"] }

  /// The environment that can be reached again.
  public let environment: EnvironmentID

  /// Creates an event.
  public init(environment: EnvironmentID) {
    self.environment = environment
  }
}

/// The server answered 401, and the request's credentials, if it had any, could not be renewed:
/// `APIClientUnauthorized`.
///
/// It is posted once for each user's request that ends this way, with or without a session. Requests that
/// renew credentials, background requests, and answers from other origins than the client's do not post it.
/// If the renewal itself could not be carried out, for example without a network, the request ends with that
/// error instead of the 401, and nothing is posted.
public struct Unauthorized: RequestEvent {
  /// The name of these events.
  public static let name = "api.unauthorized"

  /// The request.
  public let payload: FailedRequest

  /// Creates an event.
  public init(payload: FailedRequest) { self.payload = payload }
}

/// The server answered 403 because the request is not permitted, with or without a session:
/// `APIClientForbidden`.
///
/// Background requests, and answers from other origins than the client's, do not post it.
public struct Forbidden: RequestEvent {
  /// The name of these events.
  public static let name = "api.forbidden"

  /// The request.
  public let payload: FailedRequest

  /// Creates an event.
  public init(payload: FailedRequest) { self.payload = payload }
}

public import CoreEvents
public import WebMessages

// The client posts these events. In a shell two others know of the connection too: the store, when it answers in
// place of a service that is not reached, and the reader of the server's event feed. The paths are without the
// service's version and without a query.

/// The service was not reached, or the connection was cut: `APIClientUnconnected`.
///
/// It is posted once per outage: when a request of the user has failed for good because the service could
/// not be reached, its connection was cut, or its answer was not complete within the request's time limit,
/// and when the circuit breaker opens. Further failures post nothing until a request, or the probe of the
/// shell, has reached the service and ``Reconnected`` was posted. A client without a circuit breaker cannot
/// know an outage, and posts it for each request that fails so. Background requests post none, but for the
/// event feed: that it is lost is how an idle shell learns of an outage.
public struct Unconnected: Event, Hashable {
  /// The name of these events.
  public static let name = "api.unconnected"

  /// Where the service is.
  public let environment: EnvironmentID

  /// The method of the request that failed.
  public let method: HTTPMethod

  /// The path of the request that failed: `products/p-7`.
  public let path: String

  /// Creates an event.
  public init(environment: EnvironmentID, method: HTTPMethod, path: String) {
    self.environment = environment
    self.method = method
    self.path = path
  }
}

/// The service is reached again after ``Unconnected``.
public struct Reconnected: Event, Hashable {
  /// The name of these events.
  public static let name = "api.reconnected"

  /// Where the service is.
  public let environment: EnvironmentID

  /// Creates an event.
  public init(environment: EnvironmentID) {
    self.environment = environment
  }
}

/// The server answered 401, and the request's credentials, if it had any, could not be renewed:
/// `APIClientUnauthorized`.
///
/// It is posted once for each request of the user that ends so, with or without a session; a request that
/// renews credentials for another one posts none. Background requests post none, nor does an answer from
/// another origin than the client's. If the renewal itself could not be made, such as without a network, the
/// request ends with that error instead of the 401, and nothing is posted.
public struct Unauthorized: Event, Hashable {
  /// The name of these events.
  public static let name = "api.unauthorized"

  /// Where the service is.
  public let environment: EnvironmentID

  /// The method of the request.
  public let method: HTTPMethod

  /// The path of the request: `products/p-7`.
  public let path: String

  /// Creates an event.
  public init(environment: EnvironmentID, method: HTTPMethod, path: String) {
    self.environment = environment
    self.method = method
    self.path = path
  }
}

/// The server answered 403, since it does not permit the request, with or without a session:
/// `APIClientForbidden`.
///
/// Background requests post none, nor does an answer from another origin than the client's.
public struct Forbidden: Event, Hashable {
  /// The name of these events.
  public static let name = "api.forbidden"

  /// Where the service is.
  public let environment: EnvironmentID

  /// The method of the request.
  public let method: HTTPMethod

  /// The path of the request: `products/p-7`.
  public let path: String

  /// Creates an event.
  public init(environment: EnvironmentID, method: HTTPMethod, path: String) {
    self.environment = environment
    self.method = method
    self.path = path
  }
}
